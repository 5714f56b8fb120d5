extension KnownPayload.Format {
  /// Measurements of Aranet sensors (company 0x0702). The data begin with flags and a version; sensors other than the
  /// Aranet4 send the number of their kind first.
  ///
  /// Source: Aranet4-Python, also for the numbers that mean a missing measurement. Sensors send measurements when the
  /// user enables that in the maker's app.
  static let aranet = KnownPayload.Format(
    "aranet", name: "Aranet", in: .company(0x0702, beginnings: []),
    forms: [
      FixedFormat("Aranet4, measurements not shared", count: 7, .known, version(at: 0)),
      FixedFormat(
        "Aranet4", count: 22, .known,
        version(at: 0) + [
          .number("carbonDioxide", at: 8, octets: 2, missingFrom: 0x8000, label: "CO2", unit: "ppm"),
          temperature,
          .number("pressure", at: 12, octets: 2, decimals: 1, missingFrom: 0x8000, unit: "hPa"),
          .number("humidity", at: 14, unit: "%"), .number("battery", at: 15, unit: "%"),
          .choice("status", at: 16, [1: "green", 2: "yellow", 3: "red"]),
        ] + timing(at: 17)),
      FixedFormat(
        "Aranet2", marks: FixedFormat.Mark.beginning(1), count: 24, .known,
        version(at: 1) + [
          temperature, humidity, .number("battery", at: 17, unit: "%"),
          .number("status", at: 18),
        ] + timing(at: 19)),
      FixedFormat(
        "Aranet Radiation", marks: FixedFormat.Mark.beginning(2), count: 24, .open,
        version(at: 1) + [
          .number("doseNanosieverts", at: 6, octets: 4, label: "dose", unit: "nSv"),
          .number("durationSeconds", at: 10, octets: 4, label: "in", unit: "s"),
          .number("rateNanosievertsPerHour", at: 14, octets: 2, label: "rate", unit: "nSv/h"),
          .number("battery", at: 17, unit: "%"),
        ] + timing(at: 19)),
      FixedFormat(
        "Aranet Radon", marks: FixedFormat.Mark.beginning(3), count: 24, .known,
        version(at: 1) + [
          .number("radon", at: 8, octets: 2, missingFrom: 0x1F00, unit: "Bq/m³"), temperature,
          .number("pressure", at: 12, octets: 2, decimals: 1, missingFrom: 0x8000, unit: "hPa"),
          humidity, .number("battery", at: 17, unit: "%"),
          .choice("status", at: 18, [1: "green", 2: "yellow", 3: "red"]),
        ] + timing(at: 19)),
    ])

  private static let temperature = FixedFormat.Column.number(
    "temperature", at: 10, octets: 2, factor: 5, decimals: 2, missingFrom: 0x4000, unit: "°C")
  private static let humidity = FixedFormat.Column.number(
    "humidity", at: 14, octets: 2, decimals: 1, missingFrom: 0x8000, unit: "%")

  private static func version(at offset: Int) -> [FixedFormat.Column] {
    [
      .flag("integrations", at: offset, mask: 0x20, whenTrue: "shares measurements", role: .structure),
      .value("firmware", at: offset + 1..<offset + 4, as: .string, role: .structure) { octets in
        .text("\(octets[offset + 3]).\(octets[offset + 2]).\(octets[offset + 1])")
      },
    ]
  }

  private static func timing(at offset: Int) -> [FixedFormat.Column] {
    [
      .number("measuringIntervalSeconds", at: offset, octets: 2, label: "every", unit: "s"),
      .number("ageSeconds", at: offset + 2, octets: 2, label: "age", unit: "s"),
    ]
  }
}
