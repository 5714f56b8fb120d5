extension KnownPayload.Format {
  /// Measurements of tyre sensors that many makers sell. Their company identifier is TomTom's; it and the beginning of
  /// the address in the data identify them.
  ///
  /// Source: Theengs Decoder.
  static let tyrePressure = KnownPayload.Format(
    "tyrePressure", name: "tyre sensor",
    devices: [
      FixedFormat(
        "probably a tyre sensor",
        marks: FixedFormat.Mark.beginning(0x00, 0x01) + [
          FixedFormat.Mark(offset: 2, mask: 0xF0, value: 0x80), FixedFormat.Mark(offset: 3, mask: .max, value: 0xEA),
          FixedFormat.Mark(offset: 4, mask: .max, value: 0xCA),
        ], count: 18, .known,
        [
          .address(at: 2, .bigEndian, name: "the address of a tyre sensor"),
          .number("tyre", at: 2, mask: 0x0F, plus: 1),
          .number("pressurePascals", at: 8, octets: 4, label: "pressure", unit: "Pa"),
          .number("temperature", at: 12, octets: 4, isSigned: true, decimals: 2, unit: "°C"),
          .number("battery", at: 16, unit: "%"), .flag("alarm", at: 17, mask: 0x01),
        ])
    ])
}
