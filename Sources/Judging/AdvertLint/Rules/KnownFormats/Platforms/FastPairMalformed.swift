internal import AdvertisingData

extension Rule {
  static let fastPairMalformed = Rule(
    id: "fast-pair-malformed",
    severity: .warning,
    summary: "Fast Pair data are not as the format has them.",
    rationale: """
      Three bytes are the model of a device that waits to be paired; anything else is a byte of version and flags with \
      fields that begin with their length and type. A phone that cannot take them apart shows no notice.
      """,
    references: [.other("Google: Fast Pair specification, advertising")],
    examples: [
      .accepted("02 01 06 03 03 2c fe 06 16 2c fe 12 34 56", "a model"),
      .accepted("02 01 06 03 03 2c fe 0b 16 2c fe 00 40 11 22 33 44 11 55", "a filter and a salt"),
      .flagged(
        "02 01 06 03 03 2c fe 09 16 2c fe 00 ↓60 11 22 33 44", "a filter of 6 bytes of which 4 are there",
        fixed: "02 01 06 03 03 2c fe 09 16 2c fe 00 40 11 22 33 44"),
    ],
    check: .conformance(to: FastPair.format))
}
