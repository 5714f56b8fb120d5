internal import AdvertisingData

/// A payload without what changes from one advertisement to the next by design: readings and counters that companies
/// send behind their identifier and services behind their UUID, and what mesh nodes and encryption make anew each time.
/// The structures, their order and everything else stay.
struct NormalPayload {
  /// Equal for payloads that differ only in what changes by design.
  private(set) var octets: [UInt8] = []
  private let elements: [DecodedPayload.Element]

  init(_ payload: Payload) {
    let decoded = payload.decoded
    elements = decoded.elements
    for element in elements {
      let value = element.value.octets.prefix(element.lastingOctets)
      octets += [element.type.rawValue, element.overruns ? 1 : 0, UInt8(truncatingIfNeeded: value.count)] + value
    }
    octets += decoded.remainder
  }

  /// A place in the payload that stays the same when structures before it grow: which structure, and where in it. All
  /// of what changes by design counts as one place.
  func place(of offset: Int) -> [UInt8] {
    guard let index = elements.lastIndex(where: { $0.offset <= offset }) else { return [] }
    let inside = min(offset - elements[index].offset, elements[index].size)
    let lasting = 2 + elements[index].lastingOctets
    return [UInt8(truncatingIfNeeded: index), UInt8(truncatingIfNeeded: min(inside, lasting))]
  }
}

extension DecodedPayload.Element {
  /// Octets of the value, from its start, that stay the same.
  fileprivate var lastingOctets: Int {
    switch type {
    case .manufacturerData, .serviceData16: 2
    case .serviceData32: 4
    case .serviceData128: 16
    case .meshMessage, .meshBeacon, .pbADV, .resolvableSetIdentifier, .encryptedData: 0
    default: value.octets.count
    }
  }
}
