internal import AdvertCapture
internal import AdvertisingData

/// The host's filters show the devices that it looks for, so they are replaced like the data of these devices.
extension Redaction {
  /// Returns a filter's condition with pseudonyms for its address, name or data. Services stay, as in lists.
  func condition(_ condition: ScanFilter.Condition) -> ScanFilter.Condition {
    var redacted = condition
    switch condition.kind {
    case .address:
      guard
        let address = DeviceAddress(
          littleEndian: condition.octets.span, at: 0, type: condition.addressType ?? .public)
      else { return condition }
      let bits = self.address(address).bits
      redacted.octets = (0..<6).map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }
    case .name: redacted.octets = Array(text(String(decoding: condition.octets, as: UTF8.self)).utf8)
    case .service, .solicitation: return condition
    case .manufacturerData: redacted.octets = value(condition.octets, ofType: .manufacturerData)
    case .serviceData: redacted.octets = value(condition.octets, ofType: .serviceData16)
    case .pattern:
      redacted.octets.replaceSubrange(
        min(2, redacted.octets.count)..., with: Array(repeating: 0, count: max(0, redacted.octets.count - 2)))
    case .serviceDataChange, .transportDiscovery, .adType:
      redacted.octets = Array(repeating: 0, count: condition.octets.count)
    }
    redacted.isRedacted = redacted.octets != condition.octets
    return redacted
  }

  /// Returns the pseudonym as in advertising data, so that equal data have equal pseudonyms.
  func value(_ octets: [UInt8], ofType type: ADType) -> [UInt8] {
    guard octets.count < 255 else { return Array(repeating: 0, count: octets.count) }
    let structure = Payload([UInt8(octets.count + 1), type.rawValue] + octets)
    return Array(payload(structure).octets.dropFirst(2))
  }
}
