extension KnownPayload.Format {
  /// Measurements of Blustream's sensors of instruments (company 0x0194, Acoustic Stream).
  ///
  /// Source: ble_monitor.
  static let blustream = KnownPayload.Format(
    "blustream", name: "Blustream", in: .company(0x0194, beginnings: []),
    forms: [
      FixedFormat(
        "Blustream sensor", count: 9, .known,
        [
          .octets("id", at: 0..<4), .number("acceleration", at: 4),
          .number("humidity", at: 5, octets: 2, .bigEndian, decimals: 2, unit: "%"),
          .number("temperature", at: 7, octets: 2, .bigEndian, isSigned: true, decimals: 2, unit: "°C"),
        ])
    ])
}
