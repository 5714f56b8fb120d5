extension KnownPayload.Format {
  /// Levels of tanks by Otodata's monitors (company 0x03B1).
  ///
  /// Source: Theengs Decoder.
  static let otodata = KnownPayload.Format(
    "otodata", name: "Otodata", in: .company(0x03B1, beginnings: [[0x4F, 0x54, 0x4F]]),
    forms: [
      FixedFormat(
        "Otodata monitor", marks: FixedFormat.Mark.beginning(0x4F, 0x54, 0x4F), count: 19, .known,
        [
          .number("level", at: 9, octets: 2, decimals: 2, unit: "%"),
          .number("status", at: 11, octets: 2),
        ]),
      FixedFormat(
        "Otodata monitor", marks: FixedFormat.Mark.beginning(0x4F, 0x54, 0x4F), count: 22, .known,
        [.number("serial", at: 7, octets: 4), .number("model", at: 18, octets: 4, role: .structure)]),
    ])
}
