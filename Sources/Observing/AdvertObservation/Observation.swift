public import AdvertCapture
public import AdvertisingData

/// Collects the reports of a capture as advertisers and their layouts. A repeat costs a comparison and a count. Only
/// new data are stored.
public struct Observation: CaptureSink, Sendable {
  private var entries: [Entry] = []
  private var measurements = MeasurementStore()
  private var index = HashIndex()
  /// A copy, so that reports need not read a global.
  private let seed = SeededHash.seed
  private var pairing = Pairing()
  private var hosts = HostAdvertisers()
  private var scans = ScanLog()
  /// The connections of the capturing host to devices, and its attempts, in the order of the capture.
  package private(set) var connections = HostConnections()
  /// The number of scan requests to each device; empty when no sniffer heard one.
  private var scanRequests: [DeviceAddress: Int] = [:]
  /// The most addresses whose requests are counted: a device can request anything.
  private static let maximumAskedAddresses = 65_536
  /// The advertiser and the block of reports, by the number that their repeats refer to.
  private var repeatable: [Repeatable] = []

  /// The changes of how the capturing host scanned, in the order of the capture.
  public private(set) var scanModeChanges: [ScanModeChange] = []
  /// The number of reports received before each of them.
  private(set) var reportsBeforeChanges: [Int] = []
  /// The number of advertising PDUs received over the air.
  public private(set) var advertisements = 0
  /// The number of scan response PDUs received over the air.
  public private(set) var scanResponses = 0
  /// The reports of advertisers beyond the limit; `nil` when there were none. They are only counted.
  public private(set) var leftOut: LeftOut?

  private let maximumAdvertisers: Int

  /// The owners of received addresses: addresses of one owner are one advertiser on each adapter. By default no owner
  /// is known.
  public var owners = AddressOwners.unknown

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
  private struct Entry: Sendable, BitwiseCopyable {
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
    let block: Pairing.Block
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
    _ report: borrowing AdvertisingReport, as block: Pairing.Block, of advertiser: Int?
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
      for position in scanModeChanges.indices.reversed().prefix(8)
      where scanModeChanges[position].adapter == change.adapter && scanModeChanges[position].record == record {
        scanModeChanges.remove(at: position)
        reportsBeforeChanges.remove(at: position)
      }
      return scans.note(change, after: reports)
    }
    // A log of a day switches scanning on and off thousands of times. Only changes are stored.
    if let before = scanModeChanges.last(where: { $0.adapter == change.adapter }), !change.differs(from: before) {
      return
    }
    scanModeChanges.append(change)
    reportsBeforeChanges.append(reports)
    endSpan()
    scans.note(change, after: reports)
  }

  /// Ends a span. Later receptions are counted separately, so that it is known in which scan a device was received.
  private mutating func endSpan() {
    guard scans.beginsSpan(after: reports), pairing.endSpan(scans.span, after: reports) else { return }
    scans.beginSpan(after: reports)
  }

  /// The number of all reports received over the air so far.
  private var reports: Int { advertisements + scanResponses }

  /// The scans of the capturing host in the order of their starts, by its commands; empty when the commands do not show
  /// them.
  package var scanSessions: [ScanSession] {
    var sessions = scans.finished(after: reports)
    guard !sessions.isEmpty else { return [] }
    let toldApart = pairing.spansToldApart ?? .max
    // The sessions of an adapter follow each other, and so do their spans.
    let positions = Dictionary(grouping: sessions.indices) { sessions[$0].setting.adapter }
    for position in sessions.indices where sessions[position].spans.range.upperBound <= toldApart || toldApart == .max {
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

  /// The number of ``advertisers``, including the capturing host itself.
  public var advertiserCount: Int { receivedCount + hosts.count }

  /// The number of ``advertisers`` that were received over the air.
  public var receivedCount: Int { joinedPositions.values.reduce(entries.count) { $0 - $1.count } }

  /// The number of addresses with which the capturing host itself advertised; 0 when it did not.
  public var hostAddressCount: Int { hosts.addressCount }

  /// The number of advertisers when no owners are known.
  private var positionCount: Int { entries.count + hosts.count }

  /// The number of layouts of host commands beyond the limit, which were left out.
  public var hostLayoutsLeftOut: Int { hosts.layoutsLeftOut }

  /// The received addresses in the order of the capture. An address that several adapters received is in it several
  /// times.
  public var addresses: some RandomAccessCollection<DeviceAddress> { entries.lazy.map { $0.address } }

  /// Every advertiser, sorted by address, then type, then adapter, received ones before those known from host commands.
  /// An element is made on access.
  public var advertisers: Advertisers { busiestAdvertisers(.max) }

  /// Returns ``advertisers``, but at most `limit` received ones: those with the most reports, of equals the first.
  public func busiestAdvertisers(_ limit: Int) -> Advertisers {
    // Positions from here on are of hosts.
    let air = entries.count
    let joined = joinedPositions
    let hidden = Set(joined.values.joined())
    let received = (0..<air).lazy.filter { !hidden.contains($0) }
    let kept =
      air - hidden.count <= limit
      ? Array(received)
      : busiest(limit, of: received) { position in
        (joined[position] ?? []).reduce(reports(at: position)) { $0 + reports(at: $1) }
      }
    let order = (kept + (air..<positionCount))
      .map { position in
        position < air
          ? (address: entries[position].address, adapter: entries[position].adapter, position: position)
          : (hosts.address(at: position - air), hosts.adapter(at: position - air), position)
      }
      .sorted { one, other in
        guard one.address == other.address else { return one.address < other.address }
        return (one.adapter, one.position) < (other.adapter, other.position)
      }
    return Advertisers(
      observation: self, order: order.map { $0.position }, joined: joined, listening: listeningMicroseconds)
  }

  /// Advertisers of an observation, each made on access: there may be a million.
  public struct Advertisers: RandomAccessCollection, Sendable {
    fileprivate let observation: Observation
    fileprivate let order: [Int]
    fileprivate let joined: [Int: [Int]]
    fileprivate let listening: Int64?

    /// The position of the first advertiser: 0.
    public var startIndex: Int { 0 }
    /// The number of advertisers.
    public var endIndex: Int { order.count }

    /// Makes the advertiser at a position.
    public subscript(position: Int) -> Advertiser {
      observation.advertiser(at: order[position], joining: joined, listening: listening)
    }
  }

  private func advertiser(at position: Int, joining joined: [Int: [Int]], listening: Int64?) -> Advertiser {
    guard position < entries.count else { return hosts.advertiser(at: position - entries.count) }
    let first = advertiser(at: position, listening: listening)
    guard let owner = owners[entries[position].address] else { return first }
    return Advertiser(
      joining: first, (joined[position] ?? []).map { advertiser(at: $0, listening: listening) }, owner: owner)
  }

  /// The longest time for which the capturing host listened at a time, in microseconds; `nil` when it listened all the
  /// time in one of its scans, and when the commands do not show it.
  private var listeningMicroseconds: Int64? {
    var longest: Int64?
    for session in scans.finished(after: reports) where session.reports > 0 {
      guard let listening = session.setting.listening, !listening.isContinuous else { return nil }
      longest = max(longest ?? 0, Int64(listening.window) * 625)
    }
    return longest
  }

  private func reports(at position: Int) -> Int {
    let received = pairing.received(of: entries[position].chains)
    return received.advertisements.count + received.scanResponses.count
  }

  /// Returns the positions with the most reports.
  private func busiest(_ limit: Int, of positions: some Sequence<Int>, reports: (Int) -> Int) -> [Int] {
    var best: [(reports: Int, position: Int)] = []
    func cut() {
      best.sort { ($0.reports, $1.position) > ($1.reports, $0.position) }
      best.removeLast(max(0, best.count - limit))
    }
    var fewest = 0
    for position in positions {
      let reports = reports(position)
      // Once there are enough, the next needs more reports than the last of them.
      guard reports > fewest else { continue }
      best.append((reports, position))
      // Sorts only when there are twice as many, so that the work stays in proportion to the positions.
      if best.count >= 2 * limit {
        cut()
        fewest = best.last?.reports ?? 0
      }
    }
    cut()
    return best.map { $0.position }
  }

  /// The entries of each owner's further addresses on one adapter, by the position of the first.
  private var joinedPositions: [Int: [Int]] {
    guard !owners.isEmpty else { return [:] }
    struct Owner: Hashable {
      let number: Int
      let adapter: UInt16
    }
    var firsts: [Owner: Int] = [:]
    var joined: [Int: [Int]] = [:]
    for position in entries.indices {
      guard let number = owners[entries[position].address] else { continue }
      let owner = Owner(number: number, adapter: entries[position].adapter)
      if let first = firsts[owner] {
        joined[first, default: []].append(position)
      } else {
        firsts[owner] = position
      }
    }
    return joined
  }

  private func advertiser(at position: Int, listening: Int64?) -> Advertiser {
    let entry = entries[position]
    var sets: [Pairing.SetForm: Int] = [:]
    let measured = measurements.summary(at: entry.measurements, first: entry.first, listening: listening) { layout in
      let form = pairing.setForm(ofLayout: layout)
      let number = sets[form] ?? sets.count
      sets[form] = number
      return number
    }
    let received = pairing.received(of: entry.chains)
    var all = received.advertisements
    all.add(received.scanResponses)
    return Advertiser(
      address: entry.address, otherAddresses: [], adapter: entry.adapter, origin: .air, owner: nil,
      advertisements: received.advertisements.count, scanResponses: received.scanResponses.count,
      scanRequests: scanRequests.isEmpty ? nil : scanRequests[entry.address] ?? 0, firstSeen: all.first,
      lastSeen: all.last, rssiStatistics: measured.rssi, measured: measured.interval,
      layouts: pairing.observedLayouts(of: entry.chains, in: scans.span))
  }

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
    _ report: borrowing AdvertisingReport, as block: Pairing.Block, at position: Int, isNew: Bool
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
    let position = indices.partitioningIndex { sessions[self[$0]].spans.range.upperBound > span }
    guard position < count, sessions[self[position]].spans.contains(span) else { return nil }
    return self[position]
  }
}
