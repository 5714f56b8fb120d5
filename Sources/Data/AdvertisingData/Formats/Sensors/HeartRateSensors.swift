extension KnownPayload.Format {
  /// Heart rates of Polar's sensors (company 0x006B).
  ///
  /// Source: Theengs Decoder. The meaning of the other octets is not public.
  static let polar = KnownPayload.Format(
    "polar", name: "Polar", in: .company(0x006B, beginnings: []),
    forms: [
      FixedFormat(
        "Polar heart rate sensor", count: 4, .known,
        [.number("heartRate", at: 3, label: "heart rate", unit: "/min")])
    ])

  /// Heart rates of XOSS's sensor X2. Its company identifier is not assigned; it, the length of the data and the
  /// device's name identify them.
  ///
  /// Source: Theengs Decoder.
  static let xoss = KnownPayload.Format(
    "xoss", name: "XOSS",
    devices: [
      FixedFormat(
        "probably a XOSS X2", beside: [.name("X2")], marks: FixedFormat.Mark.beginning(0x04, 0xFF), count: 6, .known,
        [
          .number("battery", at: 3, mask: 0x7F, unit: "%"),
          .number("heartRate", at: 5, label: "heart rate", unit: "/min"),
        ])
    ])
}
