internal import AdvertisingData

extension Rule {
  static let nameNotUTF8 = Rule(
    id: "name-not-utf8",
    severity: .warning,
    summary: "The local name is not valid UTF-8.",
    rationale: """
      Names are UTF-8. Where they are not, scanners show replacement characters, an empty name or none, and filters on \
      the name fail. The usual cause is a name in the encoding of an older system.
      """,
    references: [.supplement(part: "A", section: "1.2")],
    examples: [
      .accepted("02 01 06 06 09 4a c3 b6 72 67", "\"Jörg\" in UTF-8"),
      .flagged("05 09 4a ↓f6 72 67", "\"Jörg\" in Latin-1", fixed: "06 09 4a c3 b6 72 67"),
    ],
    check: .structure(of: .names) { structure, report in
      guard structure.value.contains(where: { $0 >= 0x80 }), let name = LocalName(structure),
        let invalid = name.firstInvalidOctet
      else { return }
      report.flag(
        structure.valueOffset + invalid, length: name.octets.count - invalid,
        "the name is not UTF-8 from 0x\(HexText.compact(name.octets[invalid...].prefix(1))) on",
        fix: "encode the name as UTF-8")
    })
}
