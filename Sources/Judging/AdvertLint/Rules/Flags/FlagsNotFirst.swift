internal import AdvertisingData

extension Rule {
  static let flagsNotFirst = Rule(
    id: "flags-not-first",
    severity: .note,
    summary: "Flags are not the first structure.",
    rationale: """
      Any order is allowed. But nearly all devices send Flags first, and there are receivers that look for them nowhere \
      else; nothing is lost by doing like everybody.
      """,
    references: [.core(volume: 3, part: "C", section: "11"), .other("field practice")],
    examples: [
      .accepted("02 01 06 03 03 0f 18", "first"),
      .flagged("03 03 0f 18 ↓02 01 06", "last", fixed: "02 01 06 03 03 0f 18"),
    ],
    check: .structures { structures, report in
      guard report.block == .advertising, let position = structures.firstIndex(where: { $0.type == .flags }),
        let first = structures.first, first.type != .flags
      else { return }
      report.flag(
        structures[position], "the Flags come after \(first.type.named)", fix: "move the Flags to byte 0",
        remedy: .puttingFirst)
    })
}
