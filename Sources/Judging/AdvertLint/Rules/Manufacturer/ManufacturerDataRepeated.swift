internal import AdvertisingData

extension Rule {
  static let manufacturerDataRepeated = Rule(
    id: "manufacturer-data-repeated",
    severity: .note,
    summary: "A block has manufacturer data more than once.",
    rationale: """
      The Supplement allows it, but systems are reported to hand their apps one of them, not always the same, or both joined. An \
      app then sees other data on one platform than on the next.
      """,
    references: [
      .supplement(part: "A", section: "1.4"), .other("reports from apps on iOS and Android; no platform documents it"),
    ],
    examples: [
      .accepted("02 01 06 04 ff 59 00 2a", "once"),
      .flagged("02 01 06 04 ff 59 00 2a ↓04 ff 59 00 2b", "twice", fixed: "02 01 06 05 ff 59 00 2a 2b"),
    ],
    check: .structures(of: [.manufacturerData]) { structures, report in
      for structure in structures.dropFirst() {
        report.flag(
          structure, "the block has manufacturer data already; systems may hand only one to apps",
          fix: "join the \(structure.size) bytes here with the first manufacturer data, or send them as service data")
      }
    })
}
