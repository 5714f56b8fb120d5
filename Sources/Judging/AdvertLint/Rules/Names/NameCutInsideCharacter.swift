internal import AdvertisingData

extension Rule {
  static let nameCutInsideCharacter = Rule(
    id: "name-cut-inside-character",
    severity: .warning,
    summary: "The local name ends in the middle of a character.",
    rationale: """
      A character outside ASCII takes two to four bytes. A name cut to a number of bytes can end inside one; scanners then \
      show a replacement character, or no name at all because the text is not valid.
      """,
    references: [.supplement(part: "A", section: "1.2")],
    silences: ["name-not-utf8"],
    examples: [
      .accepted("02 01 06 04 08 4a c3 b6", "cut after a character"),
      .flagged("02 01 06 05 08 4a c3 b6 ↓c3", "cut inside one", fixed: "02 01 06 04 08 4a c3 b6"),
    ],
    check: .structure(of: .names) { structure, report in
      guard structure.value.contains(where: { $0 >= 0x80 }), let name = LocalName(structure), name.endsInsideCharacter,
        let start = name.firstInvalidOctet
      else { return }
      let octets = name.octets[start...]
      report.flag(
        structure.valueOffset + start, length: octets.count,
        "the name ends in the middle of a character (\(HexText.spaced(octets)))",
        fix: "cut the name before the character: \(Words.bytes(octets.count)) less",
        remedy: .leavingOut)
    })
}
