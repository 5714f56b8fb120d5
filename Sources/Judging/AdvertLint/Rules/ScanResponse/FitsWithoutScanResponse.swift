internal import AdvertisingData

extension Rule {
  static let fitsWithoutScanResponse = Rule(
    id: "fits-without-scan-response",
    severity: .note,
    summary: "All of the scan response would fit into the advertising data.",
    rationale: """
      Together both blocks have no more than 31 bytes. In the advertising data everybody receives all of it at once, also \
      scanners that never ask; and active scanners need no second exchange. A shorter advertisement takes less energy, \
      which may be a reason to leave it as it is.
      """,
    references: [.core(volume: 6, part: "B", section: "4.4.3"), .core(volume: 6, part: "B", section: "2.3.1")],
    examples: [
      .accepted(
        [
          MarkedLayout(
            "02 01 06 11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af",
            scanResponse: .declared("0d 09 53 65 6e 73 6f 72 20 32 30 37 31 35"))
        ], "35 bytes"),
      .flagged(
        [MarkedLayout("02 01 06 03 03 0f 18", scanResponse: .declared("↓05 09 47 6f 47 6f"))], "13 bytes",
        fixed: [MarkedLayout("02 01 06 03 03 0f 18 05 09 47 6f 47 6f")]),
    ],
    check: .layout { layout, report in
      guard let pdu = layout.pdu, pdu.isScannable, !pdu.isExtended, let advertising = layout.advertising,
        layout.scanResponses.count == 1, let response = layout.scanResponses.first,
        !advertising.isTruncated, !response.isTruncated, layout.addedTypes.isEmpty
      else { return }
      let sizes = (advertising.payload.significantCount, response.payload.significantCount)
      guard sizes.1 > 0, sizes.0 + sizes.1 <= pdu.payloadLimit,
        // Data in both blocks cannot simply be moved.
        response.kinds.isDisjoint(with: advertising.kinds.union([.flags]))
      else { return }
      report.place.payload = .scanResponse(0)
      report.flag(
        0, length: sizes.1,
        "the \(sizes.0) bytes of the advertising data and these \(sizes.1) fit into the advertising data together",
        fix:
          "move the whole scan response into the advertising data (\(sizes.0 + sizes.1) of \(pdu.payloadLimit) bytes)",
        remedy: .joining)
    })
}

extension SubjectPayload {
  /// The types of the structures, with both forms of the name as one.
  fileprivate var kinds: Set<ADType> {
    Set(structures.map { $0.type == .shortenedLocalName ? .completeLocalName : $0.type })
  }
}
