internal import AdvertisingData

extension Rule {
  static let paddingOnAir = Rule(
    id: "padding-on-air",
    severity: .note,
    summary: "The payload is filled up with zeros on the air.",
    rationale: """
      Zeros after the last structure mean nothing, and each takes eight microseconds of every advertisement, on three \
      channels. Commands to a controller are filled up to 31 bytes, but state how many of them count; there the size of \
      the whole buffer was given.
      """,
    references: [.core(volume: 3, part: "C", section: "11"), .core(volume: 4, part: "E", section: "7.8.7")],
    examples: [
      .accepted("02 01 06 00 00 00", "as a command carries it"),
      .accepted([MarkedLayout("02 01 06", scanResponse: .notObserved)], "sent without zeros"),
      .flagged(
        [MarkedLayout("02 01 06 ↓00 00 00", scanResponse: .notObserved)], "three bytes of nothing",
        fixed: [MarkedLayout("02 01 06", scanResponse: .notObserved)]),
    ],
    check: .advertiser { subject, report in
      guard subject.isFromAir else { return }
      for (index, layout) in subject.layouts.enumerated() {
        for (position, payload) in layout.payloads where !payload.isTruncated {
          guard payload.payload.octets.last == 0, case .terminated(let end) = payload.ending,
            payload.payload.octets[end...].allSatisfy({ $0 == 0 })
          else { continue }
          let count = payload.payload.count - end
          report.flag(
            in: Report.Location(layout: index, payload: position), end, length: count,
            "\(count == 1 ? "a zero is" : "\(count) zeros are") sent after the last structure",
            fix: "remove the zeros from the length that the controller gets: \(Words.bytes(count)) less",
            remedy: .leavingOut)
        }
      }
    })
}
