/// Ruuvi data format 5 (RAWv2), of 24 octets. Measurements are `nil` when the sensor says "not available".
public struct RuuviTagFormat5: Hashable, Sendable, KnownFormat {
  /// In 0.005 °C.
  public let rawTemperature: Int16
  /// In 0.0025 %.
  public let rawHumidity: UInt16
  /// Pascal above 50,000.
  public let rawPressure: UInt16
  /// x, y, z in thousandths of g; -32768 for "not available".
  public let acceleration: [Int16]
  /// Battery voltage in the top 11 bits, transmit power in the others.
  public let rawPower: UInt16
  /// Counts movements; 255 for "not available".
  public let movements: UInt8
  /// Counts measurements; 65535 for "not available".
  public let sequence: UInt16
  /// The device's address as printed, 6 octets.
  public let address: [UInt8]
  /// Octets after the last field; empty in practice.
  public let surplus: [UInt8]

  /// Throws when there are fewer than 24 octets.
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(24, of: octets)
    rawTemperature = Int16(bigEndian: octets, at: 1)
    rawHumidity = UInt16(bigEndian: octets, at: 3)
    rawPressure = UInt16(bigEndian: octets, at: 5)
    acceleration = [7, 9, 11].map { Int16(bigEndian: octets, at: $0) }
    rawPower = UInt16(bigEndian: octets, at: 13)
    movements = octets[15]
    sequence = UInt16(bigEndian: octets, at: 16)
    address = Array(octets[18..<24])
    surplus = Array(octets[24...])
  }

  public var octets: [UInt8] {
    [5] + rawTemperature.bigEndianOctets + rawHumidity.bigEndianOctets + rawPressure.bigEndianOctets
      + acceleration.flatMap { $0.bigEndianOctets } + rawPower.bigEndianOctets + [movements]
      + sequence.bigEndianOctets + address + surplus
  }

  /// °C.
  public var temperature: DecimalNumber? { RuuviTag.temperature(rawTemperature) }
  /// Percent.
  public var humidity: DecimalNumber? { RuuviTag.humidity(rawHumidity) }
  /// Pascal.
  public var pressure: Int? { RuuviTag.pressure(rawPressure) }
  /// Millivolts.
  public var batteryVoltage: Int? { rawPower >> 5 == 2047 ? nil : Int(rawPower >> 5) + 1600 }
  /// dBm.
  public var txPower: Int? { rawPower & 0x1F == 31 ? nil : Int(rawPower & 0x1F) * 2 - 40 }

  public var problems: [KnownPayloadProblem] { KnownPayloadProblem.surplus(surplus, at: 24) }
}
