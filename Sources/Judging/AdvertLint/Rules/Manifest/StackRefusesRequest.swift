internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReading

extension Rule {
  static let stackRefusesRequest = Rule(
    id: "stack-refuses-request",
    severity: .error,
    summary: "The stack refuses a call of the program, and nothing is sent.",
    rationale: """
      A call with fields that do not fit, or with a parameter that the library does not accept, fails with an error, and the \
      device stays silent. Programs that ignore the result show nothing of it. Where the refusal depends on the version of \
      the library, its configuration or the controller, it is a warning that says so.
      """,
    references: [.other("the sources of the libraries: Reference/Builders.md")],
    examples: [
      .accepted(capture: "a program whose calls are all accepted", "all is sent") { .example(advertisers: 1) },
      .flagged(capture: "a program whose fields do not fit", "the call fails") {
        .example(advertisers: 0, problems: [refused(.requestRefused)])
      },
      .flagged(capture: "a program with an option of extended advertising", "some configurations refuse it") {
        .example(advertisers: 1, problems: [refused(.requestDoubtful)])
      },
    ],
    check: .input { input, report in
      for problem in input.problems {
        let severity: Severity
        switch problem.kind {
        case .requestRefused: severity = .error
        case .requestDoubtful: severity = .warning
        default: continue
        }
        report.flagInput(
          problem.message, fix: problem.remedy, severity: severity,
          facts: [problem.kind.rawValue, problem.message, input.mark ?? ""],
          at: problem.declaration.map(Report.Source.init))
      }
    })

  private static func refused(_ kind: CaptureProblem.Kind) -> CaptureProblem {
    var problem = CaptureProblem(
      kind, fileOffset: nil, record: nil,
      detail: .refused(
        reason: kind == .requestRefused
          ? "ble_gap_adv_set_fields fails with BLE_HS_EMSGSIZE (rc=4): the fields need 42 bytes, 31 available"
          : "bt_le_adv_start fails with -EINVAL (-22): BT_LE_ADV_OPT_CODED needs BT_LE_ADV_OPT_EXT_ADV"))
    problem.remedy = kind == .requestRefused ? "remove 11 bytes" : "remove BT_LE_ADV_OPT_CODED"
    return problem
  }
}
