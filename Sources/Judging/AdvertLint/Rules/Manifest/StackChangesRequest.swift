internal import AdvertBuilders
internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

extension Rule {
  static let stackChangesRequest = Rule(
    id: "stack-changes-request",
    severity: .warning,
    summary: "The stack does not send what the program asks as it is asked.",
    rationale: """
      A layout with `stack` says what a program asks of a library. Most libraries put the blocks together by rules of their \
      own: what does not fit is moved into the scan response, cut or left out, and the call often succeeds all the same. A \
      service that is moved is missed by passive scanners, and one that is left out by all. What is left out or cut is a \
      warning. What is sent elsewhere or in another form is a note, because the rules about what is sent judge it.
      """,
    references: [.other("the sources of the libraries: Reference/Builders.md")],
    examples: [
      .accepted([MarkedLayout("02 01 06 03 03 0f 18")], "everything is sent as it is asked"),
      .flagged(
        [
          MarkedLayout(
            "02 01 06 03 03 0f 18",
            asked: BuildChange(
              leftOut:
                "leaves service 180d out, because it sends one service only: a later call takes the place of the "
                + "earlier one"))
        ], "the library sends one of two services"),
    ],
    check: .advertiser { subject, report in
      guard let build = subject.declaration?.stackBuild else { return }
      for (change, remedy) in zip(build.changes, build.remedies) {
        report.flagAdvertiser(
          "\(build.words) \(change.change.words)", fix: remedy,
          severity: change.change.isLoss ? .warning : .note, at: change.text)
      }
    })
}

extension Subject {
  /// Returns the stack's reason for octets of a payload, and the call that corrects it; `nil` when it did as requested.
  func stackWords(on payload: SubjectPayload, offset: Int) -> String? {
    guard let build = declaration?.stackBuild, let octets = payload.text?.octets, octets.indices.contains(offset),
      let change = build.changes.first(where: { $0.change.kind == .moved && $0.text == octets[offset] })?.change
    else { return nil }
    return "\(build.words) \(change.words)" + (change.remedy.map { ": \($0)" } ?? "")
  }
}
