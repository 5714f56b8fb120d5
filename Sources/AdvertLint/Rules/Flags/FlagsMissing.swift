internal import AdvertisingData

extension Rule {
  static let flagsMissing = Rule(
    id: "flags-missing",
    severity: .warning,
    summary: "Connectable advertising has no Flags.",
    rationale: """
      Without Flags a connectable device is in no discoverable mode, so scanners that look for discoverable devices \
      leave it out, and nothing says that it does not support BR/EDR, so some hosts try to connect over the wrong \
      transport. Flags may only be left out when all their bits are zero.
      """,
    references: [.supplement(part: "A", section: "1.3")],
    examples: [
      .accepted("02 01 06 03 03 0f 18", "Flags with general discoverability"),
      .accepted([MarkedLayout(pdu: .advNonconnInd, "03 03 0f 18")], "a broadcaster needs no Flags"),
      .flagged("↓03 03 0f 18", "connectable without Flags", fixed: "02 01 06 03 03 0f 18"),
    ],
    check: .layout { layout, report in
      guard layout.pdu?.isConnectable ?? false, layout.carriesAdvertisingData, let advertising = layout.advertising,
        !advertising.isTruncated, !advertising.payload.contains(.flags),
        // Flags in the wrong block are a defect of their own.
        !layout.scanResponses.contains(where: { $0.payload.contains(.flags) })
      else { return }
      report.place.payload = .advertising
      report.flag(
        0, length: 0, "\(layout.pdu?.rawValue ?? "the PDU") is connectable, but the advertising data have no Flags",
        fix: "add Flags 02 01 06 (general discoverable, BR/EDR not supported)")
    })
}
