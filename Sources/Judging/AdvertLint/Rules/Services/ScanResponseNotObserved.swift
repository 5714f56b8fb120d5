internal import AdvertCapture

extension Rule {
  static let scanResponseNotObserved = Rule(
    id: "scan-response-not-observed",
    severity: .note,
    summary: "No scan response was received of devices that can be asked for one.",
    rationale: """
      Absence proves nothing: a passive scan never asks, and even an active scan loses responses. What these devices \
      would answer is unknown, so nothing is claimed about it.
      """,
    references: [.core(volume: 6, part: "B", section: "4.4.3")],
    examples: [
      .accepted(capture: "a capture in which the scannable device answered", "both blocks are known") {
        .example(advertisers: 1)
      },
      .flagged(capture: "a capture in which 1 of 3 scannable devices never answered", "its scan response is unknown") {
        .example(advertisers: 3, withoutScanResponse: 1)
      },
    ],
    check: .input { input, report in
      guard input.capture != nil, input.counts.withoutScanResponse > 0 else { return }
      let modes = input.scanModes
      let why: String
      let fix: String
      if modes == [.passive] {
        why = "the log's host scanned passively, so none was asked for"
        fix = "capture with an active scan to judge scan responses"
      } else if modes.contains(.active) {
        why = "the log's host scanned actively, so their responses were lost or came later"
        fix = "capture for longer, or closer to the devices, to judge scan responses"
      } else if input.counts.askedInVain > 0 {
        why =
          "scanners asked \(input.counts.askedInVain) of them, \(input.counts.requestsInVain == 1 ? "once" : "\(input.counts.requestsInVain) times") "
          + "in all, and no answer was heard"
        fix = "capture closer to the devices, and on the channel of the answers, to judge scan responses"
      } else if (input.capture?.linkLayer.scanRequests ?? 0) > 0 {
        why = "scanners asked other devices, and none of these"
        fix = "capture with an active scanner nearby to judge scan responses"
      } else {
        why = "the capture does not show whether a scanner asked"
        fix = "capture with an active scanner nearby to judge scan responses"
      }
      report.flagInput(
        "the scan response of \(input.counts.withoutScanResponse) of \(input.counts.scannable) scannable devices was not observed; "
          + why,
        fix: fix)
    })
}
