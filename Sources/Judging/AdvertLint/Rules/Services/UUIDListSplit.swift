internal import AdvertisingData

extension Rule {
  static let uuidListSplit = Rule(
    id: "uuid-list-split",
    severity: .error,
    summary: "A block has two service lists of the same width.",
    rationale: """
      A block must not have more than one list for each width, complete or incomplete. Common receivers join several \
      lists, but nothing obliges them to: others see some of the services only. Joining the lists saves two bytes.
      """,
    references: [.supplement(part: "A", section: "1.1.1")],
    examples: [
      .accepted("02 01 06 05 03 0d 18 0f 18", "one list"),
      .flagged("02 01 06 03 03 0d 18 ↓03 03 0f 18", "two lists", fixed: "02 01 06 05 03 0d 18 0f 18"),
      .flagged("02 01 06 03 03 0d 18 ↓03 02 0f 18", "complete and incomplete", fixed: "02 01 06 05 03 0d 18 0f 18"),
    ],
    check: .structures(of: .serviceLists) { structures, report in
      guard structures.count > 1 else { return }
      var lists: [BluetoothUUID.Width: ADType] = [:]
      for structure in structures {
        guard let width = ServiceUUIDList.width(of: structure.type) else { continue }
        // A part of a UUID is not a list: uuid-list-ragged flags it.
        if case .serviceUUIDs(let list) = structure.value, list.uuids.isEmpty, !list.rest.isEmpty { continue }
        guard let first = lists[width] else {
          lists[width] = structure.type
          continue
        }
        report.flag(
          structure,
          first == structure.type
            ? "this is another list of \(width.rawValue)-bit services"
            : "the list of \(width.rawValue)-bit services is complete and incomplete at once",
          fix: "join the lists of \(width.rawValue)-bit services: 2 bytes less", remedy: .joiningLists)
      }
    })
}
