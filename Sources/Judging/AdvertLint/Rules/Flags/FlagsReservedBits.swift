internal import AdvertisingData

extension Rule {
  static let flagsReservedBits = Rule(
    id: "flags-reserved-bits",
    severity: .warning,
    summary: "Reserved bits of the Flags are set.",
    rationale: """
      Bits 5 to 7 are reserved and to be sent as zero: a later specification may give them a meaning the sender did not \
      intend, and some hosts refuse such Flags today.
      """,
    references: [.supplement(part: "A", section: "1.3")],
    examples: [
      .accepted("02 01 06", "general discoverable, BR/EDR not supported"),
      .flagged("02 01 ↓86", "bit 7 is set", fixed: "02 01 06"),
    ],
    check: .structure(of: [.flags]) { structure, report in
      guard !structure.value.isEmpty else { return }
      let flags = Flags(rawValue: structure.value[0])
      let reserved = flags.intersection(.reserved)
      guard !reserved.isEmpty else { return }
      let fixed = flags.subtracting(.reserved)
      report.flag(
        structure.valueOffset, length: 1, "reserved bits \(reserved.hex) of the Flags \(flags.hex) are set",
        fix: "send the Flags without the reserved bits: \(fixed.digits)", remedy: .replacing(with: [fixed.rawValue]))
    })
}
