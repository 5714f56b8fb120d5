/// An Eddystone-TLM frame of version 1: telemetry encrypted by a beacon that sends ephemeral identifiers.
public struct EddystoneEncryptedTelemetry: Hashable, Sendable, KnownFormat {
  /// 12 octets.
  public let encrypted: [UInt8]
  public let salt: UInt16
  /// Message integrity check.
  public let check: UInt16
  /// Octets after the last field; empty in practice.
  public let surplus: [UInt8]

  /// Throws when there are fewer than 18 octets, frame type and version included.
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(18, of: octets)
    encrypted = Array(octets[2..<14])
    salt = UInt16(bigEndian: octets, at: 14)
    check = UInt16(bigEndian: octets, at: 16)
    surplus = Array(octets[18...])
  }

  /// What follows the frame type octet.
  var octets: [UInt8] { [1] + encrypted + salt.bigEndianOctets + check.bigEndianOctets + surplus }

  var problems: [KnownPayloadProblem] { KnownPayloadProblem.surplus(surplus, at: 18) }
}
