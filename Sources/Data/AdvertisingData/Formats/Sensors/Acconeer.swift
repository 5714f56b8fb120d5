extension KnownPayload.Format {
  /// Measurements of Acconeer's radars. Their company identifier is not assigned; it, the model and the length identify
  /// the data.
  ///
  /// Source: ble_monitor.
  static let acconeer = KnownPayload.Format(
    "acconeer", name: "Acconeer",
    devices: [
      form(0x80, "XM122", presence), form(0x91, "XM126", presence),
      form(
        0x90, "XM126", .number("distanceMillimetres", at: 7, octets: 2, label: "distance", unit: "mm")),
    ])

  private static let presence = FixedFormat.Column.value("motion", at: 7..<9, as: .boolean) {
    .truth($0[7] | $0[8] != 0)
  }

  private static func form(_ model: UInt8, _ name: String, _ measurement: FixedFormat.Column) -> FixedFormat {
    FixedFormat(
      "probably an Acconeer \(name)", marks: FixedFormat.Mark.beginning(0xC0, 0xAC, model), count: 17, .known,
      [
        .number("battery", at: 3, octets: 2, unit: "%"),
        .number("temperature", at: 5, octets: 2, isSigned: true, unit: "°C"), measurement,
      ])
  }
}
