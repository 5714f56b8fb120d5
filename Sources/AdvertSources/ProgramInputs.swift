internal import AdvertCapture
package import AdvertObservation
package import AdvertScan

/// The layouts of a program in the form in which they are judged, with what is not known of the program.
package struct ProgramInputs: Sendable {
  /// One input with the layouts, which can be none, so that rules say that nothing was judged.
  package let inputs: [Input]
  /// The parts that were not read, and what was assumed; `nil` when the program shows all of it.
  package let incomplete: IncompleteInput?

  /// Makes the inputs of a program; `nil` when nothing in it advertises.
  ///
  /// - Parameters:
  ///   - path: of the program, as it is shown.
  ///   - tellsReasons: whether problems have the words of the program in them.
  ///   - change: returns a layout as it is judged, such as with pseudonyms.
  package init?(
    _ program: ProgramReader, path: String, tellsReasons: Bool = true,
    layout change: (DeclaredLayout) -> DeclaredLayout = { $0 }
  ) {
    guard !program.isEmpty else { return nil }
    inputs = [Input(path: path, .image(program.layouts.map(change)), image: path)]
    var problems = program.unread.map { obstacle in
      CaptureProblem(
        .callUnread, fileOffset: nil, record: nil,
        declaration: CaptureProblem.Declaration(path: path, line: obstacle.line),
        detail: .refused(reason: "what the program sends is not read" + (tellsReasons ? ": \(obstacle.reason)" : "")))
    }
    problems += program.assumptions.map {
      CaptureProblem(.parametersAssumed, fileOffset: nil, record: nil, detail: .refused(reason: $0))
    }
    incomplete = problems.isEmpty ? nil : IncompleteInput(path: path, problems: problems)
  }
}
