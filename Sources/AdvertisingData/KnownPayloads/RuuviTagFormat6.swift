/// Ruuvi data format 6 (air quality), of 20 octets. Measurements are `nil` when the sensor says "not available".
public struct RuuviTagFormat6: Hashable, Sendable, KnownFormat {
  /// In 0.005 °C.
  public let rawTemperature: Int16
  /// In 0.0025 %.
  public let rawHumidity: UInt16
  /// Pascal above 50,000.
  public let rawPressure: UInt16
  /// Particles up to 2.5 µm, in 0.1 µg/m³.
  public let rawParticles: UInt16
  /// Parts per million.
  public let rawCarbonDioxide: UInt16
  /// The upper 8 of 9 bits; the lowest is in ``flags``. So for ``rawNitrogenOxides`` and ``rawSound``.
  public let rawVolatileOrganicCompounds: UInt8
  public let rawNitrogenOxides: UInt8
  /// A logarithmic measure of light; 255 for "not available".
  public let luminosityCode: UInt8
  public let rawSound: UInt8
  /// Counts measurements.
  public let sequence: UInt8
  public let flags: UInt8
  /// The last three octets of the device's address as printed.
  public let addressEnd: [UInt8]
  /// Octets after the last field; empty in practice.
  public let surplus: [UInt8]

  /// Throws when there are fewer than 20 octets.
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(20, of: octets)
    rawTemperature = Int16(bigEndian: octets, at: 1)
    rawHumidity = UInt16(bigEndian: octets, at: 3)
    rawPressure = UInt16(bigEndian: octets, at: 5)
    rawParticles = UInt16(bigEndian: octets, at: 7)
    rawCarbonDioxide = UInt16(bigEndian: octets, at: 9)
    rawVolatileOrganicCompounds = octets[11]
    rawNitrogenOxides = octets[12]
    luminosityCode = octets[13]
    rawSound = octets[14]
    sequence = octets[15]
    flags = octets[16]
    addressEnd = Array(octets[17..<20])
    surplus = Array(octets[20...])
  }

  public var octets: [UInt8] {
    [6] + rawTemperature.bigEndianOctets + rawHumidity.bigEndianOctets + rawPressure.bigEndianOctets
      + rawParticles.bigEndianOctets + rawCarbonDioxide.bigEndianOctets
      + [rawVolatileOrganicCompounds, rawNitrogenOxides, luminosityCode, rawSound, sequence, flags] + addressEnd
      + surplus
  }

  /// °C.
  public var temperature: DecimalNumber? { RuuviTag.temperature(rawTemperature) }
  /// Percent.
  public var humidity: DecimalNumber? { RuuviTag.humidity(rawHumidity) }
  /// Pascal.
  public var pressure: Int? { RuuviTag.pressure(rawPressure) }
  /// µg/m³.
  public var particles: DecimalNumber? { rawParticles == .max ? nil : DecimalNumber(rawParticles, decimals: 1) }
  /// Parts per million.
  public var carbonDioxide: Int? { rawCarbonDioxide == .max ? nil : Int(rawCarbonDioxide) }
  /// An index from 1 to 500.
  public var volatileOrganicCompounds: Int? { joined(rawVolatileOrganicCompounds, flagBit: 6) }
  /// An index from 1 to 500.
  public var nitrogenOxides: Int? { joined(rawNitrogenOxides, flagBit: 7) }

  private func joined(_ upper: UInt8, flagBit: UInt8) -> Int? {
    let value = Int(upper) << 1 | Int(flags >> flagBit & 1)
    return value == 511 ? nil : value
  }

  public var problems: [KnownPayloadProblem] { KnownPayloadProblem.surplus(surplus, at: 20) }
}
