internal import AdvertisingData

extension Rule {
  static let flagsAllZero = Rule(
    id: "flags-all-zero",
    severity: .warning,
    summary: "Flags are sent with no bit set.",
    rationale: """
      Zero bytes at the end of the Flags are to be dropped, and a zero is all there is. Some stacks refuse it. On a \
      connectable device it also means that scanners for discoverable devices do not show it and that it supports \
      BR/EDR, which is seldom meant.
      """,
    references: [.supplement(part: "A", section: "1.3")],
    silences: ["flags-surplus-octets"],
    examples: [
      .accepted("02 01 04", "LE only, not discoverable"),
      .flagged("02 01 ↓00 03 03 0f 18", "connectable", fixed: "02 01 06 03 03 0f 18"),
      .flagged(
        [MarkedLayout(pdu: .advNonconnInd, "02 01 ↓00 03 03 0f 18")], "a broadcaster needs no Flags",
        fixed: [MarkedLayout(pdu: .advNonconnInd, "03 03 0f 18")]),
    ],
    check: .structures(of: [.flags]) { structures, report in
      let isConnectable = report.pdu?.isConnectable ?? true
      for structure in structures {
        if case .flags(let flags) = structure.value, flags.rawValue != 0 { continue }
        let octets = structure.value.octets
        guard !octets.isEmpty, octets.allSatisfy({ $0 == 0 }) else { continue }
        report.flag(
          structure.offset + 2, length: octets.count, "no bit of the Flags is set",
          fix: isConnectable
            ? "say that the device is discoverable and has no BR/EDR: 06, or what else is true"
            : "remove the Flags: \(structure.size) bytes less",
          remedy: isConnectable ? .replacing(with: [0x06]) : .leavingOut)
      }
    })
}
