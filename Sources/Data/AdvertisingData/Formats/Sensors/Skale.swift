extension KnownPayload.Format {
  /// Weights of Atomax's Skale. Its company identifier is not assigned; it, the length of the data and the device's
  /// name identify them.
  ///
  /// Source: Theengs Decoder.
  static let skale = KnownPayload.Format(
    "skale", name: "Skale",
    devices: [
      FixedFormat(
        "probably a Skale", beside: [.nameBeginning("Skale")], marks: FixedFormat.Mark.beginning(0xEF, 0x81), count: 6,
        .known,
        [.number("weight", at: 2, octets: 2, isSigned: true, decimals: 1, unit: "g")])
    ])
}
