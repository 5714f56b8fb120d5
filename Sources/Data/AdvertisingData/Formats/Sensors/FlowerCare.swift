extension KnownPayload.Format {
  /// Measurements of HHCC's flower sensor of Tuya (service 0xFD50, which is Tuya's), identified by the length.
  ///
  /// Source: ble_monitor and Theengs Decoder.
  static let flowerCare = KnownPayload.Format(
    "flowerCare", name: "HHCC flower sensor", in: .services([0xFD50]),
    forms: [
      FixedFormat(
        "probably an HHCC flower sensor", count: 9, .known,
        [
          .number("moisture", at: 0, unit: "%"),
          .number("temperature", at: 1, octets: 2, .bigEndian, isSigned: true, decimals: 1, unit: "°C"),
          .number("illuminance", at: 3, octets: 3, .bigEndian, unit: "lx"), .number("battery", at: 6, unit: "%"),
          .number("conductivity", at: 7, octets: 2, .bigEndian, unit: "µS/cm"),
        ])
    ])
}
