public import AdvertCapture
public import AdvertisingData

/// Collects the reports of a capture as advertisers and their layouts. A repeat costs a comparison and a count. Only
/// new data are stored.
public struct Observation: CaptureSink, Sendable {
  private(set) var entries: [Entry] = []
  private(set) var measurements = MeasurementStore()
  private var index = HashIndex()
  /// A copy, so that reports need not read a global.
  private let seed = SeededHash.seed
  private(set) var pairing = Pairing()
  private(set) var hosts = HostAdvertisers()
  private(set) var scans = ScanLog()
  /// The connections of the capturing host to devices, and its attempts, in the order of the capture.
  package private(set) var connections = HostConnections()
  /// The number of scan requests to each device; empty when no sniffer heard one.
  private(set) var scanRequests: [DeviceAddress: Int] = [:]
  /// The most addresses whose requests are counted: a device can request anything.
  private static let maximumAskedAddresses = 65_536
  /// The advertiser and the block of reports, by the number that their repeats refer to.
  private var repeatable: [Repeatable] = []

  /// The changes of how the capturing host scanned, in the order of the capture, each with the number of reports before
  /// it.
  private(set) var scanModes: [(change: ScanModeChange, reportsBefore: Int)] = []
  /// The changes of how the capturing host scanned, in the order of the capture.
  public var scanModeChanges: [ScanModeChange] { scanModes.map { $0.change } }
  /// The number of advertising PDUs received over the air.
  public private(set) var advertisements = 0
  /// The number of scan response PDUs received over the air.
  public private(set) var scanResponses = 0
  /// The reports of advertisers beyond the limit; `nil` when there were none. They are only counted.
  public private(set) var leftOut: LeftOut?

  private let maximumAdvertisers: Int

  /// The numbers of the owners of received addresses: addresses of one owner are one advertiser on each adapter. By
  /// default no owner is known. Owners are known only from a user's key that resolves the addresses, and never guessed.
  public var owners: [DeviceAddress: Int] = [:]

  /// - Parameter maximumAdvertisers: the limit of received advertisers. The first ones are kept. An address costs memory,
  ///   and a hostile capture can invent addresses.
  public init(maximumAdvertisers: Int = .max) {
    self.maximumAdvertisers = maximumAdvertisers
  }

  /// The reports of advertisers beyond the limit.
  public struct LeftOut: Hashable, Sendable {
    /// The number of reports left out.
    public fileprivate(set) var reports: Int
    /// The first place of those reports.
    public let firstSighting: Sighting
  }

  /// An advertiser without its layouts, which have counts and times. There can be a million, nearly all of them
  /// received once.
  struct Entry: Sendable, BitwiseCopyable {
    let address: DeviceAddress
    let adapter: UInt16
    var chains = Pairing.Chains()
    var first: Measurement
    /// Empty until the second report.
    var measurements = ChainLink()
  }

  /// The advertiser and the block of a report, if there are any. Small, because it is read for every report.
  private struct Repeatable: Sendable, BitwiseCopyable {
    let advertiser: ChainLink
    let block: Pairing.BlockPosition
  }

  /// Counts a report and pairs it with the previous blocks of its advertiser.
  public mutating func receive(_ report: borrowing AdvertisingReport) {
    _ = place(report)
  }

  /// Receives a report, and returns the number of its layout; `nil` for a report that belongs to no layout.
  package mutating func place(_ report: borrowing AdvertisingReport) -> Int? {
    switch report.pdu {
    case .auxSyncInd: return forget(report)
    case .scanRsp, .auxScanRsp:
      scanResponses += 1
      let known = entries.count
      guard let position = advertiser(of: report) else { return forget(report) }
      let block = pairing.noteScanResponse(report, of: &entries[position].chains)
      measure(report, as: block, at: position, isNew: position == known)
      return remember(report, as: block, of: position)
    case .advInd, .advDirectInd, .advNonconnInd, .advScanInd, .advExtInd, .auxAdvInd, .advUnstated, .unstated:
      guard report.isAdvertisement else { return forget(report) }
      advertisements += 1
      let known = entries.count
      guard let position = advertiser(of: report) else { return forget(report) }
      let block = pairing.noteAdvertisement(report, pdu: report.advertising, of: &entries[position].chains)
      measure(report, as: block, at: position, isNew: position == known)
      return remember(report, as: block, of: position)
    }
  }

  /// Returns the identifier of a layout by its number.
  package func identifier(ofLayout number: Int) -> LayoutIdentifier { pairing.identifier(ofLayout: number) }

  /// Returns the number of the scan in which an adapter receives now; `nil` when no command started one.
  package func currentScan(of adapter: UInt16) -> Int? { scans.current(of: adapter) }

  /// Counts reports by the earlier ones that they equal.
  public mutating func receive(_ repeats: borrowing RepeatedReports) {
    var differences = repeats.differences
    var done = 0
    while true {
      done += countRepeats(differences)
      guard let report = repeats.report(at: done) else { return }
      receive(report)
      done += 1
      differences = repeats.differences.extracting(done...)
    }
  }

  /// Counts repeats up to the first that needs more than a count: its advertiser sent another block in between, or
  /// there is no room for its measurement. Returns the number of counted repeats.
  private mutating func countRepeats(_ differences: Span<RepeatedReport>) -> Int {
    var done = 0
    var responses = 0
    defer {
      advertisements += done - responses
      scanResponses += responses
    }
    let allEntries = entries
    let entries = allEntries.span
    // Taken out, because Swift does not allow access to other properties beside a mutable view of this one.
    var measurements = MeasurementStore()
    swap(&measurements, &self.measurements)
    defer { swap(&measurements, &self.measurements) }
    measurements.withAll { measurements, strengthCounts in
      for position in differences.indices {
        let repeated = differences[position]
        guard repeated.number < repeatable.count, let advertiser = repeatable[repeated.number].advertiser.position,
          let measured = entries[advertiser].measurements.position, measurements[measured].hasRoom
        else { return }
        let block = repeatable[repeated.number].block
        guard pairing.noteRepeat(of: block, at: repeated.time, chains: entries[advertiser].chains) else { return }
        if block.isScanResponse { responses &+= 1 }
        let time = block.isScanResponse ? nil : repeated.time
        measurements[measured].add(
          Measurement(advertisementTime: time, rssi: repeated.rssi, layout: block.layoutMark),
          strengthCounts: &strengthCounts)
        done &+= 1
      }
    }
    return done
  }

  private mutating func remember(
    _ report: borrowing AdvertisingReport, as block: Pairing.BlockPosition, of advertiser: Int?
  ) -> Int? {
    guard let number = report.repeatNumber else { return block.layoutNumber }
    while repeatable.count <= number { repeatable.append(Repeatable(advertiser: ChainLink(), block: .nothing)) }
    repeatable[number] = Repeatable(advertiser: ChainLink(advertiser), block: block)
    return block.layoutNumber
  }

  private mutating func forget(_ report: borrowing AdvertisingReport) -> Int? {
    remember(report, as: .nothing, of: nil)
  }

  /// Stores what the capturing host does, and counts requests for scan responses.
  public mutating func receive(_ event: CaptureEvent) {
    switch event {
    case .began, .mayPause: break
    case .scanning(let change): note(change)
    case .filters(let settings):
      // Android's vendor commands set them for the present scan and for later ones.
      endSpan()
      scans.note(settings)
    case .connection(let event): connections.note(event)
    case .scanRequest(let request):
      guard scanRequests.count < Self.maximumAskedAddresses || scanRequests[request.advertiser] != nil else { return }
      scanRequests[request.advertiser, default: 0] += 1
    case .hostLayout(let layout): hosts.note(layout)
    }
  }

  /// Stores a change of how the host scanned, unless it equals the setting before.
  private mutating func note(_ change: ScanModeChange) {
    if case .refusal(let record) = change.cause {
      // The command counted until its completion came. It is among the latest.
      for position in scanModes.indices.reversed().prefix(8)
      where scanModes[position].change.adapter == change.adapter && scanModes[position].change.record == record {
        scanModes.remove(at: position)
      }
      return scans.note(change, after: reports)
    }
    // A log of a day switches scanning on and off thousands of times. Only changes are stored.
    let before = scanModes.last { $0.change.adapter == change.adapter }?.change
    if let before, !change.differs(from: before) { return }
    scanModes.append((change, reports))
    endSpan()
    scans.note(change, after: reports)
  }

  /// Ends a span. Later receptions are counted separately, so that it is known in which scan a device was received.
  private mutating func endSpan() {
    guard scans.beginsSpan(after: reports), pairing.endSpan(scans.span, after: reports) else { return }
    scans.beginSpan(after: reports)
  }

  /// The number of all reports received over the air so far.
  var reports: Int { advertisements + scanResponses }

  /// The scans of the capturing host in the order of their starts, by its commands; empty when the commands do not show
  /// them.
  package var scanSessions: [ScanSession] {
    var sessions = scans.finished(after: reports)
    guard !sessions.isEmpty else { return [] }
    let toldApart = pairing.spansToldApart ?? .max
    // The sessions of an adapter follow each other, and so do their spans.
    let positions = Dictionary(grouping: sessions.indices) { sessions[$0].setting.adapter }
    for position in sessions.indices where sessions[position].spans.upperBound <= toldApart || toldApart == .max {
      sessions[position].reports = 0
      sessions[position].devices = 0
    }
    for entry in entries {
      guard let candidates = positions[entry.adapter] else { continue }
      var met: Set<Int> = []
      for (span, count) in pairing.spans(of: entry.chains, current: scans.span) {
        guard let position = candidates.position(of: span, in: sessions), let devices = sessions[position].devices
        else { continue }
        sessions[position].reports += count
        if met.insert(position).inserted { sessions[position].devices = devices + 1 }
      }
    }
    return sessions
  }

  /// The number of sessions beyond the limit, which were left out.
  public var scanSessionsLeftOut: Int { scans.sessionsLeftOut }

  /// Returns the advertiser of a report; `nil` for an advertiser beyond the limit.
  @inline(__always)
  private mutating func advertiser(of report: borrowing AdvertisingReport) -> Int? {
    let hash = Self.hash(report.address, adapter: report.adapter, seed: seed)
    var steps = 0
    while let position = index.next(hash: hash, after: &steps) {
      // Field by field, because a whole entry would be copied.
      if entries[position].address.bits == report.address.bits, entries[position].address.type == report.address.type,
        entries[position].adapter == report.adapter
      {
        return position
      }
    }
    return addAdvertiser(of: report, hash: hash)
  }

  @inline(__always)
  private mutating func measure(
    _ report: borrowing AdvertisingReport, as block: Pairing.BlockPosition, at position: Int, isNew: Bool
  ) {
    let measurement = Measurement(of: report, layout: block.layoutMark)
    if isNew { entries[position].first = measurement } else { add(measurement, toAdvertiserAt: position) }
  }

  private mutating func add(_ measurement: Measurement, toAdvertiserAt position: Int) {
    let measured = entries[position].measurements.position ?? measurements.start(with: entries[position].first)
    entries[position].measurements.position = measured
    measurements.add(measurement, at: measured)
  }

  @inline(never)
  private mutating func addAdvertiser(of report: borrowing AdvertisingReport, hash: UInt64) -> Int? {
    let position = entries.count
    guard position < maximumAdvertisers else {
      let first = leftOut?.firstSighting ?? Sighting(report)
      leftOut = LeftOut(reports: (leftOut?.reports ?? 0) + 1, firstSighting: first)
      return nil
    }
    entries.appendSparingly(
      Entry(address: report.address, adapter: report.adapter, first: Measurement(of: report, layout: .max)))
    index.insert(position, hash: hash)
    return position
  }

  /// The type is not hashed: hardly any address occurs with several types.
  @inline(__always)
  private static func hash(_ address: DeviceAddress, adapter: UInt16, seed: UInt64) -> UInt64 {
    SeededHash.mix(address.bits << 16 ^ UInt64(adapter), seed: seed)
  }
}

extension [Int] {
  /// Returns the position of the session with a span, among positions of sessions in their order.
  fileprivate func position(of span: Int, in sessions: [ScanSession]) -> Int? {
    let position = indices.partitioningIndex { sessions[self[$0]].spans.upperBound > span }
    guard position < count, sessions[self[position]].spans.contains(span) else { return nil }
    return self[position]
  }
}
