/// The Google and Apple Exposure Notification beacon (service data of 0xFD6F).
///
/// Source: Exposure Notification Bluetooth Specification.
public struct ExposureNotification: KnownFormat {
  public static let format = KnownPayload.Format(
    "exposureNotification", name: "Exposure Notification", in: .services([0xFD6F]), as: Self.self)

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
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(20)
    rollingProximityIdentifier = Array(octets[..<16])
    encryptedMetadata = Array(octets[16..<20])
    surplus = Array(octets[20...])
  }

  public var octets: [UInt8] { rollingProximityIdentifier + encryptedMetadata + surplus }

  public var problems: [KnownPayload.Problem] { KnownPayload.Problem.surplus(surplus, at: 20) }

  public var fields: [Field] {
    [
      Field("id", .octets(rollingProximityIdentifier), label: "id", at: 0..<16),
      Field("encryptedMetadata", .octets(encryptedMetadata), label: "encrypted metadata", at: 16..<20),
    ]
  }
}
