internal import AdvertisingData

extension Rule {
  static let connectionIntervalInvalid = Rule(
    id: "connection-interval-invalid",
    severity: .error,
    summary: "The preferred connection intervals are out of range or in the wrong order.",
    rationale: """
      A central that honours the preference asks its controller for these intervals, which refuses any outside 7.5 ms to \
      4 s and any pair whose minimum exceeds the maximum; the preference is lost. The unit is 1.25 ms, and 0xffff means \
      no preference.
      """,
    references: [.supplement(part: "A", section: "1.9")],
    silences: ["structure-empty"],
    examples: [
      .accepted("02 01 06 05 12 06 00 0c 00", "7.5 to 15 ms"),
      .accepted("02 01 06 05 12 50 00 ff ff", "from 100 ms"),
      .flagged("02 01 06 05 12 ↓0c 00 06 00", "the minimum exceeds the maximum", fixed: "02 01 06 05 12 06 00 0c 00"),
      .flagged("02 01 06 05 12 ↓05 00 0c 00", "less than 7.5 ms", fixed: "02 01 06 05 12 06 00 0c 00"),
    ],
    check: .structure { structure, report in
      guard structure.type == .peripheralConnectionIntervalRange else { return }
      guard case .connectionIntervalRange(let range) = ADValue(structure) else {
        report.flag(structure, "the connection interval range needs 4 bytes, this one has \(structure.value.count)")
        return
      }
      guard !range.isValid else { return }
      let ends =
        HexText.compact(range.octets[..<2].reversed()) + " to 0x" + HexText.compact(range.octets[2...].reversed())
      report.flag(
        structure.valueOffset, length: 4,
        "connection intervals 0x\(ends) are not a range within 0x0006 to 0x0c80 (7.5 ms to 4 s)")
    })
}
