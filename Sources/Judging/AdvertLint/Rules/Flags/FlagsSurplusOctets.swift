internal import AdvertisingData

extension Rule {
  static let flagsSurplusOctets = Rule(
    id: "flags-surplus-octets",
    severity: .warning,
    summary: "The Flags have more than one byte.",
    rationale: """
      All defined bits are in the first byte, and zero bytes at the end are to be dropped. Some hosts refuse Flags of \
      more than one byte, and the bytes are lost for others.
      """,
    references: [.supplement(part: "A", section: "1.3")],
    examples: [
      .accepted("02 01 06", "one byte"),
      .flagged("03 01 06 ↓00", "a second byte of zero", fixed: "02 01 06"),
    ],
    check: .structure(of: [.flags]) { structure, report in
      let surplus = structure.value.count - 1
      guard surplus > 0 else { return }
      report.flag(
        structure.valueOffset + 1, length: surplus, "Flags have one byte, these have \(surplus + 1)",
        fix: "remove all but the first byte of the Flags: \(Words.bytes(surplus)) less", remedy: .leavingOut)
    })
}
