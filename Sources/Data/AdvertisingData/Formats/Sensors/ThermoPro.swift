extension KnownPayload.Format {
  /// Measurements of ThermoPro's thermometers. They are in place of the company identifier, so the length of the data
  /// together with the device's name identifies them.
  ///
  /// Source: thermopro-ble and Theengs Decoder.
  static let thermoPro = KnownPayload.Format(
    "thermoPro", name: "ThermoPro",
    devices: [
      FixedFormat(
        "probably a ThermoPro thermometer", beside: [.nameBeginning("TP35"), .nameBeginning("TP39")],
        marks: FixedFormat.Mark.beginning(0xC2), count: 6, .open,
        [
          .number("temperature", at: 1, octets: 2, isSigned: true, decimals: 1, missing: 0xFFFF, unit: "°C"),
          .number("humidity", at: 3, missing: 0xFF, unit: "%"),
          .choice("battery", at: 4, mask: 0x03, [0: "low", 1: "half", 2: "full"]),
        ]),
      spike(7, []),
      // The next octets seem to be an address.
      spike(13, [.address(at: 7, name: "the address of a ThermoPro base")]),
      FixedFormat(
        "probably a ThermoPro TP972", beside: [.nameBeginning("TP97")], count: 23, .known,
        [.number("probe", at: 0, plus: 1)]),
    ])

  /// The forms of the models with a probe for meat.
  private static func spike(_ count: Int, _ rest: [FixedFormat.Column]) -> FixedFormat {
    FixedFormat(
      "probably a ThermoPro TP96 or TP97", beside: [.nameBeginning("TP96"), .nameBeginning("TP97")], count: count,
      .known,
      [
        .number("probe", at: 0, plus: 1),
        .number("temperature", at: 1, octets: 2, plus: -30, unit: "°C"),
        .number("batteryMillivolts", at: 3, octets: 2, label: "battery", unit: "mV"),
        .number("ambient", at: 5, octets: 2, plus: -30, unit: "°C"),
      ] + rest)
  }
}
