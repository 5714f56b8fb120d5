internal import AdvertBuilders
internal import AdvertReading

extension Rule {
  static let stackVersionFaulty = Rule(
    id: "stack-version-faulty",
    severity: .warning,
    summary: "The version of the stack has a known fault that concerns the request.",
    rationale: """
      Some versions of libraries lose, cut or change data without an error. Where the project, --stack or a manifest states the \
      version, and the program asks for what the fault is about, the device may send something else than was asked. Without a \
      stated version the rule is silent.
      """,
    references: [.other("the faults and their sources: Reference/Faults.md")],
    examples: [
      .accepted(
        [MarkedLayout("02 01 06 03 03 0f 18 02 0a 03", version: "2.2")], "the version sends the right TX power"),
      .flagged(
        [MarkedLayout("02 01 06 03 03 0f 18 02 0a 03", version: "2.1.2")], "the version sends another TX power"),
    ],
    check: .advertiser { subject, report in
      guard let build = subject.declaration?.stackBuild else { return }
      for fault in build.knownFaults {
        report.flagAdvertiser(
          "\(build.stack) has a known fault: \(fault.symptom)", fix: fault.remedy, severity: .warning, at: nil)
      }
    })
}
