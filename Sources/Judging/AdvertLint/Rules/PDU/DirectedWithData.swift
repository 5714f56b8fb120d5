internal import AdvertisingData

extension Rule {
  static let directedWithData = Rule(
    id: "directed-with-data",
    severity: .warning,
    summary: "There is advertising data for directed advertising, which cannot carry any.",
    rationale: """
      ADV_DIRECT_IND holds the two addresses and nothing else: the data are never sent. It calls one known device; others \
      do not see it, and an app that looks for the data waits in vain.
      """,
    references: [.core(volume: 6, part: "B", section: "2.3.1.2")],
    examples: [
      .accepted([MarkedLayout(pdu: .advDirectInd, "")], "no data"),
      .flagged(
        [MarkedLayout(pdu: .advDirectInd, "↓02 01 06 03 03 0f 18")], "data that are never sent",
        fixed: [MarkedLayout("02 01 06 03 03 0f 18")]),
    ],
    check: .layout { layout, report in
      guard layout.pdu == .advDirectInd, let count = layout.advertising?.payload.count, count > 0 else { return }
      report.place.payload = .advertising
      report.flag(
        0, length: count,
        "ADV_DIRECT_IND carries no advertising data: what is here (\(Words.bytes(count))) is never sent",
        fix: "advertise with ADV_IND, which is undirected", remedy: .sending(.advInd))
    })
}
