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

  /// Where flagged octets are, in a way that stays the same when structures before them grow: which structure, and
  /// where in it they start and end. Ends in what changes by design are all the same.
  func place(of flagged: Range<Int>) -> [UInt8] {
    position(of: flagged.lowerBound) { $0.size } + position(of: flagged.upperBound) { 2 + $0.lastingOctets }
  }

  private func position(of offset: Int, atMost limit: (DecodedPayload.Element) -> Int) -> [UInt8] {
    guard let index = elements.lastIndex(where: { $0.offset <= offset }) else { return [] }
    let inside = min(offset - elements[index].offset, limit(elements[index]))
    return [UInt8(truncatingIfNeeded: index), UInt8(truncatingIfNeeded: inside)]
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
