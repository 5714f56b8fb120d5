extension KnownPayload.Format {
  /// Measurements of RAPT's hydrometers. The letters RAPT are in place of the company identifier; they and the length
  /// identify the data.
  ///
  /// Source: rapt-ble.
  static let rapt = KnownPayload.Format(
    "rapt", name: "RAPT Pill",
    devices: [
      FixedFormat(
        "RAPT Pill", marks: FixedFormat.Mark.beginning(0x52, 0x41, 0x50, 0x54, 1), count: 25, .known,
        [.address(at: 5, .bigEndian, name: "the address of a RAPT Pill")] + measurements(at: 11)),
      FixedFormat(
        "RAPT Pill", marks: FixedFormat.Mark.beginning(0x52, 0x41, 0x50, 0x54, 2), count: 25, .known,
        [
          .value("gravityPointsPerDay", at: 7..<11, label: "gravity changes by", unit: "points a day") { octets in
            octets[6] == 0 ? .null : number(octets, at: 7, times: 100, decimals: 2)
          }
        ] + measurements(at: 11)),
    ])

  private static func measurements(at offset: Int) -> [FixedFormat.Column] {
    [
      .value("temperature", at: offset..<offset + 2, unit: "°C") { octets in
        // 128ths of a kelvin, to hundredths of a degree.
        let sent = Int64(octets.span.bigEndian(at: offset, count: 2))
        return .decimal(DecimalNumber((sent * 100 + 64) / 128 - 27_315, decimals: 2))
      },
      .value("specificGravity", at: offset + 2..<offset + 6, label: "specific gravity") {
        number($0, at: offset + 2, times: 10, decimals: 4)
      },
      acceleration("X", at: offset + 6), acceleration("Y", at: offset + 8), acceleration("Z", at: offset + 10),
      .fixed("battery", at: offset + 12, .bigEndian, unit: "%"),
    ]
  }

  /// Sixteenths of a unit that the source does not name.
  private static func acceleration(_ axis: String, at offset: Int) -> FixedFormat.Column {
    .number("acceleration" + axis, at: offset, octets: 2, .bigEndian, isSigned: true, factor: 625, decimals: 4)
  }

  /// Returns an IEEE 754 number; null for one that is not finite.
  private static func number(
    _ octets: [UInt8], at offset: Int, times factor: Double, decimals: Int
  ) -> Field.Value {
    let sent = Float(bitPattern: UInt32(truncatingIfNeeded: octets.span.bigEndian(at: offset, count: 4)))
    guard sent.isFinite, sent.magnitude < 1e9 else { return .null }
    return .decimal(DecimalNumber(Int64((Double(sent) * factor).rounded()), decimals: decimals))
  }
}
