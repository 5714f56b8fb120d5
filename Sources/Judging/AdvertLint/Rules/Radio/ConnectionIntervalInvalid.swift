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
    silences: ["value-malformed", "structure-empty"],
    examples: [
      .accepted("02 01 06 05 12 0c 00 18 00", "15 to 30 ms"),
      .accepted("02 01 06 05 12 60 00 ff ff", "from 120 ms"),
      .flagged("02 01 06 05 12 ↓18 00 0c 00", "the minimum exceeds the maximum", fixed: "02 01 06 05 12 0c 00 18 00"),
      .flagged("02 01 06 05 12 ↓05 00 0c 00", "less than 7.5 ms", fixed: "02 01 06 05 12 0c 00 18 00"),
    ],
    check: .structure(of: [.peripheralConnectionIntervalRange]) { structure, report in
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
