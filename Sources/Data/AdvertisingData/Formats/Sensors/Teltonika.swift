extension KnownPayload.Format {
  /// Measurements of Teltonika's EYE sensors (company 0x089A): the second octet decides which follow.
  ///
  /// Source: ble_monitor.
  static let teltonika = KnownPayload.Format(
    "teltonika", name: "Teltonika EYE", in: .company(0x089A, beginnings: [[1]]),
    forms: [
      FixedFormat(
        "Teltonika EYE", marks: FixedFormat.Mark.beginning(1), count: 2, .found,
        [
          number("temperature", 0, octets: 2, isSigned: true, decimals: 2, unit: "°C"),
          number("humidity", 1, octets: 1, unit: "%"), .flag("magnet", at: 1, mask: 0x08),
          number("movements", 4, octets: 2, mask: 0x7FFF), number("pitch", 5, octets: 1, isSigned: true, unit: "°"),
          number("roll", 5, skipping: 1, octets: 2, isSigned: true, unit: "°"),
          .flag("batteryLow", at: 1, mask: 0x40),
          number("batteryVolts", 7, octets: 1, plus: 200, decimals: 2, label: "battery", unit: "V"),
        ])
    ])

  /// The number of octets that each bit of the second octet adds.
  private static let widths = [2, 1, 0, 0, 2, 3, 0, 1]

  private static func number(
    _ key: String, _ bit: Int, skipping: Int = 0, octets count: Int, mask: UInt64 = .max, isSigned: Bool = false,
    plus addend: Int64 = 0, decimals: Int = 0, label: String? = nil, unit: String = ""
  ) -> FixedFormat.Column {
    .field(.number(key, unit: unit, orNull: true)) { octets in
      let start = (0..<bit).reduce(2 + skipping) { octets[1] >> UInt8($1) & 1 == 0 ? $0 : $0 + widths[$1] }
      guard octets[1] >> UInt8(bit) & 1 == 1, start + count <= octets.count else {
        return Field(key, .null, label: label ?? key, unit: unit)
      }
      let sent = octets.span.bigEndian(at: start, count: count) & mask
      let number = isSigned ? Int64(signed: sent, width: 8 * count) : Int64(truncatingIfNeeded: sent)
      return Field(
        key, DecimalNumber(number + addend, decimals: decimals), label: label ?? key, unit: unit,
        at: start..<start + count)
    }
  }
}
