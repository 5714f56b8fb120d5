internal import AdvertCapture
internal import AdvertReading

extension Rule {
  static let imagePayloadUnread = Rule(
    id: "image-payload-unread",
    severity: .warning,
    summary: "What a firmware image or an array sends is not known, or not all of it.",
    rationale: """
      The name or the type of an array says that it is sent, but it holds no AD structures: either the program sends \
      something malformed, or the array is something else. The same holds for a part of a payload that no code of the image \
      wrote, or whose making was not seen to its end, and for an array of source code in which a value is a name that the \
      file does not define: none of these was judged. An array that the program fills or changes when it runs is only a note. \
      A capture of the device shows what it sends.
      """,
    references: [.other("the usual names and types of the arrays of each stack: Docs/Firmware.md")],
    examples: [
      .accepted(capture: "an image whose arrays are all payloads", "all were judged") {
        .example(advertisers: 1)
      },
      .flagged(capture: "an image with an array adv_data that holds counters", "no AD structures") {
        .example(
          advertisers: 1,
          problems: [
            CaptureProblem(
              .payloadInvalid, fileOffset: 4176, record: nil, expected: "AD structures in adv_data",
              found: "other bytes")
          ])
      },
      .flagged(capture: "an image with an array ad that is zero", "filled when the program runs") {
        .example(
          advertisers: 1,
          problems: [
            CaptureProblem(
              .payloadAtRunTime, fileOffset: nil, record: nil,
              detail: .refused(reason: "ad is filled when the program runs: not judged"))
          ])
      },
    ],
    check: .problem { kind in
      switch kind {
      case .payloadInvalid, .payloadUncertain: .warning
      case .payloadAtRunTime: .note
      default: nil
      }
    })
}
