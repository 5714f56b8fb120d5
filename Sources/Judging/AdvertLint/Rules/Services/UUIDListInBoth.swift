internal import AdvertisingData

extension Rule {
  static let uuidListInBoth = Rule(
    id: "uuid-list-in-both",
    severity: .note,
    summary: "All services of a list in the scan response are in the advertising data already.",
    rationale: """
      A scanner that receives the scan response has received the advertising data before. The bytes are free for a name, \
      or for other data that only active scanners need.
      """,
    references: [.supplement(part: "A", section: "1.1")],
    silences: ["same-data-in-both"],
    examples: [
      .accepted(
        [MarkedLayout("02 01 06 03 03 0f 18", scanResponse: .declared("05 09 47 6f 47 6f"))], "listed once",
        alsoFlaggedBy: ["fits-without-scan-response"]),
      .flagged(
        [MarkedLayout("02 01 06 03 03 0f 18", scanResponse: .declared("↓03 03 0f 18 05 09 47 6f 47 6f"))],
        "listed in both blocks",
        fixed: [MarkedLayout("02 01 06 03 03 0f 18", scanResponse: .declared("05 09 47 6f 47 6f"))]),
    ],
    check: .layout { layout, report in
      let advertised = layout.advertising?.services ?? []
      guard !advertised.isEmpty else { return }
      for (position, payload) in layout.payloads where position != .advertising {
        report.place.payload = position
        for structure in payload.structures {
          guard case .serviceUUIDs(let list) = structure.value, !list.uuids.isEmpty, list.rest.isEmpty,
            list.uuids.allSatisfy(advertised.contains)
          else { continue }
          report.flag(
            structure,
            "the advertising data list \(list.uuids.count == 1 ? "this service" : "all these services") already",
            fix: "remove the list from the scan response: \(structure.size) bytes less", remedy: .leavingOut)
        }
      }
    })
}
