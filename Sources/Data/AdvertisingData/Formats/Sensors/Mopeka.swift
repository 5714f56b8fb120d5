extension KnownPayload.Format {
  /// Measurements of Mopeka's sensors of tanks. Their company identifier is that of Nordic Semiconductor, so the
  /// service that the device lists identifies the data.
  ///
  /// Source: mopeka-iot-ble. The share of the tank that is full depends on its content.
  static let mopeka = KnownPayload.Format("mopeka", name: "Mopeka", devices: models.map(form))

  private static let models: [(type: UInt8, name: String)] = [
    (0x03, "Pro Check"), (0x04, "Pro-200"), (0x05, "Pro Check H2O"), (0x06, "Lippert BottleCheck"), (0x08, "Pro Plus"),
    (0x09, "Pro Plus with Cellular"), (0x0A, "TD40 or TD200"), (0x0B, "TD40 or TD200 with Cellular"),
    (0x0C, "Pro Check Universal"), (0x12, "Pro-200B"),
  ]

  private static func form(_ model: (type: UInt8, name: String)) -> FixedFormat {
    FixedFormat(
      "probably a Mopeka \(model.name)", beside: [.service(BluetoothUUID(0xFEE5))],
      marks: FixedFormat.Mark.beginning(0x59, 0x00, model.type), count: 12, .known,
      [
        .number("batteryVolts", at: 3, mask: 0x7F, factor: 3125, decimals: 5, label: "battery", unit: "V"),
        .number("temperature", at: 4, mask: 0x7F, plus: -40, unit: "°C"),
        .flag("button", at: 4, mask: 0x80, whenTrue: "button pressed"),
        .number("level", at: 5, octets: 2, mask: 0x3FFF, label: "echo after"),
        .number("quality", at: 6, mask: 0xC0),
        .octets("address", at: 7..<10, label: "last of the address"),
        .number("accelerationX", at: 10, isSigned: true), .number("accelerationY", at: 11, isSigned: true),
      ])
  }
}
