extension KnownPayload.Format {
  /// State of iNode's energy meters. In place of the company identifier, the first octet has flags and the second the
  /// model; both and the length identify the data.
  ///
  /// Source: ble_monitor, after the maker's description, and Theengs Decoder.
  static let iNode = KnownPayload.Format(
    "iNode", name: "iNode",
    devices: [0x90, 0x92, 0x94, 0x96].map { flags in
      FixedFormat(
        "probably an iNode energy meter", marks: FixedFormat.Mark.beginning(flags, 0x82), count: 13, .known,
        [
          .flag("batteryLow", at: 0, mask: 0x04),
          .number("pulsesInMinute", at: 2, octets: 2), .number("pulses", at: 4, octets: 4),
          .number("pulsesPerUnit", at: 8, octets: 2, mask: 0x3FFF),
          .choice("unit", at: 9, mask: 0xC0, [0: "kWh", 1: "m³", 2: "count", 3: "count"]),
          // From 1 to 11; 11 means a power supply.
          .value("battery", at: 10..<11, as: [.integer, .null], unit: "%") { octets in
            let level = min(Int(octets[10] >> 4), 11)
            return level == 0 ? .null : .number(Int64(level == 1 ? 100 : 10 * (level - 1)))
          },
          .number("light", at: 10, mask: 0x0F), .number("day", at: 12, mask: 0xE0),
          .number("pulsesOfDay", at: 11, octets: 2, mask: 0x1FFF),
        ])
    })
}
