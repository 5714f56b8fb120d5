internal import AdvertCapture
internal import AdvertReading

extension Rule {
  static let commandRefused = Rule(
    id: "command-refused",
    severity: .warning,
    summary: "The controller or Linux refused a command to advertise or to scan, or a log reports an error.",
    rationale: """
      A refused command changes nothing: data that is too long is not sent, advertising that was not enabled stays off, and \
      a scan that did not start finds nothing. The status names the cause. A refused scan is a note, and so is a command that \
      was accepted later. A refusal to disable what is not enabled is no finding. \
      An error line of a stack in a log is a finding with its line; a note when the line can have several meanings.
      """,
    references: [
      .core(volume: 4, part: "E", section: "7.8"), .core(volume: 1, part: "F", section: "1.3"),
      .other("what each status means: Reference/Errors"),
    ],
    examples: [
      .accepted(capture: "a log whose commands were all accepted", "nothing was refused") { .example(advertisers: 1) },
      .flagged(capture: "a log with advertising data that is too long for the controller", "they are not sent") {
        .example(advertisers: 1, problems: [refused("shorten the data by 74 bytes")])
      },
    ],
    check: .input { input, report in
      for problem in input.problems where problem.isRefusal {
        report.flagInput(
          problem.message + problem.timesWords, record: problem.record, fileOffset: problem.fileOffset,
          fix: problem.remedy, severity: problem.remedy == nil || problem.kind == .scanRefused ? .note : .warning,
          facts: [problem.kind.rawValue, problem.message, input.mark ?? ""])
      }
    })

  private static func refused(_ remedy: String) -> CaptureProblem {
    var problem = CaptureProblem(
      .advertisingRefused, fileOffset: 700, record: 12,
      detail: .refused(
        reason: "the controller refused LE Set Extended Advertising Data with Memory Capacity Exceeded (0x07): "
          + "234 bytes of data, and it takes 160"))
    problem.remedy = remedy
    return problem
  }
}
