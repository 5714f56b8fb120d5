extension KnownPayload.Format {
  /// Data of EnOcean's switches and sensors without batteries (company 0x03DA).
  ///
  /// Source: advlib. A list has the measurements of a sensor; it is not taken apart.
  static let enOcean = KnownPayload.Format(
    "enOcean", name: "EnOcean", in: .company(0x03DA, beginnings: []),
    forms: [
      FixedFormat(
        "EnOcean switch", marks: [FixedFormat.Mark(offset: 4, mask: 0xE0, value: 0)], count: 9, .known,
        [
          sequence, .flag("pressed", at: 4, mask: 0x01), .flag("a0", at: 4, mask: 0x02, whenTrue: "A0"),
          .flag("a1", at: 4, mask: 0x04, whenTrue: "A1"), .flag("b0", at: 4, mask: 0x08, whenTrue: "B0"),
          .flag("b1", at: 4, mask: 0x10, whenTrue: "B1"), .octets("signature", at: 5..<9),
        ]),
      FixedFormat("EnOcean sensor", count: 4, .open, [sequence]),
    ])

  private static var sequence: FixedFormat.Column {
    .number("sequence", at: 0, octets: 4)
  }
}
