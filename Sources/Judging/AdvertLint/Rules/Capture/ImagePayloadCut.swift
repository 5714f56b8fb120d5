internal import AdvertCapture
internal import AdvertReading

extension Rule {
  static let imagePayloadCut = Rule(
    id: "image-payload-cut",
    severity: .warning,
    summary: "The host leaves out a part of what the firmware image declares.",
    rationale: """
      Bluedroid puts the payload together from a structure, and what does not fit into 31 bytes is cut or left out. The \
      call succeeds all the same, so the device is on the air without a service or with half of its name.
      """,
    references: [.other("ESP-IDF, components/bt/host/bluedroid/stack/btm/btm_ble_gap.c")],
    examples: [
      .accepted(capture: "an image whose structures fit", "all of it is sent") { .example(advertisers: 1) },
      .flagged(capture: "an image with two 128-bit services in a structure", "one of them is sent") {
        .example(
          advertisers: 1,
          problems: [
            CaptureProblem(
              .payloadCut, fileOffset: nil, record: nil,
              detail: .refused(reason: "adv_data: the host leaves out without an error: 1 of 2 128-bit service UUIDs"))
          ])
      },
    ],
    check: .problem { $0 == .payloadCut ? .warning : nil })
}
