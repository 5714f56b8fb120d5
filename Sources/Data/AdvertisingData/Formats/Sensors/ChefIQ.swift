extension KnownPayload.Format {
  /// Temperatures of Chef iQ's thermometers for meat (company 0x05CD). The second half of the first octet is the kind
  /// of data (names and states have other kinds); the second octet begins with the version, on which the layout
  /// depends.
  ///
  /// Source: chefiq-ble and ble_monitor. The latter's capture is of version 4; the former was tested with a thermometer
  /// of version 5.
  static let chefIQ = KnownPayload.Format(
    "chefIQ", name: "Chef iQ", in: .company(0x05CD, beginnings: []),
    forms: [
      form(
        of: 5,
        [
          probe("ambient", at: 2, "ambient"), probe("temperature", at: 4, "meat"), probe("tip", at: 6, "tip"),
          probe("probe1", at: 8, "probe 1"), probe("probe2", at: 10, "probe 2"), probe("probe3", at: 12, "probe 3"),
        ])
    ]
      + [2, 3, 4].map { version in
        form(
          of: version,
          [
            .number("battery", at: 2, unit: "%"), probe("temperature", at: 6, "meat"), probe("tip", at: 8, "tip"),
            probe("probe1", at: 10, "probe 1"), probe("probe2", at: 12, "probe 2"),
            .number("probe3", at: 3, missingFrom: 0xFE, label: "probe 3", unit: "°C"),
            probe("ambient", at: 14, "ambient"),
          ])
      })

  private static func form(of version: UInt8, _ columns: [FixedFormat.Column]) -> FixedFormat {
    FixedFormat(
      "Chef iQ thermometer",
      marks: [
        FixedFormat.Mark(offset: 0, mask: 0x0F, value: 1), FixedFormat.Mark(offset: 1, mask: 0xF0, value: version << 4),
      ], count: 18, .known, columns)
  }

  /// A temperature in tenths of a degree. A probe that is not connected sends a temperature that no oven has.
  private static func probe(_ key: String, at offset: Int, _ label: String) -> FixedFormat.Column {
    .value(key, at: offset..<offset + 2, label: label, unit: "°C") { octets in
      let tenths = Int16(bitPattern: UInt16(littleEndian: octets, at: offset))
      return (-400...6000).contains(tenths) ? .decimal(DecimalNumber(Int(tenths), decimals: 1)) : .null
    }
  }
}
