internal import AdvertCapture
internal import AdvertReading

extension Rule {
  static let captureDamaged = Rule(
    id: "capture-damaged",
    severity: .warning,
    summary: "Part of the capture, or of the archive around it, could not be read.",
    rationale: """
      What came before the damage was judged; what was lost was not, so the verdict holds for a part only. Logs copied \
      while they were written end in the middle of a record. A bug report whose download broke off ends in the middle of \
      a member, and any member after that may be the log with the defect.
      """,
    references: [.other("the lengths, checksums and directories of the capture's or archive's own format")],
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
    check: .problem { kind in
      switch kind {
      case .cutShort, .recordInvalid, .partInvalid, .packetCutShort, .devicesLeftOut: .warning
      // Both files were read.
      case .fileJoined: .note
      default: nil
      }
    })
}
