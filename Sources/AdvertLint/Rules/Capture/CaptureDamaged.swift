internal import AdvertCapture

extension Rule {
  static let captureDamaged = Rule(
    id: "capture-damaged",
    severity: .warning,
    summary: "Part of the capture could not be read.",
    rationale: """
      What came before the damage was judged; what was lost was not, so the verdict holds for a part only. Logs copied \
      while they were written end in the middle of a record.
      """,
    references: [.other("the format's own lengths")],
    examples: [
      .accepted(capture: "a capture that ends after a record", "whole") {
        .example(advertisers: 1)
      },
      .flagged(capture: "a capture that ends inside record 12", "cut short") {
        .example(
          advertisers: 1,
          problems: [
            CaptureProblem(
              .cutShort, fileOffset: 700, record: 12, expected: "a packet of 27 bytes", found: "20")
          ])
      },
    ],
    check: .input { input, report in
      for problem in input.capture?.problems ?? [] where problem.kind.isDamage {
        let times = problem.count == 1 ? "" : " (\(problem.count) times, first here)"
        report.flagInput(problem.message + times, record: problem.record, fileOffset: problem.fileOffset)
      }
    })
}
