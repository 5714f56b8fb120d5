/// Measurements of a Ruuvi sensor (company 0x0499). Fields of several octets are big-endian.
///
/// Source: Ruuvi's data format pages. Format E1, for extended advertising only, is not taken apart.
public enum RuuviTag: KnownFormat {
  /// The first octet is the number of Ruuvi's data format.
  public static let format = KnownPayload.Format(
    "ruuviTag", name: "RuuviTag", in: .company(0x0499, beginnings: [[3], [5], [6]]), as: Self.self)

  /// Data format 3, of old tags.
  case format3(Format3)
  /// Data format 5.
  case format5(Format5)
  /// Data format 6, of air quality sensors.
  case format6(Format6)

  /// Throws when there are fewer octets than the data format has.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(1)
    switch octets[0] {
    case 3: self = .format3(try Format3(decoding: octets))
    case 6: self = .format6(try Format6(decoding: octets))
    default: self = .format5(try Format5(decoding: octets))
    }
  }

  public var octets: [UInt8] {
    switch self {
    case .format3(let format): format.octets
    case .format5(let format): format.octets
    case .format6(let format): format.octets
    }
  }

  public var problems: [KnownPayload.Problem] {
    switch self {
    case .format3(let format): format.problems
    case .format5(let format): format.problems
    case .format6(let format): format.problems
    }
  }

  public var title: String {
    switch self {
    case .format3: "RuuviTag format 3:"
    case .format5: "RuuviTag format 5:"
    case .format6: "Ruuvi Air format 6:"
    }
  }

  public var fields: [Field] {
    switch self {
    case .format3(let format): format.fields
    case .format5(let format): format.fields
    case .format6(let format): format.fields
    }
  }

  public static func beginning(of octets: [UInt8]) -> [Field] { [.structure(at: 0..<1)] }

  /// Thousandths of g; an axis that is not available is `null`.
  private static func acceleration(_ axes: [Int16], at range: Range<Int>) -> Field {
    Field(
      "accelerationMilliG", .list(axes.map { $0 == .min ? .null : .number(Int64($0)) }), label: "acceleration",
      unit: "mg", at: range, wording: .items(separator: " "))
  }

  /// °C of the unit of formats 5 and 6, 0.005; `nil` for the value that says "not available".
  private static func temperature(_ raw: Int16) -> DecimalNumber? {
    raw == .min ? nil : DecimalNumber(Int64(raw) * 5, decimals: 3)
  }

  /// Percent of the unit of formats 5 and 6, 0.0025; `nil` for "not available".
  private static func humidity(_ raw: UInt16) -> DecimalNumber? {
    raw == .max ? nil : DecimalNumber(Int64(raw) * 25, decimals: 4)
  }

  /// Pascal; `nil` for "not available".
  private static func pressure(_ raw: UInt16) -> Int? {
    raw == .max ? nil : Int(raw) + 50_000
  }
}

extension RuuviTag {
  /// Ruuvi data format 3 (RAWv1), of 14 octets.
  public struct Format3: Hashable, Sendable {
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
    fileprivate init(decoding octets: [UInt8]) throws(Malformation) {
      try octets.require(14)
      rawHumidity = octets[1]
      temperatureWhole = octets[2]
      temperatureHundredths = octets[3]
      rawPressure = UInt16(bigEndian: octets, at: 4)
      acceleration = [6, 8, 10].map { Int16(bigEndian: octets, at: $0) }
      batteryVoltage = UInt16(bigEndian: octets, at: 12)
      surplus = Array(octets[14...])
    }

    fileprivate var octets: [UInt8] {
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

    fileprivate var problems: [KnownPayload.Problem] {
      (temperatureHundredths < 100 ? [] : [.unexpected(offset: 3, expected: "hundredths of a degree, below 100")])
        + KnownPayload.Problem.surplus(surplus, at: 14)
    }

    fileprivate var fields: [Field] {
      [
        Field("format", 3, at: 0..<1, role: .structure),
        Field("temperature", temperature, unit: "°C", at: 2..<4),
        // Hundredths of a degree are below 100.
        .structure(at: 3..<4),
        Field("humidity", humidity, unit: "%", at: 1..<2),
        Field("pressurePascals", pressure, unit: "Pa", at: 4..<6),
        RuuviTag.acceleration(acceleration, at: 6..<12),
        Field("batteryMillivolts", batteryVoltage, label: "battery", unit: "mV", at: 12..<14),
      ]
    }
  }
}

extension RuuviTag {
  /// Ruuvi data format 5 (RAWv2), of 24 octets. Measurements are `nil` when the sensor says "not available".
  public struct Format5: Hashable, Sendable {
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
    fileprivate init(decoding octets: [UInt8]) throws(Malformation) {
      try octets.require(24)
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

    fileprivate var octets: [UInt8] {
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

    fileprivate var problems: [KnownPayload.Problem] { KnownPayload.Problem.surplus(surplus, at: 24) }

    fileprivate var fields: [Field] {
      [
        Field("format", 5, at: 0..<1, role: .structure),
        Field("temperature", temperature, unit: "°C", at: 1..<3),
        Field("humidity", humidity, unit: "%", at: 3..<5),
        Field("pressurePascals", pressure, unit: "Pa", at: 5..<7),
        RuuviTag.acceleration(acceleration, at: 7..<13),
        Field("batteryMillivolts", batteryVoltage, label: "battery", unit: "mV", at: 13..<15),
        Field("txPower", txPower, unit: "dBm", at: 14..<15),
        Field("movements", movements == .max ? nil : movements, label: "movement count", at: 15..<16),
        Field("sequence", sequence == .max ? nil : sequence, label: "sequence", at: 16..<18),
        Field(
          "address", .address(address), at: 18..<24,
          role: .address(isLittleEndian: false, name: "the address of a RuuviTag"), wording: .value),
      ]
    }
  }
}

extension RuuviTag {
  /// Ruuvi data format 6 (air quality), of 20 octets. Measurements are `nil` when the sensor says "not available".
  public struct Format6: Hashable, Sendable {
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
    /// The upper 8 of 9 bits of an index.
    public let rawNitrogenOxides: UInt8
    /// A logarithmic measure of light; 255 for "not available".
    public let luminosityCode: UInt8
    /// The upper 8 of 9 bits of a sound level.
    public let rawSound: UInt8
    /// Counts measurements.
    public let sequence: UInt8
    /// The lowest bits of three measurements, and the state of the calibration.
    public let flags: UInt8
    /// The last three octets of the device's address as printed.
    public let addressEnd: [UInt8]
    /// Octets after the last field; empty in practice.
    public let surplus: [UInt8]

    /// Throws when there are fewer than 20 octets.
    fileprivate init(decoding octets: [UInt8]) throws(Malformation) {
      try octets.require(20)
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

    fileprivate var octets: [UInt8] {
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

    fileprivate var problems: [KnownPayload.Problem] { KnownPayload.Problem.surplus(surplus, at: 20) }

    fileprivate var fields: [Field] {
      [
        Field("format", 6, at: 0..<1, role: .structure),
        Field("temperature", temperature, unit: "°C", at: 1..<3),
        Field("humidity", humidity, unit: "%", at: 3..<5),
        Field("pressurePascals", pressure, unit: "Pa", at: 5..<7),
        Field("particles", particles, label: "PM2.5", unit: "µg/m³", at: 7..<9),
        Field("carbonDioxide", carbonDioxide, label: "CO2", unit: "ppm", at: 9..<11),
        Field("volatileOrganicCompounds", volatileOrganicCompounds, label: "VOC index", at: 11..<12),
        Field("nitrogenOxides", nitrogenOxides, label: "NOx index", at: 12..<13),
        Field("luminosityCode", luminosityCode, at: 13..<14),
        Field("sequence", sequence, label: "sequence", at: 15..<16),
        Field(
          "addressEnd", .address(addressEnd), at: 17..<20,
          wording: .phrase("address …:" + HexText.address(addressEnd))),
      ]
    }
  }
}
