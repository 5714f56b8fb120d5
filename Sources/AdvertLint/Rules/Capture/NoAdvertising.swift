internal import AdvertCapture

extension Rule {
  static let noAdvertising = Rule(
    id: "no-advertising",
    severity: .warning,
    summary: "The capture holds no advertising at all.",
    rationale: """
      Nothing was judged, so nothing is proved. Phones filter advertising out of their logs by default, and \
      captures of a connection hold none; a check that passes on such a file would pass on anything.
      """,
    references: [.other("Android: the Bluetooth HCI snoop log must be set to full, not filtered")],
    examples: [
      .accepted(capture: "a capture with one advertiser", "there is something to judge") {
        .example(advertisers: 1)
      },
      .flagged(capture: "a capture of 1304 records without advertising", "a filtered log") {
        .example(advertisers: 0, records: 1304)
      },
    ],
    check: .input { input, report in
      guard let capture = input.capture, input.advertisers == 0 else { return }
      report.flagInput(
        "none of the capture's \(capture.records) records holds advertising",
        fix: "capture with a full log while scanning")
    })
}
