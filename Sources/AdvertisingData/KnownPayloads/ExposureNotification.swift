/// The Google and Apple Exposure Notification beacon (service data of 0xFD6F).
///
/// Source: Exposure Notification Bluetooth Specification.
public struct ExposureNotification: Hashable, Sendable, KnownFormat {
  /// 16 octets, which change together with the address.
  public let rollingProximityIdentifier: [UInt8]
  /// 4 octets: encrypted version and transmit power.
  public let encryptedMetadata: [UInt8]
  /// Octets after the last field; empty in practice.
  public let surplus: [UInt8]

  /// `nil` unless the identifier has 16 octets and the metadata 4.
  public init?(rollingProximityIdentifier: [UInt8], encryptedMetadata: [UInt8]) {
    guard rollingProximityIdentifier.count == 16, encryptedMetadata.count == 4 else { return nil }
    self.rollingProximityIdentifier = rollingProximityIdentifier
    self.encryptedMetadata = encryptedMetadata
    surplus = []
  }

  /// Throws when there are fewer than 20 octets.
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(20, of: octets)
    rollingProximityIdentifier = Array(octets[..<16])
    encryptedMetadata = Array(octets[16..<20])
    surplus = Array(octets[20...])
  }

  public var octets: [UInt8] { rollingProximityIdentifier + encryptedMetadata + surplus }

  public var problems: [KnownPayloadProblem] { KnownPayloadProblem.surplus(surplus, at: 20) }
}
