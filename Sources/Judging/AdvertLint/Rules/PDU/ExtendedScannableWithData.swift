internal import AdvertisingData

extension Rule {
  static let extendedScannableWithData = Rule(
    id: "extended-scannable-with-data",
    severity: .error,
    summary: "There is advertising data for an extended scannable set, which cannot carry any.",
    rationale: """
      A scannable set of extended advertising sends all its data in the scan response. Controllers refuse advertising \
      data for it, so the set does not start, or starts without them.
      """,
    references: [.core(volume: 6, part: "B", section: "2.3.4"), .core(volume: 4, part: "E", section: "7.8.54")],
    examples: [
      .accepted(
        [MarkedLayout(pdu: .extendedScannable, "", scanResponse: .declared("05 09 47 6f 47 6f"))],
        "all data in the scan response", alsoFlaggedBy: ["extended-advertising-not-received"]),
      .flagged(
        [MarkedLayout(pdu: .extendedScannable, "↓05 09 47 6f 47 6f")], "refused",
        fixed: [MarkedLayout(pdu: .extendedNonconnectable, "05 09 47 6f 47 6f")]),
    ],
    check: .layout { layout, report in
      guard layout.pdu == .extendedScannable, let count = layout.advertising?.payload.count, count > 0 else { return }
      report.place.payload = .advertising
      report.flag(
        0, length: count,
        "an extended scannable set carries no advertising data: what is here (\(Words.bytes(count))) is refused",
        fix:
          "advertise with EXT_NONCONNECTABLE, or move the data into the scan response, which passive scanners do not "
          + "see",
        remedy: .sending(.extendedNonconnectable))
    })
}
