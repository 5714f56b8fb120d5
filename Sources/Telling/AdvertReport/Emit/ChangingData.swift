internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// Finds data that change from one payload of a device to the next, for which a manifest has placeholders.
enum ChangingData {
  /// Returns the payload with one value for each octet that changes and may change: octets of names, and those after
  /// the company or the service in their data. Lists of services and Flags never vary.
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

  /// Returns the number of octets at the start of a value that identify it; `nil` when all of it does.
  private static func head(of value: ADValue) -> Int? {
    switch value {
    case .localName: 0
    case .manufacturerData: 2
    case .serviceData(let data): data.width.octets
    default: nil
    }
  }

  /// Returns the possible sets, the narrowest first.
  private static func sets(of value: ADValue) -> [OctetSet] {
    if case .localName = value { [.digits, .hexDigits, .letters, .text] } else { [.any] }
  }
}
