internal import AdvertisingData

extension Rule {
  static let manufacturerDataRepeated = Rule(
    id: "manufacturer-data-repeated",
    severity: .warning,
    summary: "A block has manufacturer data more than once.",
    rationale: """
      It is allowed, but phones hand their apps one: some the first, some the last, some both joined. An app then sees the \
      other data on one platform and not on the next.
      """,
    references: [
      .supplement(part: "A", section: "1.4"), .other("reports from apps on iOS and Android; no platform documents it"),
    ],
    examples: [
      .accepted("02 01 06 04 ff 59 00 2a", "once"),
      .flagged("02 01 06 04 ff 59 00 2a ↓04 ff 59 00 2b", "twice", fixed: "02 01 06 05 ff 59 00 2a 2b"),
    ],
    check: .structures { structures, report in
      for structure in structures.filter({ $0.type == .manufacturerData }).dropFirst() {
        report.flag(
          structure, "the block has manufacturer data already; phones hand only one to their apps",
          fix: "join the data, or put these into service data")
      }
    })
}
