/// Weights of Atomax's Skale. Its company identifier is not assigned, so that the data are known by it and their length beside the
/// device's name.
///
/// Source: Theengs Decoder.
enum Skale {
  static let format = KnownPayload.Format(
    "skale", name: "Skale",
    devices: [
      FixedFormat(
        "probably a Skale", beside: [.nameBeginning("Skale")], marks: FixedFormat.Mark.beginning(0xEF, 0x81), count: 6,
        .known,
        [.number("weight", at: 2, octets: 2, isSigned: true, decimals: 1, unit: "g")])
    ])
}
