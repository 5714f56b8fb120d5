internal import AdvertCapture
internal import AdvertLint
package import AdvertObservation
internal import AdvertReading
package import AdvertScan
internal import AdvertisingData

/// The advertisers of captures, for people and machines.
package struct InspectReport: Sendable {
  /// The most rows of a table: a crowded place has that many devices, a day of rotating addresses a hundred times more.
  static let maximumRows = 1000
  /// The most devices, chosen by a pattern, with a page for each. For more there is only a table.
  static let maximumInFull = 8

  let run: InspectRun
  private let leavesNothingOut: Bool
  let hasDevices: Bool
  private let listsScans: Bool
  /// The keys that decrypt data.
  package var keys = DataKeys.none

  /// - Parameters:
  ///   - leavesNothingOut: whether every layout of every chosen device is shown, in any number.
  ///   - hasDevices: whether devices are listed, or only the captures.
  ///   - listsScans: whether the text lists only the scans of the captures' hosts.
  package init(
    _ run: InspectRun, leavesNothingOut: Bool = false, hasDevices: Bool = true, listsScans: Bool = false
  ) {
    self.listsScans = listsScans
    self.run = run
    self.leavesNothingOut = leavesNothingOut
    self.hasDevices = hasDevices
  }

  /// The requested items that are missing, one line each.
  package var missing: [String] {
    guard run.lacksEverything else { return [] }
    let strength = run.minimumRSSI.map { "is heard with at least \($0) dBm" }
    let listing = run.services.isEmpty ? nil : "lists \(run.services.map { $0.named }.joined(separator: " or "))"
    return ["no device " + [listing, strength].compactMap { $0 }.joined(separator: " and ")]
  }

  // MARK: Text

  package func text(_ style: TextStyle) -> String {
    if listsScans {
      let parts = run.captures.map { ScanTable($0).lines(style) } + phones.map { $0.lines(style) }
      return parts.joined(separator: [""]).joined(separator: "\n") + "\n"
    }
    // With captures, --scans asks for them.
    let told = run.captures.isEmpty ? phones.flatMap { $0.lines(style) + [""] } : []
    let accounts = (accounts.flatMap { $0.lines(style) + [""] } + told).dropLast()
    guard !accounts.isEmpty else { return captureText(style) }
    return accounts.joined(separator: "\n") + "\n" + (run.captures.isEmpty ? "" : "\n" + captureText(style))
  }

  /// Programs' accounts of devices in values.
  var accounts: [AccountReport] {
    run.accounts.map { path, known in
      AccountReport(
        path: path, known: known, devices: run.devices(of: known), choosesDevices: !run.devices.isEmpty, matchers: [],
        dataKeys: keys)
    }
  }

  /// The scans of apps that Android phones report.
  var phones: [PhoneReport] { run.phones.map { PhoneReport(path: $0.path, apps: $0.apps) } }

  private func captureText(_ style: TextStyle) -> String {
    (hasDevices ? deviceLines(style) : CaptureTable(run.captures).lines(style)).joined(separator: "\n") + "\n"
  }

  private func deviceLines(_ style: TextStyle) -> [String] {
    if run.captures.count > DevicesOfCaptures.fewCaptures, run.devices.isEmpty, run.order == nil {
      return DevicesOfCaptures(run).lines(style)
    }
    var lines: [String] = []
    for capture in run.captures {
      if !lines.isEmpty { lines.append("") }
      // The account of its devices has a heading.
      if run.tellsInValues(capture) {
        lines += problemLines(of: capture, style)
        continue
      }
      let (devices, all) = run.devices(of: capture, atMost: Self.maximumRows)
      let isInFull = !run.devices.isEmpty && (leavesNothingOut || devices.count <= Self.maximumInFull)
      // What people look for first is whether a service is hidden.
      let summary = devices.isEmpty || isInFull ? nil : HiddenSummary(devices, in: capture).sentence
      lines += heading(of: capture, summary, style)
      if devices.isEmpty {
        lines += [""] + wrapped(Self.silence(of: capture), at: style.proseColumns)
        continue
      }
      if devices.count < all { lines.append(unlisted(devices.count, of: all)) }
      lines +=
        [""] + DeviceTable(devices, in: capture.summary.times).lines(style) + [""]
      if !isInFull {
        let doubts = devices.map { device in
          (label: device.advertiser.address.description, doubts: device.advertiser.doubtsAboutReceived)
        }
        let doubtful = DoubtLines.lines(ofDevices: doubts, style)
        lines += doubtful.isEmpty ? [] : doubtful + [""]
      }
      lines += isInFull ? pages(of: devices, in: capture, style) : ["--device PATTERN shows one device in full."]
    }
    return lines
  }

  /// Returns the reason why there is no device.
  private static func silence(of capture: InspectRun.Capture) -> String {
    guard capture.observation.advertiserCount == 0 else { return "No advertiser matches." }
    return capture.summary.problems.contains { $0.kind == .lineUnread }
      ? "No advertising that could be read." : "No advertising: \(content(of: capture))."
  }

  /// Returns a description of the packets in a capture without advertising.
  private static func content(of capture: InspectRun.Capture) -> String {
    let (records, hci, radio) = (capture.summary.records, capture.summary.hci, capture.summary.linkLayer)
    guard records > 0 else { return "no packet was read" }
    var kinds: [String] = []
    func add(_ count: Int, _ noun: String, _ rest: String = "") {
      if count > 0 { kinds.append(counted(count, noun) + rest) }
    }
    add(hci.commands, "command")
    add(hci.events, "event")
    add(hci.others, "other packet", " between host and controller, such as data of connections")
    add(radio.skipped, "packet", " of connections and of other kinds without advertising data")
    add(radio.scanRequests, "request", " for a scan response")
    add(radio.connectionRequests, "request", " for a connection")
    guard !kinds.isEmpty else {
      return "no packet of Bluetooth LE could be read in \(counted(records, "record"))"
    }
    let list = listed(kinds)
    let scans =
      hci.commands > 0 && capture.observation.scanSessions.isEmpty ? "; no command that was read starts a scan" : ""
    let refused = capture.summary.problems.contains { $0.kind == .advertisingRefused }
    let data =
      hci.advertisingData > 0
      ? "; \(counted(hci.advertisingData, "command")) of the host \(hci.advertisingData == 1 ? "has" : "have") data to advertise, "
        + (refused ? "and a command was refused" : "and nothing shows that they are sent") : ""
    return "the capture has \(list)\(scans)\(data)"
  }

  private func unlisted(_ count: Int, of all: Int) -> String {
    let which = run.order.map { "the first by \($0.rawValue)" } ?? "those with the most reports"
    return "\(count) of \(all) advertisers are listed, \(which). --format json has all of them."
  }

  /// - Parameter sentence: about the devices, below the line about the capture.
  private func heading(of capture: InspectRun.Capture, _ sentence: String?, _ style: TextStyle) -> [String] {
    let summary = capture.summary
    let observation = capture.observation
    let path = HostileText.visible(capture.path)
    let facts = [summary.format, counted(summary.records, "record")] + observation.receivedWords("advertiser")
    var lines = wrapped(
      path + ": " + facts.joined(separator: ", ") + observation.hostWords
        + (summary.unread.words.map { "; \($0) not read" } ?? ""),
      at: style.columns ?? .max)
    if lines[0].hasPrefix(path) { lines[0] = style.strong(path) + lines[0].dropFirst(path.count) }
    let from = summary.times.map(Self.span)
    lines +=
      ([sentence, from].compactMap { $0 }
      + ScanModeWords(observation.scanSessions, until: summary.times?.upperBound).summary
      + (observation.hidesEndsOfAddresses ? [HiddenEndsWords.words] : []))
      .flatMap { wrapped($0, at: style.columns ?? .max) }
    return lines + problemLines(of: capture, style)
  }

  private func problemLines(of capture: InspectRun.Capture, _ style: TextStyle) -> [String] {
    capture.summary.problems.map { problem in
      let place = problem.place ?? "input"
      return (problem.kind.isDamage ? style.warning(place) : style.note(place))
        + ": \(HostileText.visible(problem.message))\(problem.timesWords)"
    }
  }

  /// Returns its begin and end. Logs whose times count from the start of a device or of a day have no date.
  private static func span(_ times: ClosedRange<Timestamp>) -> String {
    "From \(times.lowerBound.textOfSeconds) to \(times.upperBound.textOfSeconds)"
      + (times.upperBound.hasDate ? "." : " of a clock without a date.")
  }

  // MARK: One device in full

  private func pages(
    of devices: [InspectRun.Device], in capture: InspectRun.Capture, _ style: TextStyle
  ) -> [String] {
    // The overflow area may hide services of the whole capture.
    let seen = Set(capture.observation.advertisers.flatMap { $0.advertisedServices + $0.scanResponseServices })
    let candidates = OverflowCandidates(asked: run.services, seen: seen)
    return Array(devices.map { details(of: $0, in: capture, candidates, style) }.joined(separator: [""]))
  }

  private func details(
    of device: InspectRun.Device, in capture: InspectRun.Capture, _ candidates: OverflowCandidates, _ style: TextStyle
  ) -> [String] {
    let advertiser = device.advertiser
    let description = AdvertiserDescription(advertiser)
    var lines = [style.strong("\(advertiser.address)") + " (\(description.kindWords))"] + description.otherAddressLines
    if let first = advertiser.firstSeen, let last = advertiser.lastSeen {
      lines.append("seen from \(first.text) to \(last.text)")
    }
    if let rssi = advertiser.rssi {
      lines.append("RSSI \(rssi.min) to \(rssi.max) dBm, median \(rssi.median)")
    }
    lines += [description.intervalLine, description.requestsLine].compactMap { $0 }
    lines += MakerDescription(advertiser).doubt.map { wrapped($0, at: style.columns ?? .max) } ?? []
    let relatives = AddressRelatives(
      of: advertiser, among: leavesNothingOut ? nil : capture.observation.advertisers,
      timeline: ScanTimeline(capture.observation.scanPeriods, until: capture.summary.times?.upperBound))
    if let relatives { lines += RelativesWords(relatives).lines.flatMap { wrapped($0, at: style.columns ?? .max) } }
    lines += DoubtLines.lines(advertiser.doubtsAboutReceived, style)
    lines += Self.hiddenLines(device.hiddenServices).flatMap { wrapped($0, at: style.columns ?? .max) }
    lines += VendorDataDescription(advertiser).lines
    let layouts = LayoutFamilies(
      advertiser.layouts, leavesNothingOut: leavesNothingOut, keys: keys.ofDevice(advertiser.addresses))
    return lines
      + layouts.lines(style) { payloads in OverflowNotes(payloads, candidates: candidates).lines(style) }
  }

  /// Returns `180d is only in the scan response: missed by windows; may be missed by ios-background`, for services with
  /// the same scanners.
  package static func hiddenLines(_ services: [HiddenService]) -> [String] {
    HiddenService.grouped(services) { service in
      [(Verdict.Word.missed, service.missedBy), (.may, service.mayBeMissedBy)].filter { !$1.isEmpty }
        .map { "\($0.phrase) \($1.joined(separator: ", "))" }.joined(separator: "; ")
    }.map { "\($0.subject): \($0.phrase)" }
  }
}

extension HiddenService {
  /// Returns `180d is only in the scan response` for all services with the same phrase about their scanners.
  package static func grouped(
    _ services: [HiddenService], by phrase: (HiddenService) -> String
  ) -> [(subject: String, phrase: String)] {
    var groups: [(phrase: String, uuids: [String])] = []
    for service in services {
      let phrase = phrase(service)
      if let known = groups.firstIndex(where: { $0.phrase == phrase }) {
        groups[known].uuids.append(service.name)
      } else {
        groups.append((phrase, [service.name]))
      }
    }
    return groups.map { phrase, uuids in
      let shown = uuids.prefix(3).joined(separator: ", ") + (uuids.count > 3 ? " and \(uuids.count - 3) more" : "")
      return ("\(shown) \(uuids.count == 1 ? "is" : "are") only in the scan response", phrase)
    }
  }

  /// The UUID with its name, or with placeholders.
  package var name: String { pattern ?? uuid.named }
}

extension Layout.ScanResponse {
  /// The state in JSON.
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
  /// The words for people.
  package var words: String { self == .unknown ? "kind not known" : rawValue.exchanging("-", for: " ") }
}
