internal import AdvertisingData

extension Rule {
  static let sameDataInBoth = Rule(
    id: "same-data-in-both",
    severity: .note,
    summary: "Both blocks have manufacturer data of one company, or the same structure.",
    rationale: """
      The Supplement allows it, but systems join the two blocks. Of two manufacturer data of one company Android keeps the last, BlueZ one of them, iOS \
      joins both, and Windows reports them apart: an app sees something else on each. A structure that is the same in \
      both blocks does no harm, but its bytes are lost.
      """,
    references: [
      .supplement(part: "A", section: "1.4"),
      .other("reports from apps on iOS, Android, BlueZ and Windows; no platform documents it"),
    ],
    examples: [
      .accepted(
        [MarkedLayout("02 01 06 04 ff 59 00 2a", scanResponse: .declared("04 ff 0d 00 10"))], "two companies"),
      .flagged(
        [MarkedLayout("02 01 06 04 ff 59 00 2a", scanResponse: .declared("↓04 ff 59 00 2b"))],
        "one company, different data", fixed: [MarkedLayout("02 01 06 05 ff 59 00 2a 2b")]),
      .flagged(
        [MarkedLayout("02 01 06 02 0a 00", scanResponse: .declared("↓02 0a 00"))],
        "the same TX power level", fixed: [MarkedLayout("02 01 06 02 0a 00")]),
    ],
    check: .layout { layout, report in
      guard let advertising = layout.advertising,
        layout.scanResponses.contains(where: { !$0.types.isDisjoint(with: advertising.types) })
      else { return }
      let advertised = Set(advertising.structures.map { SentValue(type: $0.type, octets: $0.value.octets) })
      let companies = Set(advertising.companies)
      for (position, payload) in layout.payloads where position != .advertising {
        report.place.payload = position
        for structure in payload.structures {
          if advertised.contains(SentValue(type: structure.type, octets: structure.value.octets)) {
            report.flag(
              structure, "the same \(structure.type.named) is in the advertising data",
              fix: "remove the copy in the scan response: \(structure.size) bytes less", remedy: .leavingOut)
          } else if case .manufacturerData(let data) = structure.value, companies.contains(data.company) {
            report.flag(
              structure,
              "manufacturer data of \(ManufacturerData.named(data.company)) are in the advertising data too: systems "
                + "that join both blocks keep one",
              fix: "join both structures in one block, or send the \(structure.size) bytes here as service data")
          }
        }
      }
    })
}

/// The key by which two structures are the same, wherever they are.
private struct SentValue: Hashable {
  let type: ADType
  let octets: [UInt8]
}
