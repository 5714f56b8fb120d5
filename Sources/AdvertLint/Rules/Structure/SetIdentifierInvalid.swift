internal import AdvertisingData

extension Rule {
  static let setIdentifierInvalid = Rule(
    id: "set-identifier-invalid",
    severity: .warning,
    summary: "The random part of a resolvable set identifier does not begin with 01.",
    rationale: """
      Members of a set, such as two earbuds, are found by a hash over a random part whose two highest bits are 01. \
      Receivers that check the bits take a value without them for no identifier, and the set stays incomplete. Usually \
      the two parts are in the wrong order, or were never written.
      """,
    references: [
      .other("Coordinated Set Identification Profile: generation of the RSI"), .supplement(part: "A", section: "1"),
    ],
    examples: [
      .accepted("02 01 06 07 2e 01 02 03 04 05 46", "the highest octet of the random part is 46"),
      .flagged("02 01 06 07 2e 00 00 00 00 00 ↓00", "never written", fixed: "02 01 06 07 2e 01 02 03 04 05 46"),
    ],
    check: .structures { structures, report in
      for structure in structures {
        guard case .resolvableSetIdentifier(let identifier) = structure.value, !identifier.isValid else { continue }
        report.flag(
          structure.offset + 7, length: 1,
          "the random part of the set identifier begins with the bits "
            + "\(identifier.random >> 23)\(identifier.random >> 22 & 1), 01 are needed",
          fix: "send hash, then random part, each with its lowest byte first")
      }
    })
}
