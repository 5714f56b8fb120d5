internal import AdvertisingData

extension Rule {
  static let namesDisagree = Rule(
    id: "names-disagree",
    severity: .warning,
    summary: "The advertising data and the scan response have different names.",
    rationale: """
      A device has one name, and a shortened one is its beginning. Passive scanners show one, active scanners the other, \
      and a list of devices changes under the user's finger; filters on the name work in one of the two.
      """,
    references: [.supplement(part: "A", section: "1.2")],
    examples: [
      .accepted(
        [
          MarkedLayout(
            "02 01 06 11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af 06 08 53 65 6e 73 6f",
            scanResponse: .declared("0d 09 53 65 6e 73 6f 72 20 32 30 37 31 35"))
        ], "the beginning of the name"),
      .flagged(
        [MarkedLayout("02 01 06 05 09 47 6f 47 6f", scanResponse: .declared("↓04 09 41 42 43"))], "two names",
        fixed: [MarkedLayout("02 01 06 05 09 47 6f 47 6f")]),
    ],
    check: .layout(of: .names) { layout, report in
      guard let advertised = layout.advertising?.localName?.name.octets else { return }
      for (position, payload) in layout.payloads where position != .advertising {
        guard let (structure, name) = payload.localName, !name.octets.starts(with: advertised),
          !advertised.starts(with: name.octets)
        else { continue }
        report.place.payload = position
        report.flag(
          structure, "the name differs from that in the advertising data, and neither is the beginning of the other",
          fix: "send the same name in both blocks, or its beginning as the shortened name in one")
      }
    })
}
