internal import AdvertisingData

extension Rule {
  static let scanResponseNeverRequested = Rule(
    id: "scan-response-never-requested",
    severity: .error,
    summary: "There is scan response data, but the advertising is not scannable.",
    rationale: """
      No scanner may ask for the scan response of this kind of advertising, so what is in it is never sent. A name that \
      works with one kind disappears with another.
      """,
    references: [.core(volume: 6, part: "B", section: "4.4.2"), .core(volume: 6, part: "B", section: "2.3.1")],
    examples: [
      .accepted([MarkedLayout(pdu: .advNonconnInd, "05 09 47 6f 47 6f")], "no scan response"),
      .flagged(
        [MarkedLayout(pdu: .advNonconnInd, "03 03 0f 18", scanResponse: .declared("↓05 09 47 6f 47 6f"))],
        "a name that no scanner sees", fixed: [MarkedLayout(pdu: .advNonconnInd, "03 03 0f 18 05 09 47 6f 47 6f")]),
    ],
    check: .layout { layout, report in
      guard let pdu = layout.pdu, !pdu.isScannable else { return }
      for (position, payload) in layout.payloads where position != .advertising && !payload.payload.isEmpty {
        report.place.payload = position
        report.flag(
          0, length: payload.payload.count, "\(pdu.rawValue) is not scannable: this scan response is never sent",
          fix: "move the data into the advertising data, or advertise scannably", remedy: .fitting)
      }
    })
}
