internal import AdvertisingData

extension Rule {
  static let ruuviTagMalformed = Rule(
    id: "ruuvitag-malformed",
    severity: .warning,
    summary: "RuuviTag data do not have the length of their format.",
    rationale: """
      The first byte names the format, and each has a fixed length: 14 bytes for 3, 24 for 5, 20 for 6. Receivers drop \
      data of another length.
      """,
    references: [.other("Ruuvi: data formats")],
    examples: [
      .accepted(
        "02 01 06 1b ff 99 04 05 12 fc 53 94 c3 7c 00 04 ff fc 04 0c ac 36 42 00 cd cb b8 33 4c 88 4f", "format 5"),
      .flagged(
        "02 01 06 1a ff 99 04 ↓05 12 fc 53 94 c3 7c 00 04 ff fc 04 0c ac 36 42 00 cd cb b8 33 4c 88",
        "a byte is missing",
        fixed: "02 01 06 1b ff 99 04 05 12 fc 53 94 c3 7c 00 04 ff fc 04 0c ac 36 42 00 cd cb b8 33 4c 88 4f"),
    ],
    check: .conformance(to: RuuviTag.format))
}
