internal import AdvertCapture
internal import AdvertReading

extension Rule {
  static let noAdvertising = Rule(
    id: "no-advertising",
    severity: .warning,
    summary: "The capture, the image or the declared layout holds no advertising data at all.",
    rationale: """
      Nothing was judged, so nothing is proved. Phones filter advertising out of their logs by default, and \
      captures of a connection hold none; a check that passes on such a file would pass on anything. The same is true of \
      a layout that is declared without any data, and of an image that only has data of periodic advertising, which no \
      rule judges.
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
      for layout in input.emptyLayouts {
        report.flagInput(
          "\(layout.layoutWords) has no data, so nothing was judged", facts: [layout.layoutName ?? ""], at: layout)
      }
      guard input.hasNothing else { return }
      guard let capture = input.capture else {
        report.flagInput("nothing was judged: no advertising data were read of it", facts: input.identity)
        return
      }
      guard
        capture.records > 0
          || !capture.problems.contains(where: { [.lineUnread, .blocksMerged, .valuesOnly].contains($0.kind) })
      else {
        report.flagInput("no line of the log has the bytes of an advertisement", facts: input.identity)
        return
      }
      // What is damaged before its first record may hold advertising, and is reported as damaged.
      guard capture.records > 0 || !capture.problems.contains(where: { $0.kind.isDamage }) else { return }
      let isSet = capture.hci.advertisingData > 0
      guard !capture.problems.contains(where: { $0.kind == .advertisingRefused }) || !isSet else {
        report.flagInput(
          "none of the capture's \(capture.records) records holds advertising; its host sets data to advertise, and a command "
            + "was refused", fix: "correct the refused command; command-refused names the cause", facts: input.identity)
        return
      }
      report.flagInput(
        "none of the capture's \(capture.records) records holds advertising"
          + (isSet ? "; its host sets data to advertise, and nothing shows that they are sent" : ""),
        fix: "capture with a full log while scanning"
          + (isSet ? "; for what the host advertises, begin the log before it enables advertising" : ""),
        facts: input.identity)
    })
}
