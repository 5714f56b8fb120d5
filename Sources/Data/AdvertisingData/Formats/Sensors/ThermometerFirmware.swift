extension KnownPayload.Format {
  /// Measurements of Xiaomi thermometers with open firmware (service data of 0x181A, Environmental Sensing): the
  /// formats of ATC1441 and of pvvx. The service is assigned to sensors of any kind, so the length identifies the data.
  ///
  /// Source: ble_monitor. Encrypted data are recognised, but not read.
  static let thermometerFirmware = KnownPayload.Format(
    "thermometerFirmware", name: "ATC thermometer", in: .services([0x181A]), isFoundByData: true,
    forms: [
      FixedFormat(
        "probably an ATC1441 thermometer", count: 13, .known,
        [
          .address(at: 0, .bigEndian, name: "the address of a thermometer"),
          .number("temperature", at: 6, octets: 2, .bigEndian, isSigned: true, decimals: 1, unit: "°C"),
          .number("humidity", at: 8, unit: "%"),
          .number("battery", at: 9, unit: "%"),
          .number("batteryMillivolts", at: 10, octets: 2, .bigEndian, label: "battery", unit: "mV"),
          .number("sequence", at: 12),
        ]),
      FixedFormat(
        "probably a pvvx thermometer", count: 15, .known,
        [
          .address(at: 0, name: "the address of a thermometer"),
          .number("temperature", at: 6, octets: 2, isSigned: true, decimals: 2, unit: "°C"),
          .number("humidity", at: 8, octets: 2, decimals: 2, unit: "%"),
          .number("batteryMillivolts", at: 10, octets: 2, label: "battery", unit: "mV"),
          .number("battery", at: 12, unit: "%"),
          .number("sequence", at: 13),
          .flag("switch", at: 14, mask: 0x02, whenTrue: "switch on"),
          .flag("opening", at: 14, mask: 0x01, whenTrue: "reed switch"),
        ]),
      FixedFormat(
        "probably a pvvx thermometer, encrypted", count: 11, .known,
        [
          .number("sequence", at: 0), .octets("ciphertext", at: 1..<7, label: "data"), .octets("check", at: 7..<11),
        ]),
      FixedFormat(
        "probably an ATC1441 thermometer, encrypted", count: 8, .known,
        [.number("sequence", at: 0), .octets("ciphertext", at: 1..<4, label: "data"), .octets("check", at: 4..<8)]),
    ])
}
