internal import AdvertCapture
public import AdvertisingData

/// The advertisers of an observation, each made on access.
extension Observation {
  /// The number of ``advertisers``, including the capturing host itself.
  public var advertiserCount: Int { receivedCount + hosts.count }

  /// The number of ``advertisers`` that were received over the air.
  public var receivedCount: Int { joinedPositions.values.reduce(entries.count) { $0 - $1.count } }

  /// The receptions that a log does not tell apart: those whose block or whose device it does not have.
  package var unclearReceptions: UnclearReceptions {
    var unclear = UnclearReceptions()
    let hasUnknownBlocks = pairing.layouts.contains { !$0.isBlockKnown }
    for entry in entries where hasUnknownBlocks || !entry.address.isKnown {
      let layouts = pairing.observedLayouts(of: entry.chains, in: scans.span)
      for layout in layouts where !layout.isBlockKnown { unclear.unknownBlocks += layout.count }
      guard !entry.address.isKnown else { continue }
      unclear.advertisersWithoutAddress += 1
      for layout in layouts {
        unclear.payloadsWithoutAddress += (layout.layout.advertising == nil ? 0 : 1) + layout.scanResponses.count
      }
    }
    return unclear
  }

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
    let kept: [Int]
    if air - hidden.count <= limit {
      kept = Array(received)
    } else {
      var busiest = FirstInOrder<(reports: Int, position: Int)>(limit) {
        ($0.reports, $1.position) > ($1.reports, $0.position)
      }
      for position in received {
        busiest.add(
          ((joined[position] ?? []).reduce(reports(at: position)) { $0 + reports(at: $1) }, position))
      }
      kept = busiest.sorted().map { $0.position }
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

  /// Receptions that a log does not tell apart.
  package struct UnclearReceptions: Hashable, Sendable {
    /// The reports of which the block is not known. They count as advertisements.
    package fileprivate(set) var unknownBlocks = 0
    /// The different payloads of devices whose address the log does not have. They may be of any number of devices.
    package fileprivate(set) var payloadsWithoutAddress = 0
    /// The advertisers that these payloads count as.
    package fileprivate(set) var advertisersWithoutAddress = 0
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
}
