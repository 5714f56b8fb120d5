internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan

extension LintFormat {
  static let github = LintFormat("github") { LintAnnotations($0, $1).text }
}

/// A lint run as workflow commands of GitHub Actions: each finding an annotation, at its line where the input
/// has lines.
///
/// GitHub shows the first ten annotations of each kind that a step makes, so the gravest come first.
struct LintAnnotations {
  private let results: LintRun
  private let manifest: String?

  init(_ results: LintRun, _ options: LintFormat.Options) {
    self.results = results
    manifest = options.manifest
  }

  var text: String {
    var commands: [(gravity: Gravity, line: String)] = []
    for input in results.inputs {
      for device in input.devices {
        commands += device.findings.map { ($0.gravity, command(for: $0, on: device, of: input)) }
      }
      commands += input.findings.map { ($0.gravity, command(for: $0, on: nil, of: input)) }
    }
    return commands.gravestFirst { $0.gravity }.map { $0.line + "\n" }.joined()
      + ManifestInUse.line(manifest) + results.totals.summary(.plain) + "\n"
  }

  private func command(
    for finding: Finding, on device: JudgedFile.Device?, of input: JudgedFile
  ) -> String {
    var properties: [(name: String, value: String)] = []
    if let file = input.file { properties.append(("file", HostileText.harmless(file.path))) }
    if let text = finding.place.text, input.file != nil {
      properties += [("line", "\(text.line)"), ("endLine", "\(text.endLine)")]
      // Columns are for annotations within a line.
      if text.line == text.endLine {
        properties += [("col", "\(text.column)"), ("endColumn", "\(max(text.column, text.endColumn - 1))")]
      }
    }
    properties.append(("title", finding.rule))
    var lines = [(device.map { $0.label + ": " } ?? "") + HostileText.visible(finding.message)]
    let place = finding.placeWords
    if !place.isEmpty { lines.append("at: \(place)") }
    lines += finding.linesOfFix()
    if let words = device.flatMap({ DoubtLines.ending($0.doubts) }) { lines.append(words) }
    lines.append("see: \(finding.ruleReference)")
    let words = properties.map { "\($0.name)=\(WorkflowCommandText.escapedProperty($0.value))" }.joined(separator: ",")
    return "::\(finding.severity.command) \(words)::\(WorkflowCommandText.escaped(lines.joined(separator: "\n")))"
  }
}

extension Severity {
  fileprivate var command: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }
}
