internal import AdvertisingData
internal import AssignedNumbers

extension Rule {
  static let typeUnassigned = Rule(
    id: "type-unassigned",
    severity: .warning,
    summary: "An AD type is not assigned.",
    rationale: """
      Only the Bluetooth SIG assigns AD types; one that it has not assigned may mean something else tomorrow, and no \
      receiver reads it today. Data of one's own belong into manufacturer or service data. Often the type is an accident: a \
      length byte is wrong, or the payload was never made of AD structures.
      """,
    references: [.assignedNumbers],
    examples: [
      .accepted("02 01 06 04 ff 59 00 2a", "data of one's own as manufacturer data"),
      .flagged("02 01 06 ↓02 42 2a", "type 0x42", fixed: "02 01 06 04 ff 59 00 2a"),
      .flagged("02 01 06 ↓04 4c 41 4d 50", "the text LAMP without its type", fixed: "02 01 06 05 09 4c 41 4d 50"),
    ],
    check: .structure(of: .unassigned) { structure, report in
      let octets = [structure.type.rawValue] + Array(copying: structure.value)
      if structure.missingOctets == 0, octets.isText {
        let count = octets.count
        report.flag(
          structure,
          "AD \(structure.type.named) is not assigned: it is probably the first of \(count) characters of a text",
          fix: "write the type before the text, such as 09 for a name, and its length plus one: \(count + 1)")
        return
      }
      report.flag(
        structure, "AD \(structure.type.named) is not assigned",
        fix: "send data of your own as manufacturer or service data: 2 bytes more with a company or a 16-bit UUID")
    })
}

extension ADType {
  var isAssigned: Bool { !TypeSet.unassigned.contains(self) }
}

extension TypeSet {
  fileprivate static let unassigned = TypeSet(
    (UInt8.min ... .max).filter { ADTypes.name(of: $0) == nil }.map { ADType(rawValue: $0) })
}
