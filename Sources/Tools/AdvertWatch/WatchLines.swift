internal import AdvertCapture
internal import AdvertLint
package import AdvertReport
internal import AdvertisingData

/// The events while devices are watched, as one line each.
package struct WatchLines: Sendable {
  /// The forms of lines.
  package enum Form: String, Hashable, Sendable, CaseIterable {
    /// Columns for people.
    case text
    /// A JSON object in each line.
    case jsonl
  }

  private let form: Form
  private let style: TextStyle

  /// Lines of a form, coloured by a style.
  package init(_ form: Form, _ style: TextStyle) {
    self.form = form
    self.style = style
  }

  /// Returns the line of an event, with a line break.
  package func line(_ event: WatchEvent) -> String {
    switch form {
    case .text: text(event)
    case .jsonl: json(.event(event))
    }
  }

  /// Returns the line at the end.
  package func summary(_ watch: Watch) -> String {
    switch form {
    case .text:
      return "\(counted(watch.advertisements, "advertisement")), \(counted(watch.scanResponses, "scan response")), "
        + "\(counted(watch.devices.count, "device")), \(watch.gone) gone\n"
    case .jsonl: return json(.end(watch))
    }
  }

  // MARK: Text

  private func text(_ event: WatchEvent) -> String {
    let time = event.time.map { String($0.iso8601.dropFirst(11).prefix(12)) } ?? "-"
    let device = event.device
    let (word, rest): (String, String)
    switch event.kind {
    case .new:
      word = style.good("new")
      let strength = device.rssi.map { "\($0) dBm" }
      rest = [
        strength, device.judgement.maker == "–" ? nil : device.judgement.maker, device.layouts.first?.pdu?.rawValue,
        device.layouts.first?.advertising.flatMap { $0.isBlockKnown ? nil : "block not known" },
      ]
      .compactMap(\.self).joined(separator: ", ")
    case .layout(let block, let octets, let before):
      word = style.strong("layout")
      let title = before == nil ? "\(block.words) heard" : "\(block.words) changed"
      let heard = device.latestLayouts.first.flatMap { block == .advertising ? $0.advertising : $0.scanResponse }
      let isPart = heard.map { $0.payload.octets == octets && !$0.attributes.isComplete } ?? false
      let nothing = isPart ? "not known" : "no data"
      rest =
        "\(title): \(octets.isEmpty ? nothing : HexText.compact(octets) + (isPart ? ", the rest is not known" : ""))"
    case .finding(let finding):
      let severity = finding.severity.rawValue
      word = finding.severity == .error ? style.error(severity) : style.warning(severity)
      rest = "\(finding.message) [\(finding.rule)]"
    case .gone(let silence):
      word = style.faint("gone")
      rest = "not heard for \(WatchWords.duration(silence)), \(counted(device.reports, "report"))"
    }
    let name = device.judgement.name.map { " " + HostileText.quoted($0) } ?? ""
    return "\(time)  \(word)\(padding(event.kind))  \(device.address)\(name)  \(rest)\n"
  }

  private func padding(_ kind: WatchEvent.Kind) -> String {
    String(repeating: " ", count: max(7 - WatchWords.name(of: kind).count, 0))
  }

  // MARK: JSON

  private func json(_ line: Line) -> String {
    var json = JSONWriter(isIndented: false)
    json.object(Self.keys, of: line)
    return json.text
  }

  /// The content of a line.
  private enum Line {
    case event(WatchEvent)
    case end(Watch)

    /// The device; `nil` at the end.
    var device: WatchedDevice? { if case .event(let event) = self { event.device } else { nil } }

    var word: String {
      guard case .event(let event) = self else { return "end" }
      return switch event.kind {
      case .new: "new"
      case .layout: "layout"
      case .finding: "finding"
      case .gone: "gone"
      }
    }

    /// The layout of a new device; `nil` for any other event.
    var newLayout: HeardLayout?? {
      guard case .event(let event) = self, case .new = event.kind else { return .none }
      return .some(event.device.latestLayouts.first)
    }

    var change: (block: Block, data: [UInt8], before: [UInt8]?)? {
      guard case .event(let event) = self, case .layout(let block, let data, let before) = event.kind else {
        return nil
      }
      return (block, data, before)
    }

    /// The doubts about the data of a new device, or about those that changed.
    var doubts: [Doubt]? {
      guard let device else { return nil }
      let heard = device.latestLayouts.first
      if let change {
        let block = change.block == .advertising ? heard?.advertising : heard?.scanResponse
        return block.flatMap { $0.payload.octets == change.data ? $0.doubts(in: change.block) : nil } ?? []
      }
      return newLayout == nil ? nil : device.doubts
    }

    var finding: Finding? {
      guard case .event(let event) = self, case .finding(let finding) = event.kind else {
        return nil
      }
      return finding
    }

    /// The silence in microseconds.
    var silence: Int64? {
      guard case .event(let event) = self, case .gone(let silence) = event.kind else { return nil }
      return silence
    }

    var watch: Watch? { if case .end(let watch) = self { watch } else { nil } }
  }

  /// The form of a line.
  package static let document = OutputDocument(name: "watch", title: "a line of watch --format jsonl", keys: keys)

  private static let keys: Keys<Line> = [
    .all(what) { $0 },
    .all(ofDevice) { $0 },
    Key("advertisements", .integer, "advertisements so far: of the device, at the end of all") { line in
      switch line {
      case .event(let event): event.device.advertisements
      case .end(let watch): watch.advertisements
      }
    },
    Key("scanResponses", .integer, "scan responses so far: of the device, at the end of all") { line in
      switch line {
      case .event(let event): event.device.scanResponses
      case .end(let watch): watch.scanResponses
      }
    },
    .all(ofNew) { $0 },
    .all(ofChange) { $0 },
    Key(
      "doubts", .list(.object(DoubtKeys.doubt)), DoubtKeys.meaning,
      absent: "unless the device is new or a layout changed"
    ) { $0.doubts },
    .all(ofFinding) { $0 },
    Key("silentSeconds", .seconds, "for how long it was not heard, in seconds", absent: "unless the device is gone") {
      $0.silence
    },
    Key("devices", .integer, "devices that are there", absent: "except at the end") { $0.watch?.devices.count },
    Key("gone", .integer, "devices that are gone", absent: "except at the end") { $0.watch?.gone },
  ]

  private static let what: Keys<Line> = [
    Key("event", .words(["new", "layout", "finding", "gone", "end"]), "what happened; `end` is the last line") {
      $0.word
    },
    Key("time", .time, "when, in the time of the capture", null: "without times") { line in
      switch line {
      case .event(let event): event.time
      case .end(let watch): watch.latestTime
      }
    },
  ]

  private static let ofDevice: Keys<Line> = [
    Key(
      "address", .address, "the address of the device",
      null: "when the advertiser is anonymous or the capture does not have it", absent: atEnd
    ) { $0.device.map { .some($0.address) } },
    Key("addressType", .word(DeviceAddress.Kind.self), "the kind of address", absent: atEnd) {
      $0.device?.address.kind
    },
    Key("adapter", .integer, "the controller that heard it, from 0", absent: atEnd) {
      $0.device.map { Int($0.adapter) }
    },
    Key("name", .string, "the local name", null: "when none was seen", absent: atEnd) {
      $0.device.map { $0.judgement.name }
    },
    Key("maker", .string, "who makes it, in words", null: "when it is not known", absent: atEnd) {
      $0.device.map { $0.judgement.maker == "–" ? nil : $0.judgement.maker }
    },
    Key("rssi", .integer, "the latest signal strength in dBm", null: "when none was measured", absent: atEnd) {
      $0.device.map { $0.rssi.map { Int($0) } }
    },
  ]

  private static let atEnd = "at the end"

  private static let ofNew: Keys<Line> = [
    Key(
      "pdu", .word(AdvertisingPDU.self), "the kind of advertising",
      null: "when only a scan response was received, or a log does not say it",
      absent: unlessNew
    ) { $0.newLayout.map { $0?.pdu } },
    Key(
      "advertising", .octets, "the advertising data, as bytes", null: "when they were not received", absent: unlessNew
    ) { $0.newLayout.map { $0?.advertising?.payload.octets } },
    Key(
      "scanResponse", .octets, "the scan response data, as bytes", null: "when they were not received",
      absent: unlessNew
    ) { $0.newLayout.map { $0?.scanResponse?.payload.octets } },
  ]

  private static let unlessNew = "unless the device is new"

  private static let ofChange: Keys<Line> = [
    Key("block", .word(Block.self), "the block", absent: unlessChanged) { $0.change?.block },
    Key("data", .octets, "its data now, as bytes", absent: unlessChanged) { $0.change?.data },
    Key(
      "before", .octets, "its data before, as bytes", null: "when the block was not heard before", absent: unlessChanged
    ) { $0.change.map { $0.before } },
  ]

  private static let unlessChanged = "unless a layout changed"

  private static let ofFinding: Keys<Line> = [
    Key("severity", .word(Severity.self), "its severity", absent: unlessFinding) { $0.finding?.severity },
    Key("rule", .string, "the id of the rule", absent: unlessFinding) { $0.finding?.rule },
    Key("message", .string, "what is wrong", absent: unlessFinding) { $0.finding?.message },
    Key("fix", .string, "what to do, in one line", null: "when it is not known", absent: unlessFinding) {
      $0.finding.map { $0.fix }
    },
  ]

  private static let unlessFinding = "unless it is a finding"
}

/// Numbers of the watch in words.
enum WatchWords {
  static func name(of kind: WatchEvent.Kind) -> String {
    switch kind {
    case .new: "new"
    case .layout: "layout"
    case .finding(let finding): finding.severity.rawValue
    case .gone: "gone"
    }
  }

  /// Returns a time in four columns: `now`, `12 s`, `3 m`, `2 h`.
  static func brief(_ microseconds: Int64) -> String {
    let seconds = max(microseconds, 0) / 1_000_000
    switch seconds {
    case 0: return "now"
    case ..<60: return "\(seconds) s"
    case ..<3600: return "\(seconds / 60) m"
    case ..<360_000: return "\(seconds / 3600) h"
    default: return "\(min(seconds / 86_400, 999))d"
    }
  }

  /// Returns a time as `0.3 s`, `12 s`, `3 min`, `2 h`.
  static func duration(_ microseconds: Int64) -> String {
    let seconds = microseconds / 1_000_000
    switch seconds {
    case ..<10: return "\(microseconds / 1_000_000).\(microseconds / 100_000 % 10) s"
    case ..<120: return "\(seconds) s"
    case ..<7200: return "\(seconds / 60) min"
    case ..<172_800: return "\(seconds / 3600) h"
    default: return "\(seconds / 86_400) d"
    }
  }
}
