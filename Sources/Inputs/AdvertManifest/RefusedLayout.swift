package import AdvertReading
package import AdvertScan

/// A layout of a manifest whose stack refuses what the program asks: nothing is sent.
package struct RefusedLayout: Hashable, Sendable {
  /// The name of the layout.
  package var name: String
  /// The line and the column of the field that is refused, counting from 1.
  let line: Int
  let column: Int
  /// The failure of the call, without a full stop.
  let words: String
  /// The order that makes the stack accept the request; `nil` when none is known.
  let remedy: String?
  /// The layout that the program asks for; `nil` when a part of it is not known.
  package var asked: DeclaredLayout?

  /// Returns the refusal as a problem of the manifest at a path.
  func problem(in path: String) -> CaptureProblem {
    var problem = CaptureProblem(
      .requestRefused, fileOffset: nil, record: nil,
      declaration: CaptureProblem.Declaration(path: path, line: line, column: column),
      detail: .refused(reason: words))
    problem.remedy = remedy
    problem.asked = asked.map { [$0] } ?? []
    return problem
  }
}

extension Manifest {
  /// The refused layouts as what is not read of the manifest at a path; empty when all are accepted.
  package func incomplete(at path: String) -> [IncompleteInput] {
    refused.isEmpty ? [] : [IncompleteInput(path: path, problems: refused.map { $0.problem(in: path) })]
  }
}
