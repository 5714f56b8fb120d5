internal import AdvertisingData

extension Rule {
  static let structureRepeated = Rule(
    id: "structure-repeated",
    severity: .error,
    summary: "An AD type that may be in a block once is there again.",
    rationale: """
      Nothing says which of two such structures a receiver believes, so receivers may disagree on what the device \
      says. The bytes of the other are lost.
      """,
    references: [.supplement(part: "A", section: "Table 1.1")],
    examples: [
      .accepted("02 01 06 02 0a 00 02 0a 04", "the TX power level may be repeated"),
      .flagged(
        "02 01 06 03 19 c1 03 ↓03 19 c2 03", "a keyboard and a mouse", fixed: "02 01 06 03 19 c1 03"),
    ],
    check: .structures { structures, report in
      // In most payloads each structure has a type of its own.
      guard let block = report.block, TypeSet(of: structures).count < structures.count else { return }
      var seen: [ADType: DecodedPayload.Element] = [:]
      for structure in structures {
        switch structure.type.allowance(in: ADContext(block)) {
        case .oncePerBlock, .oncePerBlockNotInBoth:
          guard let first = seen[structure.type] else {
            seen[structure.type] = structure
            continue
          }
          let isEqual = first.value == structure.value
          report.flag(
            structure,
            "\(structure.type.named) is there already\(isEqual ? "" : " with another value") and may be in a block once",
            fix: isEqual
              ? "remove the repetition: \(structure.size) bytes less"
              : "remove one of the two: the \(first.size) bytes at byte \(first.offset), or the \(structure.size) here",
            remedy: isEqual ? .leavingOut : nil)
        case .mayRepeat, .notAllowed, .unknown: break
        }
      }
    })
}
