extension KnownPayload.Format {
  /// State of BeeWi's and Otio's sensors of doors. Their company identifier (0x000D) is that of Texas Instruments, so
  /// the first octets and the length identify the data.
  ///
  /// Source: Theengs Decoder.
  static let beeWi = KnownPayload.Format(
    "beeWi", name: "BeeWi door sensor", in: .company(0x000D, beginnings: [[0x08, 0x0C]]),
    forms: [
      FixedFormat(
        "probably a BeeWi door sensor", marks: FixedFormat.Mark.beginning(0x08, 0x0C), count: 5, .known,
        [.flag("open", at: 2, mask: 0x01), .number("battery", at: 4, unit: "%")])
    ])
}
