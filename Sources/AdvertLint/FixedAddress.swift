internal import AdvertisingData

/// An address in well-known data, in a field that the format has for it.
struct FixedAddress {
  /// What it is.
  let name: String
  /// Offset from the first octet of the data.
  let start: Int
  /// As sent.
  let octets: [UInt8]

  /// All octets alike: nobody's address.
  var isPadding: Bool { octets.allSatisfy { $0 == octets.first } }
}

extension RecognisedPayload {
  /// The address in the data, `nil` when the format has no field for one, or it is left out.
  var fixedAddress: FixedAddress? {
    let octets = payload.octets
    func field(_ name: String, at start: Int) -> FixedAddress? {
      guard start + 6 <= octets.count else { return nil }
      return FixedAddress(name: name, start: start, octets: Array(octets[start..<start + 6]))
    }
    switch payload {
    case .btHome(let data): return data.address == nil ? nil : field("the address of a BTHome device", at: 1)
    case .miBeacon(let data): return data.address == nil ? nil : field("the address of a MiBeacon device", at: 5)
    case .ruuviTag(.format5): return field("the address of a RuuviTag", at: 18)
    case .swiftPair(let data):
      guard case .classic = data.pairing else { return nil }
      return field("the BR/EDR address", at: 3)
    case .continuity(let data):
      // HomeKit's device identifier, which stays until the accessory is reset.
      guard data.messages.first?.type == 0x06 else { return nil }
      return field("the HomeKit device identifier", at: 3)
    default: return nil
    }
  }
}
