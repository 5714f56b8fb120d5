internal import AdvertObservation
internal import AdvertisingData

/// Finds which of many declared layouts a sent one may be, by the octets that do not vary: so none is compared with each.
///
/// What is found here may be the declared one; what is not found is not.
struct PatternIndex: Sendable {
  /// Layouts whose keys are made alike, by their key.
  private var byMask: [[Mask]: [[UInt8]: [Int]]] = [:]

  /// What of a payload makes its key: the AD types, and which octets of their values are always the same.
  private struct Mask: Hashable {
    var structures: [Structure]

    struct Structure: Hashable {
      var type: ADType
      /// Octets of the value; `nil` when some may be absent.
      var count: Int?
      /// Offsets in the value.
      var fixed: [Int]
    }

    init(_ pattern: PayloadPattern) {
      structures = pattern.payload.decoded.elements.map { element in
        let values = element.octetRange.dropFirst(2)
        let absent = values.first { pattern.variation[$0]?.mayBeAbsent ?? false }
        // What follows an octet that may be absent is at no fixed place.
        let fixed = values.prefix { $0 < absent ?? .max }.filter { pattern.variation[$0] == nil }
        return Structure(
          type: element.type, count: absent == nil ? values.count : nil, fixed: fixed.map { $0 - element.offset - 2 })
      }
    }

    /// The octets at these places; `nil` for a payload of another structure.
    func key(of payload: DecodedPayload, _ octets: [UInt8]) -> [UInt8]? {
      guard payload.elements.count == structures.count else { return nil }
      var key: [UInt8] = []
      for (element, structure) in zip(payload.elements, structures) {
        let value = octets[element.octetRange].dropFirst(2)
        guard element.type == structure.type, value.count == structure.count ?? value.count else { return nil }
        for offset in structure.fixed {
          guard offset < value.count else { return nil }
          key.append(value[value.startIndex + offset])
        }
      }
      return key
    }
  }

  /// Adds payloads that belong together.
  mutating func insert(_ patterns: [PayloadPattern], position: Int) {
    let masks = patterns.map(Mask.init)
    guard let key = Self.key(of: patterns.map { ($0.payload.decoded, $0.payload.octets) }, masks) else { return }
    byMask[masks, default: [:]][key, default: []].append(position)
  }

  /// The positions of those that these payloads may be.
  func positions(of payloads: [Payload]) -> [Int] {
    let decoded = payloads.map { ($0.decoded, $0.octets) }
    return byMask.flatMap { masks, positions in Self.key(of: decoded, masks).flatMap { positions[$0] } ?? [] }
  }

  private static func key(of payloads: [(DecodedPayload, [UInt8])], _ masks: [Mask]) -> [UInt8]? {
    var key: [UInt8] = []
    for ((payload, octets), mask) in zip(payloads, masks) {
      guard let part = mask.key(of: payload, octets) else { return nil }
      key += part
    }
    return key
  }
}
