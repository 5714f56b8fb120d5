internal import AdvertCapture
internal import AdvertReading

extension Rule {
  static let reportSurplusOctets = Rule(
    id: "report-surplus-octets",
    severity: .note,
    summary: "Events of the controller have bytes after their last report.",
    rationale: """
      The controller says how many reports there are, and something follows them. All reports were read; the rest has no \
      meaning, or the count is wrong and reports were overlooked.
      """,
    references: [.core(volume: 4, part: "E", section: "7.7.65.2")],
    examples: [
      .accepted(capture: "a capture whose events end with their reports", "nothing is left over") {
        .example(advertisers: 1)
      },
      .flagged(capture: "a capture with an event that has 3 bytes after its report", "3 bytes without a meaning") {
        .example(
          advertisers: 1,
          problems: [
            CaptureProblem(
              .surplusOctets, fileOffset: 700, record: 12, expected: "the event to end after 1 report",
              found: "3 more bytes")
          ])
      },
    ],
    check: .problem { $0 == .surplusOctets ? .note : nil })
}
