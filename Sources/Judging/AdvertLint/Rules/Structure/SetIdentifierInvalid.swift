internal import AdvertisingData

extension Rule {
  static let setIdentifierInvalid = Rule(
    id: "set-identifier-invalid",
    severity: .warning,
    summary: "The random part of a resolvable set identifier does not begin with 01.",
    rationale: """
      Members of a set, such as two earbuds, are found by a hash over a random part whose two highest bits are 01: \
      BlueZ, Zephyr and bumble make it so, and Zephyr calls others invalid in its log. No receiver is known to refuse \
      a value for these bits alone. But without them the two parts are usually in the wrong order, or were never \
      written: then the hash does not fit, and the set stays incomplete.
      """,
    references: [
      .other("BlueZ: src/shared/crypto.c"),
      .other("Zephyr: subsys/bluetooth/audio/csip_set_member.c and csip_crypto.c"),
      .other("bumble: bumble/profiles/csip.py, after Coordinated Set Identification Service, 4.8"),
    ],
    examples: [
      .accepted("02 01 06 07 2e 01 02 03 04 05 46", "the highest octet of the random part is 46"),
      .flagged("02 01 06 07 2e 00 00 00 00 00 ↓00", "never written", fixed: "02 01 06 07 2e 01 02 03 04 05 46"),
    ],
    check: .structures(of: [.resolvableSetIdentifier]) { structures, report in
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
