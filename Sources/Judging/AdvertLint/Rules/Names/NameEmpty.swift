internal import AdvertisingData

extension Rule {
  static let nameEmpty = Rule(
    id: "name-empty",
    severity: .note,
    summary: "The local name is empty.",
    rationale: """
      An empty name takes two bytes, and scanners list the device without a name, just as if there were none.
      """,
    references: [.supplement(part: "A", section: "1.2")],
    silences: ["structure-empty"],
    examples: [
      .accepted("02 01 06 05 09 47 6f 47 6f", "a name"),
      .flagged("02 01 06 ↓01 09", "no name in it", fixed: "02 01 06"),
    ],
    check: .structure(of: .names) { structure, report in
      guard structure.value.isEmpty else { return }
      report.flag(
        structure, "the name is empty",
        fix: "remove the empty name: 2 bytes less (or give it a text)",
        remedy: .leavingOut)
    })
}
