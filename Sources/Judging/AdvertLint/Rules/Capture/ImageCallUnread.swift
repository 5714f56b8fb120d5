internal import AdvertCapture
internal import AdvertReading

extension Rule {
  static let imageCallUnread = Rule(
    id: "image-call-unread",
    severity: .warning,
    summary: "The firmware image or the program advertises in a call whose data were not read.",
    rationale: """
      What such a call sends was not judged, and the defect may be there: a local array, a structure of fields that the \
      host puts together, code that is not followed; in a program, anything but constants in a straight line of calls. It is a note where a payload that was read may be what the call sends, \
      because no other call is given it. What is sent is in a capture of the device, and can be declared in advert.yml.
      """,
    references: [
      .other("what is read of an image, for each stack: Docs/Firmware.md"),
      .other("what is read of a program: Docs/Source.md"),
    ],
    examples: [
      .accepted(capture: "an image whose calls were all read", "all was judged") { .example(advertisers: 1) },
      .flagged(capture: "an image that advertises a local array too", "what it sends is not known") {
        .example(
          advertisers: 1,
          problems: [
            CaptureProblem(
              .callUnread, fileOffset: nil, record: nil,
              detail: .refused(
                reason: "advertising data of bt_le_adv_start, called in main at 0x2c: its data are made on the stack"))
          ])
      },
      .flagged(capture: "an image for RISC-V", "its arrays may be what its calls send") {
        .example(
          advertisers: 1,
          problems: [
            CaptureProblem(
              .callAssumed, fileOffset: nil, record: nil,
              detail: .refused(
                reason: "advertising data of bt_le_adv_start, called in main: code of this processor is not followed"))
          ])
      },
    ],
    check: .problem { kind in
      switch kind {
      case .callUnread: .warning
      case .callAssumed: .note
      default: nil
      }
    })
}
