internal import AdvertisingData

extension Rule {
  static let nameShortenedNeedlessly = Rule(
    id: "name-shortened-needlessly",
    severity: .note,
    summary: "A block has a shortened name although the complete one fits.",
    rationale: """
      A shortened name tells receivers that there is more: some ask for the rest, and filters on the whole name miss the \
      device. The other block has the complete name, and there is room for it here.
      """,
    references: [.supplement(part: "A", section: "1.2")],
    examples: [
      .accepted(
        [
          MarkedLayout(
            "02 01 06 11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af 06 08 53 65 6e 73 6f",
            scanResponse: .declared("0d 09 53 65 6e 73 6f 72 20 32 30 37 31 35"))
        ], "the complete name needs more than there is"),
      .flagged(
        [
          MarkedLayout(
            "02 01 06 ↓03 08 47 6f 03 03 0f 18", scanResponse: .declared("05 09 47 6f 47 6f"))
        ], "the complete name needs two bytes more",
        fixed: [MarkedLayout("02 01 06 05 09 47 6f 47 6f 03 03 0f 18")]),
    ],
    check: .layout(of: [.shortenedLocalName]) { layout, report in
      guard let advertising = layout.advertising, let limit = layout.pdu?.payloadLimit else { return }
      let advertised = advertising.services
      // A service that only the scan response lists needs the space more.
      guard layout.scanResponses.allSatisfy({ advertised.isSuperset(of: $0.services) }) else { return }
      let completeElsewhere = layout.scanResponses.lazy.compactMap({ $0.localName?.name }).first { $0.isComplete }
      for (position, payload) in layout.payloads where !payload.isTruncated {
        guard let (structure, short) = payload.localName, !short.isComplete,
          let full = position == .advertising ? completeElsewhere : advertising.localName?.name, full.isComplete,
          full.octets.starts(with: short.octets)
        else { continue }
        let free = limit - payload.payload.significantCount
        let more = full.octets.count - short.octets.count
        guard more <= free else { continue }
        report.place.payload = position
        guard position == .advertising else {
          report.flag(
            structure, "the advertising data have the complete name",
            fix: "remove the shortened name from the scan response: \(structure.size) bytes less", remedy: .leavingOut)
          continue
        }
        let whole = [UInt8(clamping: 1 + full.octets.count), ADType.completeLocalName.rawValue] + full.octets
        let blocks = layout.sendingName(whole, inPlaceOf: structure, of: payload)
        report.flag(
          structure,
          more == 0
            ? "the name is called shortened, but it is the complete one"
            : "the complete name needs \(Words.bytes(more)) more, and there is room for \(free)",
          fix: "move the complete name (\(whole.count) bytes) into the advertising data, in place of the shortened one",
          remedy: blocks.map { .sendingBlocks($0) })
      }
    })
}

extension SubjectLayout {
  /// Returns the blocks with a structure in place of another in the advertising data, and without it in the scan response.
  fileprivate func sendingName(
    _ name: [UInt8], inPlaceOf short: DecodedPayload.Element, of payload: SubjectPayload
  ) -> FixedBlocks? {
    guard let response = scanResponses.first, scanResponses.count == 1,
      let there = response.structures.first(where: { Array(response.payload.octets[$0.octetRange]) == name })
    else { return nil }
    var (advertised, answered) = (payload.payload.octets, response.payload.octets)
    advertised.replaceSubrange(short.octetRange, with: name)
    answered.removeSubrange(there.octetRange)
    return FixedBlocks(advertising: Payload(advertised), scanResponse: Payload(answered))
  }
}
