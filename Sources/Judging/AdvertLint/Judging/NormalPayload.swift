internal import AdvertisingData

/// A payload without the values that change by design from one advertisement to the next: readings and counters that
/// companies send after their identifier and services after their UUID, and the values of mesh nodes and encryption.
/// The structures, their order and all other octets stay.
struct NormalPayload {
  /// The octets; equal for payloads that differ only in values that change by design.
  private(set) var octets: [UInt8] = []
  private let structures: [PlacedStructure]

  init(_ payload: Payload) {
    structures = payload.placedStructures
    octets.reserveCapacity(payload.count + structures.count)
    for structure in structures {
      let value = payload.octets[structure.octetRange].dropFirst(2).prefix(structure.lastingOctets)
      octets.append(structure.type.rawValue)
      octets.append(structure.overruns ? 1 : 0)
      octets.append(UInt8(truncatingIfNeeded: value.count))
      octets += value
    }
    octets += payload.octets[(structures.last?.octetRange.upperBound ?? 0)...]
  }

  /// Returns the place of flagged octets in a way that stays the same when structures before them grow: the structure,
  /// and the start and end in it. All ends in values that change by design are the same.
  func place(of flagged: Range<Int>) -> PlaceInPayload {
    var place = PlaceInPayload()
    place.add(position(of: flagged.lowerBound, atMost: { $0.size }))
    place.add(position(of: flagged.upperBound) { 2 + $0.lastingOctets })
    return place
  }

  private func position(of offset: Int, atMost limit: (PlacedStructure) -> Int) -> (
    structure: Int, inside: Int
  )? {
    // The structures are in the order of their offsets.
    let count = structures.indices.partitioningIndex { structures[$0].offset > offset }
    guard count > 0 else { return nil }
    let structure = structures[count - 1]
    return (count - 1, min(offset - structure.offset, limit(structure)))
  }
}

/// A place in a payload, as at most four octets in one number: there can be thousands.
struct PlaceInPayload: Hashable {
  private var number: UInt32 = 0
  private var count = 0

  fileprivate mutating func add(_ position: (structure: Int, inside: Int)?) {
    guard let position else { return }
    for part in [position.structure, position.inside] {
      number = number << 8 | UInt32(UInt8(truncatingIfNeeded: part))
      count += 1
    }
  }

  var octets: [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

extension PlacedStructure {
  /// The number of octets at the start of the value that stay the same.
  fileprivate var lastingOctets: Int {
    switch type {
    case .manufacturerData, .serviceData16: 2
    case .serviceData32: 4
    case .serviceData128: 16
    case .meshMessage, .meshBeacon, .pbADV, .resolvableSetIdentifier, .encryptedData: 0
    default: size - 2
    }
  }
}
