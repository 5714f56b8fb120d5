internal import AdvertCapture
internal import AdvertLint
package import AdvertReport
internal import AdvertisingData

/// What happens while devices are watched, as a line for each event.
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

  /// The line of an event, with a line break.
  package func line(_ event: WatchEvent) -> String {
    switch form {
    case .text: text(event)
    case .jsonl: json(event)
    }
  }

  /// The line at the end.
  package func summary(_ watch: Watch) -> String {
    switch form {
    case .text:
      return "\(counted(watch.advertisements, "advertisement")), \(counted(watch.scanResponses, "scan response")), "
        + "\(counted(watch.devices.count, "device")), \(watch.gone) gone\n"
    case .jsonl:
      var json = JSONWriter(isIndented: false)
      json.object { json in
        json.value("event", "end")
        json.value("time", watch.latestTime)
        json.value("advertisements", watch.advertisements)
        json.value("scanResponses", watch.scanResponses)
        json.value("devices", watch.devices.count)
        json.value("gone", watch.gone)
      }
      return json.text
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

  private func json(_ event: WatchEvent) -> String {
    var json = JSONWriter(isIndented: false)
    let device = event.device
    json.object { json in
      switch event.kind {
      case .new: json.value("event", "new")
      case .layout: json.value("event", "layout")
      case .finding: json.value("event", "finding")
      case .gone: json.value("event", "gone")
      }
      json.value("time", event.time)
      json.value("address", device.address)
      json.value("addressType", device.address.kind.rawValue)
      json.value("adapter", Int(device.adapter))
      json.value("name", device.judgement.name)
      json.value("maker", device.judgement.maker == "–" ? nil : device.judgement.maker)
      json.value("rssi", device.rssi.map { Int($0) })
      json.value("advertisements", device.advertisements)
      json.value("scanResponses", device.scanResponses)
      switch event.kind {
      case .new:
        let layout = device.latestLayouts.first
        json.value("pdu", layout?.pdu?.rawValue)
        json.value("advertising", layout?.advertising.map { HexText.compact($0.payload.octets) })
        json.value("scanResponse", layout?.scanResponse.map { HexText.compact($0.payload.octets) })
      case .layout(let block, let octets, let before):
        json.value("block", block.rawValue)
        json.value("data", HexText.compact(octets))
        json.value("before", before.map { HexText.compact($0) })
      case .finding(let finding):
        json.value("severity", finding.severity.rawValue)
        json.value("rule", finding.rule)
        json.value("message", finding.message)
        json.value("fix", finding.fix)
      case .gone(let silence): json.value("silentSeconds", rounded: Double(silence) / 1e6)
      }
    }
    return json.text
  }
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

  /// In four columns: `now`, `12 s`, `3 m`, `2 h`.
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

  /// `0.3 s`, `12 s`, `3 min`, `2 h`.
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
