extension KnownPayload.Format {
  /// Measurements of Blue Maestro's Tempo Discs (company 0x0133); big-endian.
  ///
  /// Source: ble_monitor.
  static let blueMaestro = KnownPayload.Format(
    "blueMaestro", name: "Blue Maestro", in: .company(0x0133, beginnings: [[0x0D], [0x16], [0x17], [0x1B]]),
    forms: [
      FixedFormat(
        "Blue Maestro Tempo Disc", marks: FixedFormat.Mark.beginning(0x0D), count: 10, .closed,
        logging + [number("temperature", at: 6, isSigned: true, unit: "°C"), .octets("mode", at: 8..<10)]),
      form(0x16, number("dewPoint", at: 10, isSigned: true, unit: "°C")),
      form(0x17, number("dewPoint", at: 10, isSigned: true, unit: "°C")),
      form(0x1B, number("pressure", at: 10, unit: "hPa")),
    ])

  private static func form(_ model: UInt8, _ last: FixedFormat.Column) -> FixedFormat {
    FixedFormat(
      "Blue Maestro Tempo Disc", marks: FixedFormat.Mark.beginning(model), count: 14, .closed,
      logging + [
        number("temperature", at: 6, isSigned: true, unit: "°C"), number("humidity", at: 8, unit: "%"), last,
        .octets("mode", at: 12..<14),
      ])
  }

  private static let logging: [FixedFormat.Column] = [
    .number("battery", at: 1, unit: "%"),
    .number("loggingIntervalSeconds", at: 2, octets: 2, .bigEndian, label: "every", unit: "s"),
    .number("logCount", at: 4, octets: 2, .bigEndian),
  ]

  private static func number(
    _ key: String, at offset: Int, isSigned: Bool = false, unit: String
  ) -> FixedFormat.Column {
    .number(key, at: offset, octets: 2, .bigEndian, isSigned: isSigned, decimals: 1, unit: unit)
  }
}
