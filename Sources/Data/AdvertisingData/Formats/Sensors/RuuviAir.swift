extension KnownPayload.Format {
  /// Ruuvi's formats beside those of ``RuuviTag`` (company 0x0499): C5, which leaves out the acceleration, and E1,
  /// which air quality sensors send in extended advertising. Big-endian.
  ///
  /// Source: Ruuvi's data format pages.
  static let ruuviAir = KnownPayload.Format(
    "ruuviAir", name: "Ruuvi", in: .company(0x0499, beginnings: [[0xC5], [0xE1]]),
    forms: [
      FixedFormat(
        "RuuviTag format C5", marks: FixedFormat.Mark.beginning(0xC5), count: 18, .closed,
        climate + [
          .number(
            "batteryMillivolts", at: 7, octets: 2, .bigEndian, mask: 0xFFE0, plus: 1600, missing: 2047,
            label: "battery", unit: "mV"),
          .number(
            "txPower", at: 7, octets: 2, .bigEndian, mask: 0x1F, factor: 2, plus: -40, missing: 31, label: "TX power",
            unit: "dBm"),
          .number("movements", at: 9, missing: 255, label: "movement count"),
          .number("sequence", at: 10, octets: 2, .bigEndian, missing: 65_535),
          .address(at: 12, .bigEndian, name: "the address of a RuuviTag"),
        ]),
      FixedFormat(
        "Ruuvi Air format E1", marks: FixedFormat.Mark.beginning(0xE1), count: 40, .closed,
        climate + [
          particles("particles1", "PM1", at: 7), particles("particles", "PM2.5", at: 9),
          particles("particles4", "PM4", at: 11), particles("coarseParticles", "PM10", at: 13),
          .number("carbonDioxide", at: 15, octets: 2, .bigEndian, missing: 65_535, label: "CO2", unit: "ppm"),
          index("volatileOrganicCompounds", "VOC index", at: 17, lowestBit: 6),
          index("nitrogenOxides", "NOx index", at: 18, lowestBit: 7),
          .number(
            "illuminance", at: 19, octets: 3, .bigEndian, decimals: 2, missing: 0xFFFFFF, unit: "lx"),
          .number("sequence", at: 25, octets: 3, .bigEndian, missing: 0xFFFFFF),
          .flag("calibrating", at: 28, mask: 0x01),
          .address(at: 34, .bigEndian, name: "the address of a Ruuvi Air"),
        ]),
    ])

  /// Both formats begin with these columns, like format 5.
  private static let climate: [FixedFormat.Column] = [
    .number(
      "temperature", at: 1, octets: 2, .bigEndian, isSigned: true, factor: 5, decimals: 3, missing: 0x8000, unit: "°C"),
    .number("humidity", at: 3, octets: 2, .bigEndian, factor: 25, decimals: 4, missing: 65_535, unit: "%"),
    .number(
      "pressurePascals", at: 5, octets: 2, .bigEndian, plus: 50_000, missing: 65_535, label: "pressure", unit: "Pa"),
  ]

  private static func particles(_ key: String, _ label: String, at offset: Int) -> FixedFormat.Column {
    .number(key, at: offset, octets: 2, .bigEndian, decimals: 1, missing: 65_535, label: label, unit: "µg/m³")
  }

  /// An index of nine bits: eight are in their own octet, the lowest is among the flags.
  private static func index(
    _ key: String, _ label: String, at offset: Int, lowestBit: UInt8
  ) -> FixedFormat.Column {
    .value(key, at: offset..<offset + 1, as: [.integer, .null], label: label) { octets in
      let value = Int64(octets[offset]) << 1 | Int64(octets[28] >> lowestBit & 1)
      return value == 511 ? .null : .number(value)
    }
  }
}
