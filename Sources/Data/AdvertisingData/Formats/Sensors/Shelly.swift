extension KnownPayload.Format {
  /// Data of Shelly's devices (company 0x0BA9): flags, model and address, each after its type.
  ///
  /// Source: Theengs Decoder; the types of blocks are those of Shelly's documentation of BLE advertising.
  static let shelly = KnownPayload.Format(
    "shelly", name: "Shelly", in: .company(0x0BA9, beginnings: [[0x01]]),
    forms: [
      FixedFormat(
        "Shelly device", marks: [type(0x01, at: 0), type(0x0B, at: 3), type(0x0A, at: 6)], count: 13, .known,
        [
          .octets("flags", at: 1..<3, role: .structure),
          .number("model", at: 4, octets: 2, role: .structure),
          .address(at: 7, name: "the address of a Shelly device"),
        ])
    ])

  private static func type(_ value: UInt8, at offset: UInt8) -> FixedFormat.Mark {
    FixedFormat.Mark(offset: offset, mask: .max, value: value)
  }
}
