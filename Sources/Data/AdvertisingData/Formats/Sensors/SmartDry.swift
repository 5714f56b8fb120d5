extension KnownPayload.Format {
  /// Measurements of SmartDry's sensors in clothes dryers. The company identifier is not theirs, so the length
  /// identifies the data.
  ///
  /// Source: ble_monitor and Theengs Decoder. They disagree about the battery, which is not taken apart.
  static let smartDry = KnownPayload.Format(
    "smartDry", name: "SmartDry", in: .company(0x01AE, beginnings: []),
    forms: [
      FixedFormat(
        "probably a SmartDry", count: 12, .known,
        [
          .float("temperature", at: 0, unit: "°C"), .float("humidity", at: 4, unit: "%"),
          .number("shake", at: 8, octets: 2), .octets("state", at: 10..<12),
        ])
    ])
}
