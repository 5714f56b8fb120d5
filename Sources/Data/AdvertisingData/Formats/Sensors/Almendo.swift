extension KnownPayload.Format {
  /// Measurements of Almendo's bluSensor Mini (company 0x06E8).
  ///
  /// Source: ble_monitor.
  static let almendo = KnownPayload.Format(
    "almendo", name: "Almendo", in: .company(0x06E8, beginnings: [[1]]),
    forms: [
      FixedFormat(
        "Almendo bluSensor Mini",
        marks: FixedFormat.Mark.beginning(1) + [FixedFormat.Mark(offset: 2, mask: .max, value: 0x0A)], count: 16,
        .known,
        [
          .number("temperature", at: 7, octets: 2, isSigned: true, decimals: 2, unit: "°C"),
          .number("humidity", at: 9, octets: 2, decimals: 2, unit: "%"),
          .number("carbonDioxide", at: 11, octets: 2, label: "CO2", unit: "ppm"),
          .number("volatileOrganicCompounds", at: 13, octets: 2, label: "VOC"),
          .number("airQuality", at: 15, label: "air quality index"),
        ])
    ])
}
