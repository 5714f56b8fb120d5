package import AdvertScan

/// All findings of a linter on a list of inputs, kept.
package struct LintRun: Sendable {
  /// The inputs in their order. Files that are not inputs, but that findings point at, follow.
  package private(set) var inputs: [JudgedFile] = []
  /// The counts of its contents, and of the findings left out.
  package var totals: LintTotals

  /// Judges inputs as ``LintPass`` does.
  package init(
    _ inputs: [Input], by linter: Linter = Linter(), ownSettings: [String: LintSettings] = [:],
    incomplete: [IncompleteInput] = []
  ) {
    self.init(LintPass(inputs, by: linter, ownSettings: ownSettings, incomplete: incomplete))
  }

  /// Judges, and keeps all results.
  package init(_ pass: LintPass) {
    self.init()
    totals = pass.run { receive($0) }
  }

  /// An empty run.
  package init() {
    totals = LintTotals()
  }

  /// Adds a piece of a file.
  package mutating func receive(_ piece: JudgedFile) {
    if inputs.indices.contains(piece.number) {
      inputs[piece.number].add(piece)
    } else {
      inputs.append(piece)
    }
  }

  /// Hands on the files again, each in one piece.
  package func tell(_ take: (JudgedFile) -> Void) -> LintTotals {
    for input in inputs { take(input) }
    return totals
  }

  /// All findings, in the order of the inputs and their devices.
  package var findings: [Finding] { inputs.flatMap { $0.allFindings } }

  /// Returns the same run without the findings in a baseline.
  package func leavingOut(_ baseline: Baseline) -> LintRun {
    var rest = LintRun()
    var counts = totals.countingAnew(leavingOut: baseline)
    _ = tell { rest.receive(counts.counting($0)) }
    rest.totals = counts
    return rest
  }

  /// Rules about data that could not be read or recorded.
  package static let rulesAboutReading = Set(Rule.all.filter { $0.isAboutReading }.map { $0.id })
}
