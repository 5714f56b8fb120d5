package import AdvertisingData

/// The changes of the octets of an advertiser's manufacturer or service data over time: constant octets, varying ones,
/// counters and checksums.
///
/// Every payload must agree with it, and there must be at least four different ones.
package struct PayloadBehaviour: Hashable, Sendable {
  /// The block of the data.
  package let block: Block
  /// The company or service of the data.
  package let owner: VendorIdentifier
  /// Length of the data without the company identifier or service UUID.
  package let length: Int
  /// The number of different data.
  package let distinctCount: Int
  /// The fields from the first to the last octet, without gaps.
  package let fields: [Field]

  /// Neighbouring octets with the same role.
  package struct Field: Hashable, Sendable {
    /// The octets, counting from 0 after the company identifier or service UUID.
    package let range: Range<Int>
    /// How the octets change.
    package let role: Role
  }

  /// The ways in which octets change.
  package enum Role: Hashable, Sendable {
    /// The octets are the same in all data.
    case constant
    /// The octets change, and neither count nor are a checksum.
    case varying
    /// A number that stays or goes up from one of the different data to the next, in the order of the capture, and
    /// wraps to zero. `order` is `nil` for one octet. `missed` is the number of values in between that were not
    /// received.
    case counter(order: OctetOrder?, missed: Int)
    /// The checksums that are right in all data; usually one.
    case checksum([Checksum])
  }

  /// The fewest different data.
  static let fewestDistinct = 4
  /// The fewest steps of a counter without missed values. Random octets make three such steps once in 2 million.
  private static let fewestCounts = 3
  /// The largest step of a counter with missed values, and the fewest such steps: random octets make them once in 2
  /// billion.
  private static let farthestStep: UInt16 = 16
  private static let fewestCountsWithMisses = 8

  /// `values` are the distinct values in the order of the capture. Each has `headerCount` octets of the owner's
  /// identifier, then data of one length. `nil` when there are too few.
  init?(block: Block, owner: VendorIdentifier, headerCount: Int, values: [[UInt8]]) {
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

  /// Returns the role of the field at a position, and its length.
  private static func role(at position: Int, end: Int, _ values: [[UInt8]]) -> (role: Role, count: Int) {
    guard varies(position, values) else {
      // A high octet that is constant so far cannot be identified as a part of a counter.
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

  /// Returns the number of values that the counter at a position missed; `nil` when it is not a counter.
  private static func missedCounts(at position: Int, _ order: OctetOrder?, _ values: [[UInt8]]) -> Int? {
    let mask: UInt16 = order == nil ? 0xFF : 0xFFFF
    let places = position..<position + (order == nil ? 1 : 2)
    func number(_ value: [UInt8]) -> UInt16 {
      UInt16(truncatingIfNeeded: (order ?? .littleEndian).number(of: value[places]))
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
  /// The changes of its manufacturer and service data over time, for each owner and length with enough different data,
  /// in the order of the capture.
  package var payloadBehaviours: [PayloadBehaviour] {
    struct Kind: Hashable {
      let block: Block
      let owner: VendorIdentifier
      let headerCount: Int
      let count: Int
    }
    guard vendorDataCount >= PayloadBehaviour.fewestDistinct else { return [] }
    let all = payloadsInOrder.flatMap { block, payload in
      payload.vendorData.lazy.filter { $0.isWhole && !$0.data.isEmpty }.map { (block: block, data: $0) }
    }
    // Most advertisers have too few data.
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

  /// The most manufacturer and service data that its payloads can have.
  private var vendorDataCount: Int {
    var count = 0
    for observed in layouts {
      for (_, payload) in observed.layout.blocks {
        var walk = payload.structures
        while let structure = walk.next() {
          if structure.type == .manufacturerData || ServiceData.width(of: structure.type) != nil { count += 1 }
        }
      }
    }
    return count
  }

  /// Every payload of its layouts in the order of the capture.
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
    // Sorting keeps the order of equal elements.
    return sightings.sorted { $0.record < $1.record }.map { ($0.block, $0.payload) }
  }
}
