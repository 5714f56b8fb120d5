internal import AdvertisingData

extension Rule {
  static let typeNotAllowedHere = Rule(
    id: "type-not-allowed-here",
    severity: .error,
    summary: "An AD type is in a block in which it is not allowed.",
    rationale: """
      Some types belong elsewhere: to data exchanged by other means before pairing, which includes keys that must not \
      be on the air; to the header that the controller writes; or to the advertising data alone. Receivers do not \
      look for them here, and some stacks refuse them.
      """,
    references: [.supplement(part: "A", section: "Table 1.1")],
    silences: ["value-malformed"],
    examples: [
      .accepted("02 01 06 03 19 c1 03", "Appearance may be in either block"),
      .flagged("02 01 06 ↓08 28 ff ff ff ff 1f 00 00", "only the controller sends channel maps", fixed: "02 01 06"),
      .flagged("02 01 06 ↓02 1c 00", "LE Role belongs out of band", fixed: "02 01 06"),
    ],
    check: .structure { structure, report in
      guard let block = report.block, structure.type.allowance(in: ADContext(block)) == .notAllowed else { return }
      let isOutOfBand = ![.notAllowed, .unknown].contains(structure.type.allowance(in: .outOfBand))
      report.flag(
        structure,
        "\(structure.type.named) is not allowed in the "
          + (block == .advertising ? "advertising data" : "scan response"),
        fix: "remove \(structure.type.named): \(structure.size) bytes less", remedy: .leavingOut,
        severity: isOutOfBand ? .warning : nil)
    })
}
