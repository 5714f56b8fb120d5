internal import AdvertisingData

extension Rule {
  static let appearanceInBoth = Rule(
    id: "appearance-in-both",
    severity: .warning,
    summary: "Appearance is in the advertising data and in the scan response.",
    rationale: """
      Who asks for the scan response has the appearance already. Extended advertising may not send it in both blocks of \
      one interval; legacy advertising may, and wastes four bytes.
      """,
    references: [.supplement(part: "A", section: "1.12"), .supplement(part: "A", section: "Table 1.1")],
    silences: ["same-data-in-both"],
    examples: [
      .accepted(
        [MarkedLayout("03 19 c1 03", scanResponse: .declared("05 09 47 6f 47 6f"))], "in the advertising data",
        alsoFlaggedBy: ["flags-missing", "fits-without-scan-response"]),
      .flagged(
        [
          MarkedLayout("02 01 06 03 19 c1 03", scanResponse: .declared("↓03 19 c1 03 05 09 47 6f 47 6f"))
        ], "in both",
        fixed: [MarkedLayout("02 01 06 03 19 c1 03", scanResponse: .declared("05 09 47 6f 47 6f"))]),
    ],
    check: .layout { layout, report in
      guard layout.advertising?.contains(.appearance) ?? false else { return }
      for (position, payload) in layout.payloads where position != .advertising {
        report.place.payload = position
        for structure in payload.structures where structure.type == .appearance {
          report.flag(
            structure, "the Appearance is in the advertising data too",
            fix: "remove the Appearance from the scan response: \(structure.size) bytes less", remedy: .leavingOut,
            severity: layout.pdu?.isExtended ?? false ? nil : .note)
        }
      }
    })
}
