internal import AdvertisingData

extension Rule {
  static let nameNotUTF8 = Rule(
    id: "name-not-utf8",
    severity: .warning,
    summary: "The local name is not valid UTF-8.",
    rationale: """
      Names are UTF-8. Where they are not, scanners show replacement characters, an empty name or none, and filters on \
      the name fail. The usual causes are a name cut in the middle of a character and one in another encoding.
      """,
    references: [.supplement(part: "A", section: "1.2")],
    examples: [
      .accepted("02 01 06 06 09 4a c3 b6 72 67", "\"Jörg\" in UTF-8"),
      .flagged("05 09 4a ↓f6 72 67", "\"Jörg\" in Latin-1", fixed: "06 09 4a c3 b6 72 67"),
      .flagged("05 08 4a c3 b6 ↓c3", "cut in the middle of a character", fixed: "04 08 4a c3 b6"),
    ],
    check: .structure { structure, report in
      guard structure.missingOctets == 0, let name = LocalName(structure), let invalid = name.firstInvalidOctet
      else { return }
      let octets = Array(name.octets[invalid...])
      let message =
        name.endsInsideCharacter
        ? "the name ends in the middle of a character (\(HexText.spaced(octets)))"
        : "the name is not UTF-8 from 0x\(HexText.compact(octets.prefix(1))) on"
      let fix =
        name.endsInsideCharacter
        ? "cut the name before the character: \(octets.count) bytes less" : "encode the name as UTF-8"
      report.flag(structure.valueOffset + invalid, length: octets.count, message, fix: fix)
    })
}
