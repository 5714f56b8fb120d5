extension KnownPayload.Format {
  /// State of Oral-B toothbrushes (company 0x00DC, Procter & Gamble).
  ///
  /// Source: ble_monitor.
  static let oralB = KnownPayload.Format(
    "oralB", name: "Oral-B", in: .company(0x00DC, beginnings: []),
    forms: [
      FixedFormat(
        "Oral-B toothbrush", count: 11, .known,
        [
          .octets("model", at: 0..<3, role: .structure),
          .choice(
            "state", at: 3,
            [
              0: "unknown", 1: "initializing", 2: "idle", 3: "running", 4: "charging", 5: "setup", 6: "flight menu",
              8: "selection menu", 113: "final test", 114: "board test", 115: "sleeping", 116: "transport",
            ]),
          .choice("pressure", at: 4, [114: "normal", 118: "button pressed", 178: "high"]),
          // Minutes and seconds; people brush for two minutes.
          .value("brushingSeconds", at: 5..<7, as: .integer, label: "brushed for", unit: "s") {
            .number(Int64($0[5]) * 60 + Int64($0[6]))
          },
          .number("mode", at: 7),
          .choice("sector", at: 8, [254: "last", 255: "none"]),
          .number("sectorTimer", at: 9), .number("sectors", at: 10),
        ])
    ])
}
