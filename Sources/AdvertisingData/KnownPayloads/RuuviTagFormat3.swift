/// Ruuvi data format 3 (RAWv1), of 14 octets.
public struct RuuviTagFormat3: Hashable, Sendable, KnownFormat {
  /// In 0.5 %.
  public let rawHumidity: UInt8
  /// Whole degrees; the top bit is the sign of ``temperature``.
  public let temperatureWhole: UInt8
  /// Hundredths of a degree.
  public let temperatureHundredths: UInt8
  /// Pascal above 50,000.
  public let rawPressure: UInt16
  /// x, y, z in thousandths of g.
  public let acceleration: [Int16]
  /// Millivolts.
  public let batteryVoltage: UInt16
  /// Octets after the last field; empty in practice.
  public let surplus: [UInt8]

  /// Throws when there are fewer than 14 octets.
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(14, of: octets)
    rawHumidity = octets[1]
    temperatureWhole = octets[2]
    temperatureHundredths = octets[3]
    rawPressure = UInt16(bigEndian: octets, at: 4)
    acceleration = [6, 8, 10].map { Int16(bigEndian: octets, at: $0) }
    batteryVoltage = UInt16(bigEndian: octets, at: 12)
    surplus = Array(octets[14...])
  }

  public var octets: [UInt8] {
    [3, rawHumidity, temperatureWhole, temperatureHundredths] + rawPressure.bigEndianOctets
      + acceleration.flatMap { $0.bigEndianOctets } + batteryVoltage.bigEndianOctets + surplus
  }

  /// °C.
  public var temperature: DecimalNumber {
    let magnitude = Int(temperatureWhole & 0x7F) * 100 + Int(temperatureHundredths)
    return DecimalNumber(temperatureWhole & 0x80 == 0 ? magnitude : -magnitude, decimals: 2)
  }

  /// Percent.
  public var humidity: DecimalNumber { DecimalNumber(Int(rawHumidity) * 5, decimals: 1) }

  /// Pascal.
  public var pressure: Int { Int(rawPressure) + 50_000 }

  public var problems: [KnownPayloadProblem] {
    (temperatureHundredths < 100 ? [] : [.unexpected(offset: 3, expected: "hundredths of a degree, below 100")])
      + KnownPayloadProblem.surplus(surplus, at: 14)
  }
}
