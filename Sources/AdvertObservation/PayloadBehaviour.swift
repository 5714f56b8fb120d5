public import AdvertisingData

/// What the octets of an advertiser's manufacturer or service data do over time: which stay, which change, which count,
/// which check the others.
///
/// Only what every payload seen bears out is claimed, and nothing about fewer than four different ones.
public struct PayloadBehaviour: Hashable, Sendable {
  public let block: Block
  public let owner: VendorDataOwner
  /// Octets of the data, without the company identifier or service UUID in front.
  public let length: Int
  /// How many different data were seen.
  public let distinctCount: Int
  /// All of the data from first to last octet, without gaps.
  public let fields: [Field]

  /// Neighbouring octets that do the same.
  public struct Field: Hashable, Sendable {
    /// Counts from 0 after the company identifier or service UUID.
    public let range: Range<Int>
    public let role: Role
  }

  public enum Role: Hashable, Sendable {
    case constant
    case varying
    /// From one of the different data to the next, in the order first seen, it stays or goes up, and wraps to zero.
    /// `order` is `nil` for one octet. `missed` says how many values were left out in between: receivers miss some.
    case counter(order: OctetOrder?, missed: Int)
    /// The checks that all data bear out; usually one.
    case checksum([Checksum])
  }

  /// Different data that must be there before anything is claimed.
  static let fewestDistinct = 4
  /// Times that a counter must have counted when no value was missed. Octets that move at random do so three times once
  /// in 2 million.
  private static let fewestCounts = 3
  /// How far a counter may go at once, when values were missed, and how often it must have gone then: to do so at random
  /// takes 2 billion tries.
  private static let farthestStep: UInt16 = 16
  private static let fewestCountsWithMisses = 8

  /// `values` are the distinct values in the order first seen, `headerCount` octets of the owner's identifier and data
  /// of the same length each; `nil` when they are too few.
  init?(block: Block, owner: VendorDataOwner, headerCount: Int, values: [[UInt8]]) {
    guard values.count >= Self.fewestDistinct, let first = values.first else { return nil }
    self.block = block
    self.owner = owner
    length = first.count - headerCount
    distinctCount = values.count
    let checksums = Checksum.all(in: values, headerCount: headerCount)
    let checkCount = checksums.first?.algorithm.octetCount ?? 0
    var fields: [Field] = []
    var position = headerCount
    let end = first.count - checkCount
    while position < end {
      let (role, count) = Self.role(at: position, end: end, values)
      let start = position - headerCount
      position += count
      if let last = fields.last, last.role == role, role == .constant || role == .varying {
        fields[fields.count - 1] = Field(range: last.range.lowerBound..<start + count, role: role)
      } else {
        fields.append(Field(range: start..<start + count, role: role))
      }
    }
    if checkCount > 0 { fields.append(Field(range: length - checkCount..<length, role: .checksum(checksums))) }
    self.fields = fields
  }

  /// What starts at a position, and how many octets it has.
  private static func role(at position: Int, end: Int, _ values: [[UInt8]]) -> (role: Role, count: Int) {
    guard varies(position, values) else {
      // A high octet that has not moved yet is no part of a counter: nothing shows it.
      return (.constant, 1)
    }
    if position + 1 < end, varies(position + 1, values) {
      for order in [OctetOrder.littleEndian, .bigEndian] {
        if let missed = missedCounts(at: position, order, values) { return (.counter(order: order, missed: missed), 2) }
      }
    }
    if let missed = missedCounts(at: position, nil, values) { return (.counter(order: nil, missed: missed), 1) }
    return (.varying, 1)
  }

  private static func varies(_ position: Int, _ values: [[UInt8]]) -> Bool {
    values.contains { $0[position] != values[0][position] }
  }

  /// How many values the number at a position leaves out as it counts; `nil` when it does not count.
  private static func missedCounts(at position: Int, _ order: OctetOrder?, _ values: [[UInt8]]) -> Int? {
    let mask: UInt16 = order == nil ? 0xFF : 0xFFFF
    func number(_ value: [UInt8]) -> UInt16 {
      switch order {
      case nil: UInt16(value[position])
      case .littleEndian: UInt16(value[position + 1]) << 8 | UInt16(value[position])
      case .bigEndian: UInt16(value[position]) << 8 | UInt16(value[position + 1])
      }
    }
    var counts = 0
    var missed = 0
    for (earlier, later) in zip(values, values.dropFirst()) {
      let step = (number(later) &- number(earlier)) & mask
      guard step <= farthestStep else { return nil }
      if step > 0 {
        counts += 1
        missed += Int(step) - 1
      }
    }
    return counts >= (missed == 0 ? fewestCounts : fewestCountsWithMisses) ? missed : nil
  }
}

extension Advertiser {
  /// What its manufacturer and service data do over time, for each owner and length of which enough different data were
  /// seen, in the order first seen.
  public var payloadBehaviours: [PayloadBehaviour] {
    struct Kind: Hashable {
      let block: Block
      let owner: VendorDataOwner
      let headerCount: Int
      let count: Int
    }
    let all = payloadsInOrder.flatMap { block, payload in
      payload.vendorData.lazy.filter { $0.isWhole && !$0.data.isEmpty }.map { (block: block, data: $0) }
    }
    // So it is for most advertisers.
    guard all.count >= PayloadBehaviour.fewestDistinct else { return [] }
    var positions: [Kind: Int] = [:]
    var groups: [(kind: Kind, values: [[UInt8]], known: Set<[UInt8]>)] = []
    for (block, data) in all {
      let kind = Kind(block: block, owner: data.owner, headerCount: data.headerCount, count: data.value.count)
      let position = positions[kind] ?? groups.count
      if position == groups.count {
        positions[kind] = position
        groups.append((kind, [], []))
      }
      if groups[position].known.insert(data.value).inserted { groups[position].values.append(data.value) }
    }
    return groups.compactMap { group in
      PayloadBehaviour(
        block: group.kind.block, owner: group.kind.owner, headerCount: group.kind.headerCount, values: group.values)
    }
  }

  /// Every payload of its layouts in the order first seen.
  private var payloadsInOrder: [(block: Block, payload: Payload)] {
    var sightings: [(record: Int, block: Block, payload: Payload)] = []
    for observed in layouts {
      if let payload = observed.layout.advertising {
        sightings.append((observed.firstSighting?.record ?? 0, .advertising, payload))
      }
      for response in observed.scanResponses {
        sightings.append((response.firstSighting.record, .scanResponse, response.payload))
      }
    }
    return sightings.enumerated()
      .sorted { ($0.element.record, $0.offset) < ($1.element.record, $1.offset) }
      .map { ($0.element.block, $0.element.payload) }
  }
}
