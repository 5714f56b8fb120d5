internal import AdvertReading

/// The problems of one capture, one entry for each kind, so that a hostile file cannot fill the memory with problems.
/// Refused commands and damage have one for each cause, which are few.
struct ProblemLog {
  private(set) var problems: [CaptureProblem] = []

  mutating func note(_ problem: CaptureProblem) {
    let index = problems.firstIndex { $0.kind == problem.kind && $0.remedy == problem.remedy }
    if !problem.isRefusal, let index {
      problems[index].count += problem.count
    } else {
      append(problem)
    }
  }

  /// Notes a problem of a kind. Only the first problem of a kind is made.
  mutating func note(_ kind: CaptureProblem.Kind, _ problem: () -> CaptureProblem) {
    if let index = problems.firstIndex(where: { $0.kind == kind }) {
      problems[index].count += 1
    } else {
      append(problem())
    }
  }

  private mutating func append(_ problem: CaptureProblem) {
    var problem = problem
    problem.fileOffset = problem.fileOffset.flatMap(CaptureRecord.inFile)
    problems.append(problem)
  }

  /// Notes that a capture differs from its format. The phrases are made only for the first problem of a kind: a capture
  /// can have millions.
  mutating func note(
    _ kind: CaptureProblem.Kind, fileOffset: Int, record: Int?, expected: @autoclosure () -> String,
    found: @autoclosure () -> String
  ) {
    note(kind) { CaptureProblem(kind, fileOffset: fileOffset, record: record, expected: expected(), found: found()) }
  }
}
