extension KnownPayload.Format {
  /// Records of Laird Connectivity's sensors, such as the BT510 (company 0x0077): the last event and its time.
  ///
  /// Source: advlib. The form of the value depends on the type of the record; it is not taken apart.
  static let laird = KnownPayload.Format(
    "laird", name: "Laird Connectivity", in: .company(0x0077, beginnings: [[0x01, 0x00]]),
    forms: [
      FixedFormat(
        "Laird Connectivity sensor", marks: FixedFormat.Mark.beginning(0x01, 0x00), count: 24, .known,
        [
          .number("networkID", at: 2, octets: 2), .octets("flags", at: 4..<6),
          .address(at: 6, name: "the address of a Laird Connectivity sensor"),
          .choice(
            "record", at: 12, role: .structure,
            [
              1: "temperature", 2: "magnet", 3: "movement", 12: "battery good", 13: "button", 16: "battery bad",
              17: "reset",
            ]),
          .number("recordNumber", at: 13, octets: 2),
          .number("epochSeconds", at: 15, octets: 4, label: "time", unit: "s"),
          .octets("value", at: 19..<23),
        ])
    ])
}
