internal import AdvertisingData

extension Rule {
  static let flagsNotLEOnly = Rule(
    id: "flags-not-le-only",
    severity: .note,
    summary: "A connectable, discoverable device does not say that it is LE only.",
    rationale: """
      Without "BR/EDR not supported" a host may take the device for one that also speaks BR/EDR, and hosts on Linux try \
      that first: they page it, wait, and never connect over LE. Devices that do support BR/EDR say so with bit 3, or \
      leave bit 2 clear on purpose.
      """,
    references: [.supplement(part: "A", section: "1.3"), .core(volume: 3, part: "C", section: "9.2")],
    examples: [
      .accepted("02 01 06", "LE only"),
      .accepted("02 01 0a", "LE and BR/EDR at the same time"),
      .accepted([MarkedLayout(pdu: .advNonconnInd, "02 01 02")], "no host connects to a broadcaster"),
      .flagged("02 01 ↓02", "looks like a device that also speaks BR/EDR", fixed: "02 01 06"),
    ],
    check: .structure(of: [.flags]) { structure, report in
      guard report.block == .advertising, report.pdu?.isConnectable ?? false,
        !structure.value.isEmpty
      else { return }
      let flags = Flags(rawValue: structure.value[0])
      guard !flags.isDisjoint(with: .discoverable), !flags.contains(.brEDRNotSupported),
        flags.isDisjoint(with: .simultaneous)
      else { return }
      report.flag(
        structure.valueOffset, length: 1, "Flags \(flags.hex) leave open whether the device supports BR/EDR",
        fix: "send \(flags.union(.brEDRNotSupported).hex) if the device does not support BR/EDR")
    })
}
