extension KnownPayload.Format {
  /// Buttons of NodOn's NIU (service data of 0x0000, which is not assigned), identified by their length.
  ///
  /// Source: Theengs Decoder.
  static let nodOn = KnownPayload.Format(
    "nodOn", name: "NodOn NIU", in: .services([0x0000]),
    forms: [
      FixedFormat(
        "probably a NodOn NIU", count: 16, .known,
        [
          .octets("id", at: 0..<10),
          .choice(
            "color", at: 11, [2: "white", 3: "tech blue", 4: "cozy grey", 5: "wazabi", 6: "lagoon", 7: "softberry"]),
          .number("battery", at: 12, mask: 0x7F, unit: "%"),
          .number("button", at: 15),
        ])
    ])
}
