internal import AdvertisingData

extension Rule {
  static let txPowerInvalid = Rule(
    id: "tx-power-invalid",
    severity: .error,
    summary: "The TX power level is not one byte, or no power a device can send with.",
    rationale: """
      The level is one signed byte in dBm, of what the antenna radiates. A controller sends with 20 dBm at most, and \
      an amplifier and an antenna may add to that. No source says how much: the limit of 40 dBm, which are ten watts, \
      is a choice of this rule. 127 stands for a level that is not known. Receivers estimate the distance from the \
      level: one of another length is ignored, one that is no power makes the device appear kilometres away.
      """,
    references: [.supplement(part: "A", section: "1.5"), .core(volume: 6, part: "A", section: "3")],
    silences: ["value-malformed", "structure-empty"],
    examples: [
      .accepted("02 01 06 02 0a f4", "-12 dBm"),
      .accepted("02 01 06 02 0a 1a", "26 dBm, with an amplifier"),
      .flagged("02 01 06 ↓03 0a f4 ff", "two bytes", fixed: "02 01 06 02 0a f4"),
      .flagged("02 01 06 02 0a ↓7f", "127 dBm", fixed: "02 01 06 02 0a 00"),
    ],
    check: .structure(of: [.txPowerLevel]) { structure, report in
      guard case .txPowerLevel(let level) = ADValue(structure) else {
        report.flag(structure, "the TX power level needs 1 byte, this one has \(structure.value.count)")
        return
      }
      guard !(-127...40).contains(level.dBm) else { return }
      report.flag(
        in: report.place, structure.valueOffset, length: 1,
        level.dBm == 127
          ? "the TX power level says 127, which stands for a level that is not known"
          : "the TX power level says \(level.dBm) dBm, which no device radiates",
        fix: "send the level that the antenna radiates, or remove the TX power", severity: .warning)
    })
}
