internal import AdvertCapture
internal import AdvertLint
internal import AdvertObservation
public import AdvertScan
internal import AdvertisingData

/// The advertisers of captures, for people and machines.
public struct InspectReport: Sendable {
  /// A table has no more rows: a crowded place has that many devices, a day of rotating addresses a hundred times more.
  static let mostRows = 1000

  private let run: InspectRun

  public init(_ run: InspectRun) {
    self.run = run
  }

  /// What the user asks for and is not there, a line each.
  public var missing: [String] {
    run.lacksServices ? ["no device lists \(run.services.map(\.named).joined(separator: " or "))"] : []
  }

  // MARK: Text

  public func text(_ style: TextStyle) -> String {
    var lines: [String] = []
    for capture in run.captures {
      if !lines.isEmpty { lines.append("") }
      lines += heading(of: capture, style)
      let (devices, all) = run.devices(of: capture, atMost: Self.mostRows)
      if devices.isEmpty {
        lines += ["", capture.observation.advertiserCount == 0 ? "No advertising." : "No advertiser matches."]
        continue
      }
      lines += [""] + table(of: devices).lines(style)
      if devices.count < all { lines += ["", unlisted(devices.count, of: all)] }
      guard !run.devices.isEmpty else {
        var counts = ScannerCounts()
        for device in devices { counts.add(device.reach) }
        if !counts.isEmpty { lines += [""] + counts.lines }
        continue
      }
      // The details of a device say which scanners do not discover it.
      let seen = Set(capture.observation.advertisers.flatMap { $0.advertisedServices + $0.scanResponseServices })
      let candidates = OverflowCandidates(asked: run.services, seen: seen)
      for device in devices { lines += [""] + details(of: device, candidates, style) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func unlisted(_ count: Int, of all: Int) -> String {
    let which = run.isEverything ? "those with the most reports" : "the first by address"
    return "\(count) of \(all) advertisers are listed, \(which). --format json has all of them."
  }

  private func heading(of capture: InspectRun.Capture, _ style: TextStyle) -> [String] {
    let summary = capture.summary
    let observation = capture.observation
    var lines = [
      style.strong(HostileText.visible(capture.path))
        + ": \(summary.format), \(counted(summary.records, "record")), \(counted(observation.advertisements, "advertisement")), "
        + "\(counted(observation.scanResponses, "scan response")), \(counted(observation.advertiserCount, "advertiser"))"
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

  private func table(of devices: [InspectRun.Device]) -> TextTable {
    let adapters = Set(devices.map(\.advertiser.adapter)).count
    var table = TextTable([
      ("ADDRESS", .left), ("KIND", .left), ("NAME", .left), ("ADV", .right), ("RSP", .right), ("RSSI", .right),
      ("SCANNERS", .left),
      ("SERVICES ADVERTISED", .left), ("ONLY IN SCAN RESPONSE", .left),
    ])
    for device in devices {
      let advertiser = device.advertiser
      let advertised = advertiser.advertisedServices
      let onlyInScanResponse = advertiser.scanResponseServices.filter { !advertised.contains($0) }
      let adapter = adapters > 1 ? " on hci\(advertiser.adapter)" : ""
      table.add([
        AdvertiserDescription(advertiser).addressWords + adapter, AdvertiserDescription(advertiser).kindWords,
        advertiser.name.map { HostileText.visible($0) } ?? "–",
        received(advertiser.advertisements, by: advertiser), received(advertiser.scanResponses, by: advertiser),
        advertiser.rssi.map { String($0.median) } ?? "–", device.reach.brief,
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
    of device: InspectRun.Device, _ candidates: OverflowCandidates, _ style: TextStyle
  ) -> [String] {
    let advertiser = device.advertiser
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
    lines += device.reach.lines
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
  /// Memory is reserved for no more: a hostile capture can invent advertisers.
  private static let mostExpected = 10_000

  public var json: String {
    let count = min(run.captures.reduce(0) { $0 + $1.observation.advertiserCount }, Self.mostExpected)
    var json = JSONWriter(expectedCount: count * Self.octetsPerAdvertiser)
    json.object { json in
      json.value("schema", "advert.inspect/1")
      json.array("captures", run.captures) { json, capture in
        json.object { json in write(capture, to: &json) }
      }
      json.array("advertisers") { json in
        for (index, capture) in run.captures.enumerated() {
          run.forEachDevice(of: capture) { device in
            json.object { json in write(device, capture: index, to: &json) }
          }
        }
      }
    }
    return json.text
  }

  private func write(_ capture: InspectRun.Capture, to json: inout JSONWriter) {
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

  private func write(_ device: InspectRun.Device, capture: Int, to json: inout JSONWriter) {
    let advertiser = device.advertiser
    json.value("capture", capture)
    json.value("address", advertiser.address)
    json.array("addresses", advertiser.addresses.filter(\.isKnown)) { $0.value(nil, $1) }
    json.value("addressType", advertiser.address.kind.rawValue)
    json.value("resolvedBy", advertiser.owner)
    json.value("adapter", Int(advertiser.adapter))
    json.value("origin", advertiser.origin.rawValue)
    json.value("name", advertiser.name)
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
    device.reach.write(to: &json)
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
