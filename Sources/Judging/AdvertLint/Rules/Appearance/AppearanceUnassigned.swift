internal import AdvertisingData
internal import AssignedNumbers

extension Rule {
  static let appearanceUnassigned = Rule(
    id: "appearance-unassigned",
    severity: .warning,
    summary: "The appearance's category or subcategory is not assigned.",
    rationale: """
      Systems show an icon by the appearance; one they do not know shows none, or that of something else once the value \
      is assigned. Bytes in the wrong order and categories that were not shifted by six bits are the usual causes.
      """,
    references: [.supplement(part: "A", section: "1.12"), .assignedNumbers],
    examples: [
      .accepted("02 01 06 03 19 c1 03", "a keyboard"),
      .flagged("02 01 06 03 19 ↓03 c1", "a keyboard, bytes exchanged", fixed: "02 01 06 03 19 c1 03"),
    ],
    check: .structure(of: [.appearance]) { structure, report in
      guard case .appearance(let appearance) = ADValue(structure), Appearances.name(of: appearance.rawValue) == nil
      else { return }
      let number = "0x" + HexText.compact(appearance.octets.reversed())
      let category = Appearances.category(of: appearance.rawValue)
      report.flag(
        structure.valueOffset, length: 2,
        category.map { "Appearance \(number) is a subcategory of \($0) that is not assigned" }
          ?? "Appearance \(number) is not assigned")
    })
}
