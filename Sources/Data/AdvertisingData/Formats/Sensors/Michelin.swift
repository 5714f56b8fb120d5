extension KnownPayload.Format {
  /// Measurements of Michelin's tyre sensors (company 0x0828).
  ///
  /// Source: ble_monitor.
  static let michelin = KnownPayload.Format(
    "michelin", name: "Michelin tyre sensor", in: .company(0x0828, beginnings: []),
    forms: [form(3), form(4)])

  /// The second octet is the type of frame.
  private static func form(_ type: UInt8) -> FixedFormat {
    FixedFormat(
      "Michelin tyre sensor", marks: [FixedFormat.Mark(offset: 1, mask: .max, value: type)], count: 14, .known,
      [
        .number("temperature", at: 2, plus: -60, unit: "°C"),
        .number("batteryVolts", at: 3, plus: 100, decimals: 2, label: "battery", unit: "V"),
        .number("pressure", at: 4, octets: 2),
        .octets("tyre", at: 6..<9),
        .number("steps", at: 9),
        .number("sequence", at: 10, octets: 4),
      ])
  }
}
