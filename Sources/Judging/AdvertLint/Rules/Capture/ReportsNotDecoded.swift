internal import AdvertCapture
internal import AdvertReading

extension Rule {
  static let reportsNotDecoded = Rule(
    id: "reports-not-decoded",
    severity: .warning,
    summary: "The capture holds packets or reports that were not decoded.",
    rationale: """
      A report with a type that no specification defines, a report of a kind that is not decoded, packets of a link \
      type that is not known, and a vendor's events of an unknown kind may hold advertising. So may lines of a log in text \
      that have words in the place of bytes. None of it was judged.
      """,
    references: [
      .core(volume: 4, part: "E", section: "7.7.65"),
      .other("the link types of pcap, pcapng and btsnoop"),
    ],
    examples: [
      .accepted(capture: "a capture whose reports all have defined types", "all were judged") {
        .example(advertisers: 1)
      },
      .flagged(capture: "a capture with a report of a reserved type", "it was left out") {
        .example(
          advertisers: 1,
          problems: [
            CaptureProblem(.reportInvalid, fileOffset: 700, record: 12, expected: "event type 0 to 4", found: "9")
          ])
      },
      .flagged(capture: "a capture with packets of link type 147", "they were left out") {
        .example(
          advertisers: 1,
          problems: [
            CaptureProblem(
              .linkTypeSkipped, fileOffset: 700, record: 12, expected: "a link type with LE advertising", found: "147")
          ])
      },
      .flagged(capture: "a capture with a vendor's events that seem to hold advertising data", "they were left out") {
        .example(
          advertisers: 1,
          problems: [
            CaptureProblem(
              .vendorEventUnknown, fileOffset: 700, record: 12, expected: "a vendor's event of a known kind",
              found: "one that begins with ff dd 00 25 and seems to hold advertising data")
          ])
      },
      .flagged(capture: "a log with values in the place of bytes", "what they leave out is not known") {
        .example(
          advertisers: 1,
          problems: [
            CaptureProblem(
              .lineUnread, fileOffset: nil, record: 12, expected: "the bytes that were sent",
              found: "values of bleak, which joins both blocks")
          ])
      },
    ],
    check: .problem { kind in
      switch kind {
      case .reportInvalid, .reportSkipped, .linkTypeSkipped, .vendorEventUnknown, .lineUnread, .blocksMerged,
        .valuesOnly:
        .warning
      default: nil
      }
    })
}
