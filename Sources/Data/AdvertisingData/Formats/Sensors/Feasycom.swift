extension KnownPayload.Format {
  /// State of Feasycom's beacons (service data of 0xFFF0, which is not theirs), identified by their length.
  ///
  /// Source: Theengs Decoder.
  static let feasycom = KnownPayload.Format(
    "feasycom", name: "Feasycom beacon", in: .services([0xFFF0]),
    forms: [
      FixedFormat(
        "probably a Feasycom beacon", count: 11, .known,
        [
          .choice(
            "model", at: 0, role: .structure,
            [
              0x15: "BP102", 0x19: "BP109", 0x1A: "BP103", 0x1B: "BP104", 0x1C: "BP201", 0x1D: "BP106", 0x1E: "BP101",
              0x24: "BP120", 0x27: "BP108", 0x28: "BP108N", 0x29: "BP103B",
            ]),
          .address(at: 4, .bigEndian, name: "the address of a Feasycom beacon"),
          .number("battery", at: 10, missing: 101, unit: "%"),
          .value("plugged", at: 10..<11, as: .boolean, label: "") { .truth($0[10] == 101) },
        ])
    ])
}
