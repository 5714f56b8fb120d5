extension KnownPayload.Format {
  /// Measurements of Oria's thermometers T201 and T301. Their company identifier is not assigned; it, the length of the
  /// data and the device's name identify them.
  ///
  /// Source: Theengs Decoder and ble_monitor.
  static let oria = KnownPayload.Format(
    "oria", name: "Oria",
    devices: [
      FixedFormat(
        "probably an Oria thermometer", beside: [.nameBeginning("T201"), .nameBeginning("T301")],
        marks: FixedFormat.Mark.beginning(0x55, 0xAA), count: 19, .open,
        [
          .address(at: 4, .bigEndian, name: "the address of an Oria thermometer"),
          .number("batteryVolts", at: 10, octets: 2, .bigEndian, decimals: 2, label: "battery", unit: "V"),
          .number("temperature", at: 12, octets: 2, .bigEndian, isSigned: true, decimals: 2, unit: "°C"),
          .number("humidity", at: 14, octets: 2, .bigEndian, decimals: 2, unit: "%"),
          .number("battery", at: 16, unit: "%"),
        ])
    ])
}
