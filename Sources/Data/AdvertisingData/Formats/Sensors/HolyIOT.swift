extension KnownPayload.Format {
  /// Measurements of HolyIOT's tags (service data of 0x5242, which is not assigned), one in each, identified by mark
  /// and length.
  ///
  /// Source: ble_monitor.
  static let holyIOT = KnownPayload.Format(
    "holyIOT", name: "HolyIOT tag", in: .services([0x5242]),
    forms: [
      form(
        1,
        .value("temperature", at: 11..<13, unit: "°C") { octets in
          // Degrees, then hundredths away from zero.
          let degrees = Int64(Int8(truncatingIfNeeded: octets[11])) * 100
          let hundredths = Int64(octets[12])
          return .decimal(DecimalNumber(degrees < 0 ? degrees - hundredths : degrees + hundredths, decimals: 2))
        }),
      form(
        2,
        .number(
          "pressurePascals", at: 11, octets: 2, .bigEndian, isSigned: true, plus: 80_000, label: "pressure", unit: "Pa")
      ),
      form(3, .number("humidity", at: 11, unit: "%")), form(4, .flag("vibration", at: 11, mask: .max)),
      form(5, .number("side", at: 11)), form(6, .flag("pressed", at: 11, mask: 0x01)),
    ])

  private static func form(_ type: UInt8, _ measurement: FixedFormat.Column) -> FixedFormat {
    FixedFormat(
      "probably a HolyIOT tag",
      marks: FixedFormat.Mark.beginning(0x41) + [FixedFormat.Mark(offset: 10, mask: .max, value: type)], count: 13,
      .known,
      [
        .number("battery", at: 1, unit: "%"), .address(at: 2, .bigEndian, name: "the address of a HolyIOT tag"),
        measurement,
      ])
  }
}
