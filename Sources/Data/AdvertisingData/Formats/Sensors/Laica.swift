extension KnownPayload.Format {
  /// Weights of Laica's scales. Their company identifier is not assigned, and their octets are masked with 0xA0.
  ///
  /// Source: ble_monitor.
  static let laica = KnownPayload.Format(
    "laica", name: "Laica scale",
    devices: [
      form(
        0x0D,
        .value("weight", at: 8..<12, unit: "kg") { octets in
          .decimal(DecimalNumber(unmasked(octets, at: 8, count: 4) & 0x3FFFF, decimals: 3))
        }),
      form(
        0x06,
        .value("impedance", at: 8..<10, unit: "Ω") {
          .decimal(DecimalNumber(unmasked($0, at: 8, count: 2), decimals: 0))
        }),
    ])

  private static func form(_ kind: UInt8, _ column: FixedFormat.Column) -> FixedFormat {
    FixedFormat(
      "probably a Laica scale",
      marks: FixedFormat.Mark.beginning(0xAC, 0xA0) + [FixedFormat.Mark(offset: 12, mask: .max, value: kind)],
      count: 14,
      .known, [column])
  }

  private static func unmasked(_ octets: [UInt8], at offset: Int, count: Int) -> Int64 {
    octets[offset..<offset + count].reduce(0) { $0 << 8 | Int64($1 ^ 0xA0) }
  }
}
