internal import AdvertisingData

extension Rule {
  static let flagsDuplicate = Rule(
    id: "flags-duplicate",
    severity: .error,
    summary: "The advertising data contain Flags more than once.",
    rationale: """
      Flags may appear once. Nothing says which of two a receiver believes, so the device may be discoverable for one \
      and not for the other. A usual cause is a stack that adds Flags of its own to those of the firmware.
      """,
    references: [.supplement(part: "A", section: "1.3"), .supplement(part: "A", section: "Table 1.1")],
    silences: ["structure-repeated"],
    examples: [
      .accepted("02 01 06 03 03 0f 18", "once"),
      .flagged("02 01 06 03 03 0f 18 ↓02 01 04", "two Flags that differ", fixed: "02 01 06 03 03 0f 18"),
    ],
    check: .structures(of: [.flags]) { structures, report in
      guard report.block == .advertising else { return }
      for structure in structures.dropFirst() {
        report.flag(
          structure, "Flags are there already", fix: "remove the repeated Flags: \(structure.size) bytes less",
          remedy: .leavingOut)
      }
    })
}
