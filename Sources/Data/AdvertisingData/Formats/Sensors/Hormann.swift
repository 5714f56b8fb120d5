extension KnownPayload.Format {
  /// State of Hörmann's garage door openers (company 0x07B4).
  ///
  /// Source: ble_monitor.
  static let hormann = KnownPayload.Format(
    "hormann", name: "Hörmann", in: .company(0x07B4, beginnings: []),
    forms: [
      FixedFormat(
        "Hörmann door opener", count: 17, .known,
        [.number("position", at: 1, factor: 5, decimals: 1, label: "open", unit: "%")])
    ])
}
