/// A PDU of the provisioning of a Bluetooth Mesh device (AD type 0x29, PB-ADV).
///
/// Source: Mesh Protocol, PB-ADV. The numbers are sent most significant octet first.
public struct ProvisioningBearer: Hashable, Sendable {
  /// Which provisioning this belongs to.
  public let link: UInt32
  public let transaction: UInt8
  /// The generic provisioning PDU, 1 to 24 octets.
  public let pdu: [UInt8]

  /// `nil` unless the PDU has 1 to 24 octets.
  public init?(link: UInt32, transaction: UInt8, pdu: [UInt8]) {
    guard (1...24).contains(pdu.count) else { return nil }
    self.link = link
    self.transaction = transaction
    self.pdu = pdu
  }

  /// Throws unless there are 6 to 29 octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count >= 6 else { throw .tooShort(minimum: 6, actual: value.count) }
    guard value.count <= 29 else { throw .tooLong(maximum: 29, actual: value.count) }
    link = UInt32(value.bigEndian(at: 0, count: 4))
    transaction = value[4]
    pdu = Array(copying: value.extracting(droppingFirst: 5))
  }

  public var octets: [UInt8] { Array(bigEndian: link, count: 4) + [transaction] + pdu }
}
