/// Apple's iBeacon (company 0x004C): a region's UUID with two numbers, and the power to estimate distance with.
///
/// Source: Apple, "Getting Started with iBeacon". Fields of several octets are big-endian.
public struct IBeacon: Hashable, Sendable, KnownFormat {
  /// Continuity type 0x02 and its length.
  static let prefix: [UInt8] = [0x02, 0x15]

  public let proximityUUID: BluetoothUUID
  public let major: UInt16
  public let minor: UInt16
  /// RSSI in dBm at 1 m.
  public let measuredPower: Int8
  /// Octets after the last field; empty in practice.
  public let surplus: [UInt8]

  public init(proximityUUID: BluetoothUUID, major: UInt16, minor: UInt16, measuredPower: Int8) {
    self.proximityUUID = proximityUUID
    self.major = major
    self.minor = minor
    self.measuredPower = measuredPower
    surplus = []
  }

  /// Throws when there are fewer than 23 octets. They start with ``prefix``.
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(23, of: octets)
    proximityUUID = BluetoothUUID(
      high: UInt64(bigEndian: octets, at: 2), low: UInt64(bigEndian: octets, at: 10))
    major = UInt16(bigEndian: octets, at: 18)
    minor = UInt16(bigEndian: octets, at: 20)
    measuredPower = Int8(bitPattern: octets[22])
    surplus = Array(octets[23...])
  }

  public var octets: [UInt8] {
    Self.prefix + proximityUUID.high.bigEndianOctets + proximityUUID.low.bigEndianOctets + major.bigEndianOctets
      + minor.bigEndianOctets + [UInt8(bitPattern: measuredPower)] + surplus
  }

  public var problems: [KnownPayloadProblem] { KnownPayloadProblem.surplus(surplus, at: 23) }
}
