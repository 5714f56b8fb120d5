extension KnownPayload.Format {
  /// State of Grundfos's pumps by its reader MI401. Its company identifier is not assigned; it, the length of the data
  /// and the device's name identify them.
  ///
  /// Source: ble_monitor. It has no units for flow and pressure, so these are not taken apart.
  static let grundfos = KnownPayload.Format(
    "grundfos", name: "Grundfos",
    devices: [
      FixedFormat(
        "probably a Grundfos MI401", beside: [.name("MI401")], marks: FixedFormat.Mark.beginning(0x14, 0xF2), count: 21,
        .known,
        [
          .number("sequence", at: 4), .number("pump", at: 6, octets: 2),
          .choice(
            "mode", at: 13,
            [
              0: "constant speed 3", 1: "constant speed 2", 2: "constant speed 1", 3: "adapts itself",
              4: "proportional pressure 1", 5: "proportional pressure 2", 6: "proportional pressure 3",
              7: "constant pressure 1", 8: "constant pressure 2", 9: "constant pressure 1",
            ]),
          .number("temperature", at: 14, unit: "°C"),
        ])
    ])
}
