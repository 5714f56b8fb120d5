internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

/// The document `advert.inspect/1`, and its lines.
extension InspectReport {
  /// The whole document.
  package var json: String { JSONWriter.text(writeJSON) }

  /// Writes the document in pieces, device by device.
  package func writeJSON(to take: @escaping (String) -> Void) {
    var json = JSONWriter(to: take)
    if hasDevices {
      Self.keys.begin(self, to: &json)
      for (index, capture) in run.captures.enumerated() {
        writeDevices(of: capture, to: &json) { json, device in
          json.object(Self.device, of: ListedDevice(device, capture: index))
        }
      }
      Self.keys.end(self, to: &json)
    } else {
      json.object(Self.inputs, of: self)
    }
    json.finish()
  }

  /// Writes a line for each device, with the same keys as in the document, and the path of its capture; without
  /// devices, a line for each capture.
  package func writeLines(to take: @escaping (String) -> Void) {
    var json = JSONWriter(isIndented: false, to: take)
    guard hasDevices else {
      for capture in run.captures { json.row(Self.capture, of: capture) }
      return json.finish()
    }
    for (index, capture) in run.captures.enumerated() {
      writeDevices(of: capture, to: &json) { json, device in
        json.row(Self.line, of: (capture.path, ListedDevice(device, capture: index)))
      }
    }
    json.finish()
  }

  /// Writes the devices of a capture in their order, on all cores.
  private func writeDevices(
    of capture: InspectRun.Capture, to json: inout JSONWriter,
    _ write: @escaping @Sendable (inout JSONWriter, InspectRun.Device) -> Void
  ) {
    let elements = json.elements
    run.forEachPart(of: capture) { devices in
      elements.written { json in
        for device in devices { write(&json, device) }
      }
    } take: { part in
      json.append(part)
    }
  }
}

// MARK: Keys

extension InspectReport {
  static let keys: Keys<InspectReport> = [
    .all(inputs) { $0 },
    Key("advertisers", awaiting: device, "the devices, capture by capture", absent: "with `--captures`"),
  ]

  private static let inputs: Keys<InspectReport> = [
    Key(schema: "advert.inspect/1"),
    Key("captures", .list(.object(capture)), "the captures read, in order; an archive can give several") {
      $0.run.captures
    },
    Key(
      "accounts", .list(.object(AccountReport.keys)), "what programs tell of devices in values",
      absent: "without such an input"
    ) { $0.accounts.isEmpty ? nil : $0.accounts },
    Key(
      "phones", .list(.object(PhoneReport.keys)), "what Android phones tell of the scans of their apps",
      absent: "without such an input"
    ) { $0.phones.isEmpty ? nil : $0.phones },
  ]

  /// The keys of a line of `--format jsonl`.
  static let line: Keys<(path: String, device: ListedDevice)> = [
    Key("path", .string, "the path of the capture; in an archive with the name of the member") { $0.path },
    .all(device) { $0.device },
  ]

  // MARK: Captures

  static let capture: Keys<InspectRun.Capture> = [
    Key("path", .string, "the path as given; in an archive with the name of the member") { $0.path },
    Key(
      "format",
      .words([
        "btsnoop", "btsnooz", "packetlogger", "pcap", "pcapng", "smartrf", "frontline", "btmon-tty", "log",
      ]),
      "`btsnoop`, `btsnooz`, `packetlogger`, `pcap`, `pcapng`, `smartrf`, `frontline`, `btmon-tty` or `log`, a log in text"
    ) { $0.summary.format },
    Key(
      "linkTypes", .list(.integer),
      "link types met: the LINKTYPE numbers of pcap, 1001 and 2001 as in btsnoop, 0 in files of PacketLogger and SmartRF"
    ) { $0.summary.linkTypes.map { $0.number } },
    Key("records", .integer, "records read") { $0.summary.records },
    Key("start", .time, "the earliest time of a record", null: "without times") { $0.summary.times?.lowerBound },
    Key("end", .time, "the latest time of a record", null: "without times") { $0.summary.times?.upperBound },
    Key("reports", .integer, "advertising and scan response PDUs in them") { $0.summary.reports },
    Key("advertisements", .integer, "reports that are advertisements") { $0.observation.advertisements },
    Key("scanResponses", .integer, "reports that are scan responses") { $0.observation.scanResponses },
    Key("advertisers", .integer, "devices heard in it, wanted or not") { $0.observation.receivedCount },
    Key("hostAddresses", .integer, "addresses with which the log's host advertises itself, as one device") {
      $0.observation.hostAddressCount
    },
    Key(
      "intervalClock", .words(["sniffer", "arrival"]),
      "the clock behind intervals: that of the sniffer's radio, or the times at which reports reached the host"
    ) { $0.summary.hasRadioClock ? "sniffer" : "arrival" },
    Key(
      "scanModes", .list(.object(.scanMode)),
      "each change of how the log's host scanned; empty when the capture does not tell"
    ) { $0.observation.scanPeriods },
    Key(
      "scanSessions", .list(.object(TalliedSession.keys)),
      "the scans of the log's host, each from the command that started it; empty when the capture does not tell"
    ) { capture in
      let sessions = capture.observation.scanSessions
      return TalliedSession.all(
        sessions, capture.observation.filterTallies(of: sessions), until: capture.summary.times?.upperBound)
    },
    Key("scanSessionsLeftOut", .integer, "scans beyond 10,000, which are not told") {
      $0.observation.scanSessionsLeftOut
    },
    Key("unreadBytes", .integer, "bytes of the file that were not read, because they are damaged or cut") {
      $0.summary.unread.count
    },
    Key(
      "problems", .list(.object(problem)),
      "what is wrong with the capture, one for each kind, and for each refused command"
    ) { $0.summary.problems },
  ]

  private static let problem: Keys<CaptureProblem> = [
    Key("kind", .word(CaptureProblem.Kind.self), "what kind of problem it is") { $0.kind },
    Key("offset", .integer, "offset in the file of the first one", null: "in a log in text, whose records are lines") {
      $0.fileOffset
    },
    Key("record", .integer, "the record of the first one", null: "when it is in no record") { $0.record },
    Key("message", .string, "what was expected and found there") { $0.message },
    Key("count", .integer, "how often it occurred") { $0.count },
  ]

  // MARK: Devices

  /// A device of a capture.
  struct ListedDevice {
    /// The position of the capture.
    let capture: Int
    let advertiser: Advertiser
    let hiddenServices: [HiddenService]
    let makers: MakerDescription

    init(_ device: InspectRun.Device, capture: Int) {
      self.capture = capture
      advertiser = device.advertiser
      hiddenServices = device.hiddenServices
      makers = MakerDescription(device.advertiser)
    }
  }

  private static let device: Keys<ListedDevice> = [
    Key("capture", .integer, "position in `captures`, from 0") { $0.capture },
    .all(identity) { $0.advertiser },
    .all(reception) { $0.advertiser },
    .all(content) { $0 },
    .all(VendorDataDescription.keys) { $0.advertiser },
    Key("layouts", .list(.object(layout)), "its distinct layouts, in the order of the capture") {
      $0.advertiser.layouts
    },
  ]

  private static let identity: Keys<Advertiser> = [
    Key(
      "device", .string,
      "the device in other rows and documents: the address with its kind, the key that resolves it, or `host`; unique in its capture"
    ) { DeviceIdentifier.of($0) },
    Key(
      "address", .address, "the first address heard",
      null: "when the advertiser is anonymous or the capture does not have it"
    ) { $0.address },
    Key("addresses", .list(.address), "all its addresses; several only with `--irk`, and for the log's host") {
      $0.addresses.filter { $0.isKnown }
    },
    Key("addressType", .word(DeviceAddress.Kind.self), "the kind of `address`") { $0.address.kind },
    Key("resolvedBy", .integer, "position of the `--irk` that resolves the addresses, from 0", null: "when none does") {
      $0.owner
    },
    Key("adapter", .integer, "the controller that heard it, from 0") { Int($0.adapter) },
    Key("origin", .word(Advertiser.Origin.self), "`air`: received; `host`: set by commands of the capturing host") {
      $0.origin
    },
    Key("name", .string, "the local name: the complete one before a shortened one", null: "when none was seen") {
      $0.name
    },
  ]

  private static let reception: Keys<Advertiser> = [
    Key("advertisements", .integer, "advertisements received") { $0.advertisements },
    Key("scanResponses", .integer, "scan responses received") { $0.scanResponses },
    Key(
      "scanRequests", .integer, "how often a sniffer heard it asked for its scan response",
      null: "when the capture has no request to any device"
    ) { $0.scanRequests },
    Key("firstSeen", .time, "time of the first report", null: "without times") { $0.firstSeen },
    Key("lastSeen", .time, "time of the last report", null: "without times") { $0.lastSeen },
    Key("rssi", .object(strength), "signal strength in dBm", null: "when none was measured") { $0.rssi },
    Key(
      "interval", .object(interval), "the advertising interval, estimated from the gaps",
      null: "when it cannot be measured: `intervalObstacle` says why"
    ) { $0.interval },
    Key(
      "intervalObstacle", .word(IntervalObstacle.self), "why the interval cannot be measured",
      null: "when it can, and for the capturing host"
    ) { $0.intervalObstacle },
    Key(
      "intervals", .object(severalIntervals), "the intervals of a device that has several",
      null: "when `intervalObstacle` is not `severalIntervals`"
    ) { $0.severalIntervals },
  ]

  private static let strength: Keys<(min: Int8, median: Int8, max: Int8)> = [
    Key("min", .integer, "the weakest, in dBm") { Int($0.min) },
    Key("median", .integer, "the median, in dBm") { Int($0.median) },
    Key("max", .integer, "the strongest, in dBm") { Int($0.max) },
  ]

  private static let interval: Keys<IntervalEstimate> = [
    Key("estimateMs", .number, "the estimate, in milliseconds") { $0.milliseconds },
    Key("samples", .integer, "gaps that it rests on") { $0.samples },
    Key("rough", .boolean, "whether these are fewer than 16, so that no rule and no comparison uses it") { $0.isRough },
  ]

  private static let severalIntervals: Keys<SeveralIntervals> = [
    Key(
      "cause", .word(SeveralIntervals.Cause.self),
      "`change`: the device changed its interval; `sets`: it has several advertising sets"
    ) { $0.cause },
    Key("estimates", .list(.object(interval)), "the intervals, in the order of time or of the first events") {
      $0.estimates
    },
  ]

  private static let content: Keys<ListedDevice> = [
    Key("services", .object(services), "service UUIDs of its lists, by block") { $0.advertiser },
    Key(
      "makers", .list(.string),
      "names of companies of its manufacturer data, else of its services; of both when they contradict each other"
    ) {
      $0.makers.makers
    },
    Key("formats", .list(.string), "ids of the known formats that it sends, as in `decoded.known.kind`") {
      $0.makers.formats.map { $0.id }
    },
    Key(
      "kinds", .list(.string),
      "what kinds of device send such data, in words: `AirPods Pro (2nd generation)`, `Tile tracker`"
    ) { $0.makers.kinds },
    Key(
      "hiddenServices", .list(.object(hiddenService)),
      "services that are only in the scan response, so that scanners miss them"
    ) { $0.hiddenServices },
  ]

  private static let services: Keys<Advertiser> = [
    Key("advertising", .list(.uuid), "those in advertising data, sorted") { $0.advertisedServices },
    Key("scanResponse", .list(.uuid), "those in scan responses, sorted; some may be in both") {
      $0.scanResponseServices
    },
  ]

  private static let hiddenService: Keys<HiddenService> = [
    Key("service", .uuid, "the UUID") { $0.uuid },
    Key("missed", .list(.string), "ids of the profiles that miss it") { $0.missedBy },
    Key("may", .list(.string), "ids of the profiles that may miss it") { $0.mayBeMissedBy },
  ]

  private static let layout: Keys<ObservedLayout> = [
    Key(
      "layout", .string,
      "the layout in other rows and documents: the same for equal kind, set and advertising data, of whichever device"
    ) { $0.identifier.description },
    Key(
      "pdu", .word(AdvertisingPDU.self), "the kind of advertising",
      null: "when only scan responses were received, or a log does not say it"
    ) { $0.layout.pdu },
    Key(
      "blockKnown", .boolean,
      "whether `advertising` are such for certain: a log can have data without saying whether they are a scan response"
    ) { $0.isBlockKnown },
    Key("sid", .integer, "the advertising set, 0 to 15", null: "in legacy advertising") {
      $0.advertisingSID.map { Int($0) }
    },
    Key(
      "primaryPHY", .words(PHY.allCases.map { $0.id }), "the PHY of the primary channels: `1M` or `coded`",
      absent: "in legacy advertising, which is on LE 1M, and when it is not known"
    ) { $0.layout.phys.primary?.id },
    Key(
      "secondaryPHY", .words(PHY.allCases.map { $0.id }), "the PHY of the data: `1M`, `2M` or `coded`",
      absent: "in legacy advertising, and when it is not known"
    ) { $0.layout.phys.secondary?.id },
    Key("advertising", .octets, "the advertising data, as bytes", null: "when they were not received") {
      $0.layout.advertising?.octets
    },
    Key("complete", .boolean, "whether all of the advertising data arrived") { !$0.isTruncated },
    Key("count", .integer, "advertisements received with these data; 0 when only commands have them") { $0.count },
    Key(
      "scanResponseState", .words(["observed", "notObserved", "notScannable", "declared"]),
      "`observed`; `notObserved`: it may have one; `notScannable`: it has none; `declared`: set by commands of the host"
    ) { $0.layout.scanResponse.stateName },
    Key("scanResponses", .list(.object(scanResponse)), "the distinct scan responses to it") { $0.scanResponses },
    Key("doubts", .list(.object(DoubtKeys.doubt)), DoubtKeys.meaning) { $0.doubts },
  ]

  private static let scanResponse: Keys<ObservedScanResponse> = [
    Key("bytes", .octets, "the scan response data") { $0.payload.octets },
    Key("count", .integer, "how often they were received") { $0.count },
  ]
}
