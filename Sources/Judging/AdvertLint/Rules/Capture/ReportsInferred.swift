internal import AdvertCapture
internal import AdvertReading

extension Rule {
  static let reportsInferred = Rule(
    id: "reports-inferred",
    severity: .note,
    summary: "Reports are of a format that no specification describes: they were read by inference.",
    rationale: """
      iPhones log advertising in events of their own, which Apple does not describe. What they hold was found by comparing \
      many of them. Everything that is said about such a capture rests on that reading, so a surprising finding is worth a \
      second capture, with a sniffer or another host.
      """,
    references: [.core(volume: 4, part: "E", section: "7.7.65.13")],
    examples: [
      .accepted(capture: "a capture with LE Advertising Reports", "the specification describes them") {
        .example(advertisers: 1)
      },
      .flagged(capture: "a log of an iPhone", "Apple does not describe its events") {
        .example(
          advertisers: 1,
          problems: [
            CaptureProblem(
              .formatInferred, fileOffset: 700, record: 12,
              detail: .refused(
                reason: "reports in Apple's vendor events, which Apple does not describe, read by inference"))
          ])
      },
    ],
    check: .problem { $0 == .formatInferred ? .note : nil })
}
