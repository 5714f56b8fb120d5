internal import AdvertisingData

extension Rule {
  static let nameBothForms = Rule(
    id: "name-both-forms",
    severity: .error,
    summary: "A block has a shortened and a complete name.",
    rationale: """
      A block may have one local name. With two, receivers disagree on which to show, and where the complete one fits \
      the shortened one is of no use.
      """,
    references: [.supplement(part: "A", section: "1.2"), .supplement(part: "A", section: "Table 1.1")],
    examples: [
      .accepted(
        [
          MarkedLayout(
            "02 01 06 11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af 06 08 53 65 6e 73 6f",
            scanResponse: .declared("0d 09 53 65 6e 73 6f 72 20 32 30 37 31 35"))
        ], "one in each block"),
      .flagged("02 01 06 ↓03 08 47 6f 05 09 47 6f 47 6f", "both in one block", fixed: "02 01 06 05 09 47 6f 47 6f"),
    ],
    check: .structures(of: .names) { structures, report in
      guard structures.contains(where: { $0.type == .completeLocalName }) else { return }
      for structure in structures where structure.type == .shortenedLocalName {
        report.flag(
          structure, "a shortened name besides the complete one",
          fix: "remove the shortened name: \(structure.size) bytes less", remedy: .leavingOut)
      }
    })
}
