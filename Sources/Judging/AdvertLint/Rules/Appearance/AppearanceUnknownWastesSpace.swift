internal import AdvertisingData

extension Rule {
  static let appearanceUnknownWastesSpace = Rule(
    id: "appearance-unknown-wastes-space",
    severity: .note,
    summary: "Appearance 0x0000 takes four bytes to say nothing.",
    rationale: """
      0x0000 means that the appearance is not known, just as no Appearance does. The four bytes often are what pushes a \
      service UUID or the name into the scan response.
      """,
    references: [.supplement(part: "A", section: "1.12"), .assignedNumbers],
    examples: [
      .accepted("02 01 06 03 19 c1 03", "a keyboard"),
      .flagged("02 01 06 ↓03 19 00 00", "unknown", fixed: "02 01 06"),
    ],
    check: .structure(of: [.appearance]) { structure, report in
      guard case .appearance(.unknown) = ADValue(structure) else { return }
      report.flag(
        structure, "Appearance 0x0000 (unknown) says nothing",
        fix: "remove Appearance 0x0000: \(structure.size) bytes less", remedy: .leavingOut)
    })
}
