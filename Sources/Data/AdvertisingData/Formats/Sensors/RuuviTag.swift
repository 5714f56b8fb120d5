/// Measurements of a Ruuvi sensor (company 0x0499). Fields of several octets are big-endian.
///
/// Source: Ruuvi's data format pages. Format E1, for extended advertising only, is not taken apart.
package enum RuuviTag {
  /// The first octet is the number of Ruuvi's data format.
  package static let format = KnownPayload.Format(
    "ruuviTag", name: "RuuviTag", in: .company(0x0499, beginnings: [[3], [5], [6]]),
    fields: [.string("data")] + [format3, format5, format6].flatMap { $0.columns.declared },
    beginning: { _ in [.structure(at: 0..<1)] },
    read: { octets, _ throws(Malformation) in
      switch octets.first {
      case 3:
        let isWhole = octets.count > 3 && octets[3] < 100
        return try format3.read(
          octets, problems: isWhole ? [] : [.unexpected(offset: 3, expected: "hundredths of a degree, below 100")])
      case 6: return try format6.read(octets)
      default: return try format5.read(octets)
      }
    })

  /// Data format 3 (RAWv1), of old tags.
  private static let format3 = FixedFormat(
    "RuuviTag format 3", count: 14, .strict,
    [
      .integer("format", at: 0, role: .structure),
      // Whole degrees with the sign in the top bit, then hundredths.
      .field(.number("temperature", unit: "°C")) { octets in
        let magnitude = Int(octets[2] & 0x7F) * 100 + Int(octets[3])
        let temperature = DecimalNumber(octets[2] & 0x80 == 0 ? magnitude : -magnitude, decimals: 2)
        return Field("temperature", temperature, unit: "°C", at: 2..<4)
      },
      // Hundredths of a degree are below 100.
      .structure(at: 3..<4),
      .decimal("humidity", at: 1, factor: 5, decimals: 1, unit: "%"), pressure(at: 4), acceleration(at: 6),
      .integer("batteryMillivolts", at: 12, octets: 2, .bigEndian, label: "battery", unit: "mV"),
    ])

  /// Data format 5 (RAWv2).
  private static let format5 = FixedFormat(
    "RuuviTag format 5", count: 24, .strict,
    [.integer("format", at: 0, role: .structure)] + climate + [
      acceleration(at: 7),
      .integer(
        "batteryMillivolts", at: 13, octets: 2, .bigEndian, mask: 0xFFE0, plus: 1600, missing: 2047, label: "battery",
        unit: "mV"),
      .integer("txPower", at: 14, mask: 0x1F, factor: 2, plus: -40, missing: 31, unit: "dBm"),
      .integer("movements", at: 15, missing: 0xFF, label: "movement count"),
      .integer("sequence", at: 16, octets: 2, .bigEndian, missing: 0xFFFF, label: "sequence"),
      .address(at: 18, .bigEndian, name: "the address of a RuuviTag"),
    ])

  /// Data format 6, of air quality sensors.
  private static let format6 = FixedFormat(
    "Ruuvi Air format 6", count: 20, .strict,
    [.integer("format", at: 0, role: .structure)] + climate + [
      .decimal(
        "particles", at: 7, octets: 2, .bigEndian, decimals: 1, missing: 0xFFFF, label: "PM2.5", unit: "µg/m³"),
      .integer("carbonDioxide", at: 9, octets: 2, .bigEndian, missing: 0xFFFF, label: "CO2", unit: "ppm"),
      index("volatileOrganicCompounds", "VOC index", at: 11, lowestBit: 6),
      index("nitrogenOxides", "NOx index", at: 12, lowestBit: 7),
      // A logarithmic measure of light.
      .integer("luminosityCode", at: 13),
      .integer("sequence", at: 15, label: "sequence"),
      .field(.string("addressEnd")) { octets in
        let end = Array(octets[17..<20])
        return Field(
          "addressEnd", .address(end), at: 17..<20, wording: .phrase("address …:" + HexText.address(end)))
      },
    ])

  /// Temperature, humidity and pressure of formats 5 and 6.
  private static let climate: [FixedFormat.Column] = [
    .decimal(
      "temperature", at: 1, octets: 2, .bigEndian, isSigned: true, factor: 5, decimals: 3, missing: 0x8000, unit: "°C"),
    .decimal("humidity", at: 3, octets: 2, .bigEndian, factor: 25, decimals: 4, missing: 0xFFFF, unit: "%"),
    pressure(at: 5, missing: 0xFFFF),
  ]

  private static func pressure(at offset: Int, missing: UInt32? = nil) -> FixedFormat.Column {
    .integer("pressurePascals", at: offset, octets: 2, .bigEndian, plus: 50_000, missing: missing, unit: "Pa")
  }

  /// x, y and z in thousandths of g. An axis that is not available is null.
  private static func acceleration(at offset: Int) -> FixedFormat.Column {
    .field(.list("accelerationMilliG", of: [.integer, .null], unit: "mg")) { octets in
      let axes = [0, 2, 4].map { Int16(bigEndian: octets, at: offset + $0) }
      return Field(
        "accelerationMilliG", .list(axes.map { $0 == .min ? .null : .number(Int64($0)) }), label: "acceleration",
        unit: "mg", at: offset..<offset + 6, wording: .items(separator: " "))
    }
  }

  /// An index from 1 to 500: 9 bits, with the lowest among the flags.
  private static func index(_ key: String, _ label: String, at offset: Int, lowestBit: UInt8) -> FixedFormat.Column {
    .field(.integer(key, orNull: true)) { octets in
      let index = Int(octets[offset]) << 1 | Int(octets[16] >> lowestBit & 1)
      return Field(key, index == 511 ? nil : index, label: label, at: offset..<offset + 1)
    }
  }
}
