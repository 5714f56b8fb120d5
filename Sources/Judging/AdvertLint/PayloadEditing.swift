internal import AdvertisingData

/// Edits a payload, which stays made of AD structures.
struct PayloadEditing {
  private(set) var octets: [UInt8]
  /// The payload before the edits.
  private let payload: Payload
  private let structures: [PlacedStructure]

  init(_ payload: Payload) {
    octets = payload.octets
    self.payload = payload
    structures = payload.placedStructures
  }

  /// Replaces octets by others, or inserts some between two structures. Edits go from the end of the payload to its
  /// start.
  ///
  /// An edit in the value of a structure changes the length octet too. A structure without a value after the edit is
  /// left out.
  mutating func replace(_ range: Range<Int>, with new: [UInt8]) {
    let before = structures[..<structures.indices.partitioningIndex { structures[$0].offset + 2 > range.lowerBound }]
    guard !range.isEmpty, let structure = before.last, !structure.overruns,
      range.upperBound <= structure.offset + structure.size
    else {
      octets.replaceSubrange(range, with: new)
      return
    }
    // A later edit in the same structure may have changed its length already.
    let length = Int(octets[structure.offset]) + new.count - range.count
    guard (1...255).contains(length) else { return }
    octets.replaceSubrange(range, with: new)
    octets[structure.offset] = UInt8(length)
    if length == 1 { octets.removeSubrange(structure.offset..<structure.offset + 2) }
  }

  mutating func putFirst(_ range: Range<Int>) {
    let moved = Array(octets[range])
    octets.removeSubrange(range)
    octets = moved + octets
  }

  /// Puts octets after all structures, and before zeros behind them.
  mutating func putLast(_ range: Range<Int>) {
    let moved = Array(octets[range])
    let end = max(range.upperBound, structures.last?.octetRange.upperBound ?? 0)
    octets.insert(contentsOf: moved, at: end)
    octets.removeSubrange(range)
  }

  /// Joins all service lists of one width in the first of them, each service once. The joined list is complete when all
  /// of them are.
  mutating func joinLists(likeThatAt offset: Int) {
    guard let flagged = structures.first(where: { $0.offset == offset }),
      let width = ServiceUUIDList.width(of: flagged.type)
    else { return }
    let lists = structures.filter { !$0.overruns && ServiceUUIDList.width(of: $0.type) == width }
    var uuids: [UInt8] = []
    var seen: Set<[UInt8]> = []
    for list in lists {
      let end = list.octetRange.upperBound
      for start in stride(from: list.offset + 2, to: end, by: width.octets) {
        let uuid = Array(payload.octets[start..<min(end, start + width.octets)])
        if seen.insert(uuid).inserted { uuids += uuid }
      }
    }
    guard let first = lists.first, uuids.count < 255 else { return }
    for list in lists.dropFirst().reversed() { octets.removeSubrange(list.octetRange) }
    let type = lists.first { $0.type.isIncompleteServiceList }?.type ?? first.type
    octets.replaceSubrange(first.octetRange, with: [UInt8(uuids.count + 1), type.rawValue] + uuids)
  }
}

/// The place of an AD structure in a payload, without its meaning.
struct PlacedStructure {
  let type: ADType
  /// Offset of the length octet from the start of the payload.
  let offset: Int
  /// Number of octets in the payload, the length octet included.
  let size: Int
  /// Whether the length octet exceeds the payload.
  let overruns: Bool

  /// The range of its octets, from the start of the payload.
  var octetRange: Range<Int> { offset..<offset + size }
}

extension Payload {
  /// The places of its structures, in the order sent.
  var placedStructures: [PlacedStructure] {
    var placed: [PlacedStructure] = []
    placed.reserveCapacity(structureCount)
    var walk = structures
    while let structure = walk.next() {
      placed.append(
        PlacedStructure(
          type: structure.type, offset: structure.offset, size: structure.size,
          overruns: structure.missingOctets > 0))
    }
    return placed
  }
}

extension ADType {
  /// Whether the structure is an incomplete list of services.
  var isIncompleteServiceList: Bool {
    [.incompleteServiceUUIDs16, .incompleteServiceUUIDs32, .incompleteServiceUUIDs128].contains(self)
  }
}

extension Payload {
  /// Every UUID in a service list, in the order sent, with the number of octets that its removal frees. With the last
  /// UUID of a list the list goes too.
  var listingsToLeaveOut: [(listing: ServiceListing, octets: Int)] {
    var end: Int?
    return serviceListings.map { listing in
      let width = listing.width.octets
      // A length and a type lie between two lists.
      let isFirst = end != listing.offset
      end = listing.offset + width
      let isAlone = isFirst && listing.offset >= 2 && Int(octets[listing.offset - 2]) == 1 + width
      return (listing, isAlone ? 2 + width : width)
    }
  }
}

extension Flag {
  /// The flagged octets; `nil` where they are not in the payload.
  func range(in payload: Payload) -> Range<Int>? {
    guard let offset, let length, offset >= 0, length >= 0, offset <= payload.count, length <= payload.count - offset
    else { return nil }
    return offset..<offset + length
  }
}
