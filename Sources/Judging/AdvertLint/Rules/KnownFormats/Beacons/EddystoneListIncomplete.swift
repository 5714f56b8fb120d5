internal import AdvertisingData

extension Rule {
  static let eddystoneListIncomplete = Rule(
    id: "eddystone-list-incomplete",
    severity: .note,
    summary: "The service list of an Eddystone beacon is called incomplete.",
    rationale: """
      Eddystone asks for a complete list, of type 03, that has feaa. Asked about devices with further services, its \
      authors answered that an incomplete list is fine as well, but the specification was not changed. Type 02 says \
      that there are more services than are listed, which is wrong for a beacon that has no others.
      """,
    references: [
      .other("Eddystone protocol specification: common elements"),
      .other("google/eddystone #117"),
      .supplement(part: "A", section: "1.1"),
    ],
    examples: [
      .accepted("02 01 06 03 03 aa fe 0d 16 aa fe 10 ec 02 67 6f 2e 67 6c 2f 31", "complete"),
      .flagged(
        "02 01 06 ↓03 02 aa fe 0d 16 aa fe 10 ec 02 67 6f 2e 67 6c 2f 31", "incomplete",
        fixed: "02 01 06 03 03 aa fe 0d 16 aa fe 10 ec 02 67 6f 2e 67 6c 2f 31"),
    ],
    check: .layout { layout, report in
      guard layout.payloads.contains(where: { $0.payload.recognised.contains(where: { $0.isFrameOfEddystone }) }) else {
        return
      }
      let lists = layout.payloads.flatMap { position, payload in
        payload.structures.compactMap { structure -> (PayloadPosition, DecodedPayload.Element, ServiceUUIDList)? in
          guard case .serviceUUIDs(let list) = structure.value, list.rest.isEmpty,
            list.uuids.contains(.eddystone)
          else { return nil }
          return (position, structure, list)
        }
      }
      guard lists.allSatisfy({ !$0.2.isComplete }) else { return }
      for (position, structure, list) in lists {
        report.place.payload = position
        let isShort = list.width == .bits16
        // Other services keep their width.
        let octets = isShort || list.uuids == [.eddystone] ? (isShort ? list.octets : [0xAA, 0xFE]) : nil
        let right = octets.map { [UInt8(clamping: 1 + $0.count), ADType.completeServiceUUIDs16.rawValue] + $0 }
        report.flag(
          structure, "the list with feaa has type \(structure.type.named), Eddystone asks for the complete list",
          fix: right.map {
            "send \(isShort ? "the list as complete" : "feaa in a complete list of 16-bit services"): \(HexText.spaced($0))"
          } ?? "send feaa in a complete list of 16-bit services: type 03",
          remedy: right.map { .replacing(with: $0) })
      }
    })
}
