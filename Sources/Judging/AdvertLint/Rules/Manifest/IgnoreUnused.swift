internal import AdvertObservation

extension Rule {
  static let ignoreUnused = Rule(
    id: "ignore-unused",
    severity: .warning,
    summary: "The manifest ignores a finding that is not there.",
    rationale: """
      What is ignored should be what is known. An entry that matches nothing is left over from a defect that was fixed, or \
      names the wrong rule, and would hide the defect when it comes back. That a device is not in any of the captures is \
      only a note: another capture may have it. Nothing is said about layouts when only captures are judged.
      """,
    references: [.other("the \"ignore\" entries of the manifest")],
    examples: [
      .accepted(capture: "a layout whose missing flags are ignored", "there is such a finding") {
        .example(ignoring: "flags-missing", of: "03 03 0f 18")
      },
      .flagged(capture: "a layout with flags, missing ones ignored", "the defect was fixed") {
        .example(ignoring: "flags-missing", of: "02 01 06 03 03 0f 18")
      },
    ],
    check: .run { input, report in
      for unused in input.unusedIgnores {
        let (kind, name) =
          switch unused.ignore.target {
          case .layout(let name): ("layout", name)
          case .device(let name): ("device", name)
          }
        report.flagInput(
          unused.isAbsent
            ? "\(unused.ignore.rule) is ignored for the device \(name.quoted), which is in none of the captures"
            : "\(unused.ignore.rule) is ignored for the \(kind) \(name.quoted), which has no such finding",
          fix: unused.isAbsent ? nil : "leave the entry out",
          expected: "\(unused.ignore.rule) \(kind) \(name)", severity: unused.isAbsent ? .note : nil,
          at: Report.Source(path: unused.path, text: unused.ignore.place))
      }
    })
}
