/// Temperatures of Chef iQ's thermometers for meat (company 0x05CD).
///
/// Source: ble_monitor.
enum ChefIQ {
  static let format = KnownPayload.Format(
    "chefIQ", name: "Chef iQ", in: .company(0x05CD, beginnings: []),
    forms: [
      DataForm(
        "Chef iQ thermometer", count: 18, .known,
        [
          .number("battery", at: 2, unit: "%"), probe("temperature", at: 6, "meat"), probe("tip", at: 8, "tip"),
          probe("probe1", at: 10, "probe 1"), probe("probe2", at: 12, "probe 2"),
          .number("probe3", at: 3, missingFrom: 0xFE, label: "probe 3", unit: "°C"),
          probe("ambient", at: 14, "ambient"),
        ])
    ])

  private static func probe(_ key: String, at offset: Int, _ label: String) -> DataForm.Column {
    .number(key, at: offset, octets: 2, decimals: 1, missingFrom: 0x7FF0, label: label, unit: "°C")
  }
}
