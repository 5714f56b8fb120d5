/// An Eddystone-TLM frame of version 0: the beacon's own health.
public struct EddystoneTelemetry: Hashable, Sendable, KnownFormat {
  /// Millivolts; 0 when not supported.
  public let batteryVoltage: UInt16
  /// In 1/256 °C; 0x8000 when not supported.
  public let rawTemperature: Int16
  /// Advertisements since power-on or reboot.
  public let advertisements: UInt32
  /// Time since power-on or reboot in 0.1 s.
  public let uptime: UInt32
  /// Octets after the last field; empty in practice.
  public let surplus: [UInt8]

  public init(batteryVoltage: UInt16, rawTemperature: Int16, advertisements: UInt32, uptime: UInt32) {
    self.batteryVoltage = batteryVoltage
    self.rawTemperature = rawTemperature
    self.advertisements = advertisements
    self.uptime = uptime
    surplus = []
  }

  /// Throws when there are fewer than 14 octets, frame type and version included.
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(14, of: octets)
    batteryVoltage = UInt16(bigEndian: octets, at: 2)
    rawTemperature = Int16(bigEndian: octets, at: 4)
    advertisements = UInt32(bigEndian: octets, at: 6)
    uptime = UInt32(bigEndian: octets, at: 10)
    surplus = Array(octets[14...])
  }

  /// What follows the frame type octet.
  var octets: [UInt8] {
    [0] + batteryVoltage.bigEndianOctets + rawTemperature.bigEndianOctets + advertisements.bigEndianOctets
      + uptime.bigEndianOctets + surplus
  }

  /// °C, `nil` when not supported.
  public var temperature: DecimalNumber? {
    rawTemperature == .min ? nil : DecimalNumber(Int64(rawTemperature) * 390_625, decimals: 8)
  }

  /// Seconds.
  public var uptimeSeconds: DecimalNumber { DecimalNumber(uptime, decimals: 1) }

  var problems: [KnownPayloadProblem] { KnownPayloadProblem.surplus(surplus, at: 14) }
}
