extension KnownPayload.Format {
  /// Weights of the scales TZC4 and QJ-J, which Xiaogui and Leaone sell. The data begin in the place of the company
  /// identifier, whose other octet counts messages: their first octet, their state and their length identify them.
  ///
  /// Source: ble_monitor and leaone-ble. A weight is in the column of its unit.
  static let xiaogui = KnownPayload.Format(
    "xiaogui", name: "Xiaogui scale",
    devices: [
      form("TZC4", 0x20, "weight", decimals: 1, unit: "kg"),
      form("TZC4", 0x30, "weightPounds", decimals: 1, unit: "lb"),
      form("QJ-J", 0x24, "weight", decimals: 2, unit: "kg"),
    ])

  private static func form(
    _ model: String, _ state: UInt8, _ weight: String, decimals: UInt8, unit: String
  ) -> FixedFormat {
    FixedFormat(
      "probably a scale \(model)",
      marks: FixedFormat.Mark.beginning(0xC0) + [FixedFormat.Mark(offset: 8, mask: 0xFE, value: state)], count: 15,
      .known,
      [
        .number("sequence", at: 1), .flag("stable", at: 8, mask: 0x01),
        .number(weight, at: 2, octets: 2, .bigEndian, decimals: decimals, label: "weight", unit: unit),
        .value("impedance", at: 4..<6, unit: "Ω") { octets in
          octets[8] & 0x01 == 0 ? .null : .decimal(DecimalNumber(UInt16(bigEndian: octets, at: 4), decimals: 1))
        },
        .address(at: 9, .bigEndian, name: "the address of a scale"),
      ])
  }
}
