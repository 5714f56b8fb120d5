internal import AdvertCapture
internal import AdvertReading

extension Rule {
  static let inputUnread = Rule(
    id: "input-unread",
    severity: .error,
    summary: "Something that was named, or is in a folder or archive that was named, could not be looked at.",
    rationale: """
      The defect may be in the very file that could not be opened. A file or folder that cannot be read, and a file that \
      is no capture although its name says so, are errors, and the exit status is 2. So is an array that --symbol names and \
      an image does not have. A member of an archive that is encrypted, or is no capture although its name says so, and a \
      link to a folder, which is not followed, are warnings: what could be read was judged.
      """,
    references: [.other("the system's and the archive's own answers")],
    examples: [
      .accepted(capture: "a folder whose captures can all be read", "all was looked at") {
        .example(advertisers: 1)
      },
      .flagged(capture: "a file that cannot be opened", "permission denied") {
        .example(
          advertisers: 1,
          problems: [
            CaptureProblem(
              .fileUnread, fileOffset: nil, record: nil, detail: .readingFailed(reason: "permission denied"))
          ])
      },
      .flagged(capture: "an archive with an encrypted member", "nothing is known about it") {
        .example(
          advertisers: 1,
          problems: [
            CaptureProblem(
              .memberUnread, fileOffset: 700, record: nil, expected: "a member that can be unpacked",
              found: "one that is encrypted")
          ])
      },
    ],
    check: .problem { kind in
      switch kind {
      case .fileUnread, .symbolMissing: .error
      case .memberUnread, .linkSkipped: .warning
      default: nil
      }
    })
}
