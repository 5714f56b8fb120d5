/// One Remote ID message: always 25 octets.
public struct RemoteIDMessage: Hashable, Sendable {
  public static let length = 25
  static let packType: UInt8 = 0xF

  public let octets: [UInt8]

  /// `nil` unless there are 25 octets.
  public init?(_ octets: [UInt8]) {
    guard octets.count == Self.length else { return nil }
    self.octets = octets
  }

  /// The caller has counted 25 octets.
  init(whole octets: [UInt8]) {
    self.octets = octets
  }

  /// The high nibble of the first octet.
  public var type: UInt8 { octets[0] >> 4 }
  /// 0 to 2 are in use.
  public var protocolVersion: UInt8 { octets[0] & 0x0F }

  public enum Content: Hashable, Sendable {
    /// Which aircraft it is. The identifier is 20 octets, filled up with zeros.
    case basicID(idType: UInt8, aircraftType: UInt8, id: [UInt8])
    case location(RemoteIDLocation)
    /// A page (0 to 15) of authentication data of a type, as sent.
    case authentication(authenticationType: UInt8, page: UInt8, [UInt8])
    /// What the operator says of the flight: 23 octets of text.
    case selfID(descriptionType: UInt8, [UInt8])
    case system(RemoteIDSystem)
    /// Who flies it: 20 octets of text.
    case operatorID(idType: UInt8, [UInt8])
    /// Another type: what follows the first octet.
    case other([UInt8])
  }

  public var content: Content {
    switch type {
    case 0: .basicID(idType: octets[1] >> 4, aircraftType: octets[1] & 0x0F, id: Array(octets[2..<22]))
    case 1: .location(RemoteIDLocation(message: octets))
    case 2:
      .authentication(authenticationType: octets[1] >> 4, page: octets[1] & 0x0F, Array(octets[2...]))
    case 3: .selfID(descriptionType: octets[1], Array(octets[2...]))
    case 4: .system(RemoteIDSystem(message: octets))
    case 5: .operatorID(idType: octets[1], Array(octets[2..<22]))
    default: .other(Array(octets[1...]))
    }
  }

  /// Offsets count from the first octet of the message.
  var problems: [KnownPayloadProblem] {
    let version: [KnownPayloadProblem] =
      protocolVersion > 2 ? [.unexpected(offset: 0, expected: "a protocol version from 0 to 2")] : []
    let reserved: [KnownPayloadProblem]
    switch type {
    case 0, 5: reserved = octets[22...].allSatisfy { $0 == 0 } ? [] : [.reserved(offset: 22)]
    case 1:
      reserved =
        KnownPayloadProblem.reserved(octets[1] & 0x08, at: 1) + KnownPayloadProblem.reserved(octets[23] >> 4, at: 23)
        + KnownPayloadProblem.reserved(octets[24], at: 24)
    case 4:
      reserved = KnownPayloadProblem.reserved(octets[1] >> 5, at: 1) + KnownPayloadProblem.reserved(octets[24], at: 24)
    case 2, 3: reserved = []
    default: reserved = [.unexpected(offset: 0, expected: "a message type from 0 to 5")]
    }
    return version + reserved
  }
}
