extension KnownPayload.Format {
  /// Measurements of MOCREO's sensors. They have no company identifier: the second octet is the model; it, the length
  /// of the data and the device's name identify them.
  ///
  /// Source: ble_monitor.
  static let mocreo = KnownPayload.Format(
    "mocreo", name: "MOCREO",
    devices: models.map { model in
      FixedFormat(
        "probably a MOCREO \(model.name)", beside: [.name("MOCREO")],
        marks: [FixedFormat.Mark(offset: 1, mask: .max, value: model.number)], count: 18, .known,
        common + (model.number == 0x82 ? leak : model.hasHumidity ? climate : [temperature]))
    })

  private static let models: [(number: UInt8, name: String, hasHumidity: Bool)] = [
    (0x81, "ST5", false), (0x82, "SW2", false), (0x83, "ST6", true), (0x84, "ST8", false), (0x86, "ST9", true),
    (0x87, "ST10", false), (0x8B, "MS1", false), (0x94, "MS2", false), (0x96, "MS3", false),
  ]

  private static let common: [FixedFormat.Column] = [
    .number("battery", at: 4, mask: 0x7F, unit: "%"), .flag("pressed", at: 10, mask: 0x02),
  ]
  private static let leak: [FixedFormat.Column] = [.flag("water", at: 10, mask: 0x01)]
  private static let climate: [FixedFormat.Column] = [
    temperature, .number("humidity", at: 8, octets: 2, decimals: 2, unit: "%"),
  ]
  private static var temperature: FixedFormat.Column {
    .number(
      "temperature", at: 6, octets: 2, isSigned: true, decimals: 2, unit: "°C")
  }
}
