internal import AdvertisingData

extension Rule {
  static let appearanceMalformed = Rule(
    id: "appearance-malformed",
    severity: .error,
    summary: "Appearance has other than two bytes.",
    rationale: """
      An appearance is a number of 16 bits, low byte first. Receivers ignore one of another length, or read a number that \
      was not meant.
      """,
    references: [.supplement(part: "A", section: "1.12")],
    silences: ["value-malformed", "structure-empty"],
    examples: [
      .accepted("02 01 06 03 19 c1 03", "a keyboard"),
      .flagged("02 01 06 ↓02 19 c1", "one byte", fixed: "02 01 06 03 19 c1 03"),
    ],
    check: .structure(of: [.appearance]) { structure, report in
      guard structure.value.count != 2 else { return }
      report.flag(structure, "the Appearance needs 2 bytes, this one has \(structure.value.count)")
    })
}
