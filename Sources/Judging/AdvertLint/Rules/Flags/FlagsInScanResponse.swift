internal import AdvertisingData

extension Rule {
  static let flagsInScanResponse = Rule(
    id: "flags-in-scan-response",
    severity: .warning,
    summary: "The scan response contains Flags.",
    rationale: """
      Flags belong into the advertising data, where every scanner sees them before it decides to ask for more. In a scan \
      response they are not allowed; some controllers and hosts refuse such data, and the three bytes are lost for others.
      """,
    references: [.supplement(part: "A", section: "1.3"), .supplement(part: "A", section: "Table 1.1")],
    silences: ["type-not-allowed-here", "same-data-in-both"],
    examples: [
      .accepted(
        [MarkedLayout("02 01 06", scanResponse: .declared("03 09 41 42"))], "Flags in the advertising data",
        alsoFlaggedBy: ["fits-without-scan-response"]),
      .flagged(
        [MarkedLayout("02 01 06", scanResponse: .declared("↓02 01 06 03 09 41 42"))], "Flags in both blocks",
        fixed: [MarkedLayout("02 01 06", scanResponse: .declared("03 09 41 42"))]),
    ],
    check: .layout(of: [.flags]) { layout, report in
      let isRepeated = layout.advertising?.contains(.flags) ?? false
      for (position, payload) in layout.payloads where position != .advertising {
        report.place.payload = position
        for structure in payload.structures(of: [.flags]) {
          report.flag(
            structure, "Flags are not allowed in the scan response",
            fix: isRepeated
              ? "remove the Flags from the scan response: \(structure.size) bytes less"
              : "move Flags into the advertising data",
            remedy: isRepeated ? .leavingOut : .fitting)
        }
      }
    })
}
