internal import AdvertCapture
internal import AdvertReading

extension Rule {
  static let imageParametersAssumed = Rule(
    id: "image-parameters-assumed",
    severity: .note,
    summary: "The firmware image does not show how its payloads are sent, or a program not with which version.",
    rationale: """
      Whether a device is connectable, and how often it advertises, is in the arguments of a call. Where neither the call \
      nor a variable shows them, the payload is judged as that of a connectable device. Findings about the kind of \
      advertising, such as missing Flags, can then be wrong, and intervals are not judged. Where another version of the \
      library is known to send something else, the result is not complete until a file beside the program says which \
      version it is.
      """,
    references: [.other("what is read of an image: Docs/Firmware.md")],
    examples: [
      .accepted(capture: "an image with the parameters in a variable", "they are known") { .example(advertisers: 1) },
      .flagged(capture: "an image that computes its parameters", "they are not known") {
        .example(
          advertisers: 1,
          problems: [
            CaptureProblem(
              .parametersAssumed, fileOffset: nil, record: nil,
              detail: .refused(reason: "the image does not show how payloads are sent: assumed ad + sd as ADV_IND"))
          ])
      },
    ],
    check: .problem { $0 == .parametersAssumed || $0 == .assumptionDecides ? .note : nil })
}
