internal import AdvertCapture
internal import AdvertLint
public import AdvertObservation
public import AdvertisingData

/// The advertisers of captures, for people and machines.
public struct InspectReport: Sendable {
  private let captures: [CaptureInput]
  private let devices: [DeviceSelector]
  private let services: [BluetoothUUID]

  /// All advertisers, or those that one of the selectors chooses, and that list one of the services in either block.
  public init(_ captures: [CaptureInput], devices: [DeviceSelector] = [], services: [BluetoothUUID] = []) {
    self.captures = captures
    self.devices = devices
    self.services = services
  }

  /// What was asked for and is not there, a line each.
  public var missing: [String] {
    guard !services.isEmpty, !captures.isEmpty, !captures.contains(where: { $0.advertisers.contains(where: isShown) })
    else { return [] }
    return ["no device lists \(services.map(\.named).joined(separator: " or "))"]
  }

  private func isShown(_ advertiser: Advertiser) -> Bool {
    (devices.isEmpty || devices.contains { $0.matches(advertiser) })
      && (services.isEmpty
        || !Set(services).isDisjoint(with: advertiser.advertisedServices + advertiser.scanResponseServices))
  }

  /// More rows nobody reads; a crowded place has that many devices, a day of rotating addresses a hundred times more.
  static let mostRows = 1000

  /// Those to be listed in a table, and how many there are.
  private func listed(of capture: CaptureInput) -> (advertisers: [Advertiser], all: Int) {
    guard !devices.isEmpty || !services.isEmpty else {
      let advertisers = capture.observation.advertisers(of: capture.owners, atMost: Self.mostRows)
      return (Array(advertisers), capture.advertiserCount)
    }
    var shown: [Advertiser] = []
    var all = 0
    for advertiser in capture.advertisers where isShown(advertiser) {
      all += 1
      if all <= Self.mostRows { shown.append(advertiser) }
    }
    return (shown, all)
  }

  // MARK: Text

  public func text(_ style: TextStyle) -> String {
    var lines: [String] = []
    var summaries = ReachSummaries()
    for capture in captures {
      if !lines.isEmpty { lines.append("") }
      lines += heading(of: capture, style)
      let (advertisers, all) = listed(of: capture)
      if advertisers.isEmpty {
        lines += ["", capture.observation.advertiserCount == 0 ? "No advertising." : "No advertiser matches."]
        continue
      }
      var unseen = ScannerCounts()
      lines += [""] + table(of: advertisers, of: capture, &summaries, &unseen).lines(style)
      if advertisers.count < all { lines += ["", unlisted(advertisers.count, of: all)] }
      // The details of a device say who does not see it.
      if devices.isEmpty, !unseen.isEmpty { lines += [""] + unseen.lines }
      if !devices.isEmpty {
        let seen = Set(capture.observation.advertisers.flatMap { $0.advertisedServices + $0.scanResponseServices })
        let candidates = OverflowCandidates(asked: services, seen: seen)
        for advertiser in advertisers {
          lines += [""] + details(of: advertiser, in: capture, candidates, &summaries, style)
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func unlisted(_ count: Int, of all: Int) -> String {
    let whose = devices.isEmpty && services.isEmpty ? "those with the most reports" : "the first by address"
    return "\(count) of \(all) advertisers are listed, \(whose). --format json has all of them."
  }

  private func heading(of capture: CaptureInput, _ style: TextStyle) -> [String] {
    let summary = capture.summary
    let observation = capture.observation
    var lines = [
      style.strong(HostileText.visible(capture.path))
        + ": \(summary.format), \(counted(summary.records, "record")), \(counted(observation.advertisements, "advertisement")), "
        + "\(counted(observation.scanResponses, "scan response")), \(counted(capture.advertiserCount, "advertiser"))"
    ]
    lines += ScanModeWords(observation.scanModeChanges).mode
    for problem in summary.problems {
      let times = problem.count == 1 ? "" : " (\(problem.count) times, first here)"
      let place = problem.record.map { "record \($0), offset \(problem.fileOffset)" } ?? "offset \(problem.fileOffset)"
      lines.append(
        (problem.kind.isDamage ? style.warning(place) : style.note(place))
          + ": \(HostileText.visible(problem.message))\(times)")
    }
    return lines
  }

  private func table(
    of advertisers: [Advertiser], of capture: CaptureInput, _ summaries: inout ReachSummaries,
    _ unseen: inout ScannerCounts
  ) -> TextTable {
    let adapters = Set(advertisers.map(\.adapter)).count
    var table = TextTable([
      ("ADDRESS", .left), ("KIND", .left), ("NAME", .left), ("ADV", .right), ("RSP", .right), ("RSSI", .right),
      ("SCANNERS", .left),
      ("SERVICES ADVERTISED", .left), ("ONLY IN SCAN RESPONSE", .left),
    ])
    for advertiser in advertisers {
      let advertised = advertiser.advertisedServices
      let onlyInScanResponse = advertiser.scanResponseServices.filter { !advertised.contains($0) }
      let adapter = adapters > 1 ? " on hci\(advertiser.adapter)" : ""
      let summary = summaries.summary(of: advertiser, in: capture.summary)
      unseen.add(summary)
      table.add([
        AdvertiserDescription(advertiser).addressWords + adapter, AdvertiserDescription(advertiser).kindWords,
        advertiser.name.map { HostileText.visible($0.text) } ?? "–",
        received(advertiser.advertisements, by: advertiser), received(advertiser.scanResponses, by: advertiser),
        advertiser.rssi.map { String($0.median) } ?? "–", summary.brief,
        advertiser.origin == .air && advertiser.advertisements == 0 ? "not seen" : shortList(advertised),
        shortList(onlyInScanResponse),
      ])
    }
    return table
  }

  /// What a host sends itself it does not receive.
  private func received(_ count: Int, by advertiser: Advertiser) -> String {
    advertiser.origin == .host ? "–" : String(count)
  }

  private func shortList(_ uuids: [BluetoothUUID]) -> String {
    guard !uuids.isEmpty else { return "–" }
    let shown = uuids.prefix(3).map(\.description).joined(separator: ", ")
    return uuids.count > 3 ? "\(shown) and \(uuids.count - 3) more" : shown
  }

  /// Services seen anywhere in the capture may hide in an overflow area.
  private func details(
    of advertiser: Advertiser, in capture: CaptureInput, _ candidates: OverflowCandidates,
    _ summaries: inout ReachSummaries, _ style: TextStyle
  ) -> [String] {
    let description = AdvertiserDescription(advertiser)
    var lines = [style.strong("\(advertiser.address)") + " (\(description.kindWords))"] + description.otherAddressLines
    if let first = advertiser.firstSeen, let last = advertiser.lastSeen {
      lines.append("seen from \(first.iso8601) to \(last.iso8601)")
    }
    if let rssi = advertiser.rssi {
      lines.append("RSSI \(rssi.min) to \(rssi.max) dBm, median \(rssi.median)")
    }
    if let interval = advertiser.interval {
      let tenths = (interval.milliseconds * 10).rounded() / 10
      lines.append("advertising interval about \(tenths) ms, from \(counted(interval.samples, "gap"))")
    }
    lines += summaries.summary(of: advertiser, in: capture.summary).lines
    lines += VendorDataDescription(advertiser).lines
    for observed in advertiser.layouts {
      lines += [""] + LayoutText(observed).lines(style)
      lines += OverflowNotes(observed.layout.blocks.map(\.payload), candidates: candidates).lines(style)
    }
    return lines
  }

  // MARK: JSON

  /// What one with a single layout takes.
  private static let octetsPerAdvertiser = 1600
  /// More advertisers are not prepared for: whoever writes a capture can invent them.
  private static let mostExpected = 10_000

  public var json: String {
    let count = min(captures.reduce(0) { $0 + $1.observation.advertiserCount }, Self.mostExpected)
    var json = JSONWriter(expectedCount: count * Self.octetsPerAdvertiser)
    var summaries = ReachSummaries()
    json.object { json in
      json.value("schema", "advert.inspect/1")
      json.array("captures", captures) { json, capture in
        json.object { json in write(capture, to: &json) }
      }
      json.array("advertisers") { json in
        for (index, capture) in captures.enumerated() {
          for advertiser in capture.advertisers where isShown(advertiser) {
            json.object { json in write(advertiser, capture: index, &summaries, to: &json) }
          }
        }
      }
    }
    return json.text
  }

  private func write(_ capture: CaptureInput, to json: inout JSONWriter) {
    json.value("path", capture.path)
    json.value("format", capture.summary.format)
    json.array("linkTypes", capture.summary.linkTypes) { $0.value(nil, $1.number) }
    json.value("records", capture.summary.records)
    json.value("reports", capture.summary.reports)
    json.value("advertisements", capture.observation.advertisements)
    json.value("scanResponses", capture.observation.scanResponses)
    json.array("scanModes", capture.observation.scanModeChanges) { json, change in
      json.object { json in json.write(change) }
    }
    json.array("problems", capture.summary.problems) { json, problem in
      json.object { json in
        json.value("kind", problem.kind.rawValue)
        json.value("offset", problem.fileOffset)
        json.value("record", problem.record)
        json.value("message", problem.message)
        json.value("count", problem.count)
      }
    }
  }

  private func write(
    _ advertiser: Advertiser, capture: Int, _ summaries: inout ReachSummaries, to json: inout JSONWriter
  ) {
    json.value("capture", capture)
    json.value("address", advertiser.address.description)
    json.array("addresses", advertiser.addresses) { $0.value(nil, $1.description) }
    json.value("addressType", advertiser.address.kind.rawValue)
    json.value("resolvedBy", advertiser.owner)
    json.value("adapter", Int(advertiser.adapter))
    json.value("origin", advertiser.origin.rawValue)
    json.value("name", advertiser.name?.text)
    json.value("advertisements", advertiser.advertisements)
    json.value("scanResponses", advertiser.scanResponses)
    json.value("firstSeen", advertiser.firstSeen)
    json.value("lastSeen", advertiser.lastSeen)
    if let rssi = advertiser.rssi {
      json.object("rssi") { json in
        json.value("min", Int(rssi.min))
        json.value("median", Int(rssi.median))
        json.value("max", Int(rssi.max))
      }
    } else {
      json.null("rssi")
    }
    if let interval = advertiser.interval {
      json.object("interval") { json in
        json.value("estimateMs", rounded: interval.milliseconds)
        json.value("samples", interval.samples)
      }
    } else {
      json.null("interval")
    }
    json.object("services") { json in
      json.array("advertising", advertiser.advertisedServices) { $0.value(nil, $1.description) }
      json.array("scanResponse", advertiser.scanResponseServices) { $0.value(nil, $1.description) }
    }
    summaries.summary(of: advertiser, in: captures[capture].summary).write(to: &json)
    VendorDataDescription(advertiser).write(to: &json)
    json.array("layouts", advertiser.layouts) { json, observed in
      json.object { json in write(observed, to: &json) }
    }
  }

  private func write(_ observed: ObservedLayout, to json: inout JSONWriter) {
    json.value("pdu", observed.layout.pdu?.rawValue)
    json.value("sid", observed.advertisingSID.map { Int($0) })
    json.value("advertising", observed.layout.advertising.map { HexText.compact($0.octets) })
    json.value("truncated", observed.isTruncated)
    json.value("count", observed.count)
    json.value("scanResponseState", observed.layout.scanResponse.stateName)
    json.array("scanResponses", observed.scanResponses) { json, response in
      json.object { json in
        json.value("bytes", HexText.compact(response.payload.octets))
        json.value("count", response.count)
      }
    }
  }
}

/// A number with its noun: `1 record`, `24 reports`.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) " + (count == 1 ? noun : plural ?? noun + "s")
}

extension Layout.ScanResponse {
  /// As in JSON.
  var stateName: String {
    switch self {
    case .observed: "observed"
    case .notObserved: "notObserved"
    case .notScannable: "notScannable"
    case .declared: "declared"
    }
  }
}

extension DeviceAddress.Kind {
  /// For people.
  var words: String { rawValue.replacing("-", with: " ") }
}
