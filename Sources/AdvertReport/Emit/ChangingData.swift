internal import AdvertObservation
internal import AdvertisingData

/// Data that change from one payload of a device to the next: what a manifest has placeholders for.
enum ChangingData {
  /// The payload with one value for each octet that changes and may: of names, and of what follows the company or the
  /// service in their data. Lists of services and Flags are what they are.
  ///
  /// - Parameter payloads: of the same shape.
  static func pattern(of payload: Payload, among payloads: [Payload]) -> PayloadPattern {
    var variation = Variation()
    var octets = payload.octets
    for element in payload.decoded.elements {
      guard let head = head(of: element.value) else { continue }
      for offset in element.octetRange.dropFirst(2 + head) {
        let values = Set(payloads.compactMap { $0.octets.indices.contains(offset) ? $0.octets[offset] : nil })
        guard values.contains(where: { $0 != payload.octets[offset] }),
          let set = sets(of: element.value).first(where: { set in values.allSatisfy(set.contains) })
        else { continue }
        variation[offset] = Variation.Octet(set)
        octets[offset] = set.representative
      }
    }
    return PayloadPattern(Payload(octets), varying: variation)
  }

  /// Octets at the start of a value that say what it is; `nil` when all of it does.
  private static func head(of value: ADValue) -> Int? {
    switch value {
    case .localName: 0
    case .manufacturerData: 2
    case .serviceData(let data): data.width.octets
    default: nil
    }
  }

  /// The narrowest first.
  private static func sets(of value: ADValue) -> [OctetSet] {
    if case .localName = value { [.digits, .hexDigits, .letters, .text] } else { [.any] }
  }
}
