internal import AdvertCapture
public import AdvertLint
public import AdvertManifest
internal import AdvertObservation
internal import AdvertisingData

/// What linting came to, input by input: what every form of the report is written from.
public struct LintResults: Sendable {
  private let linter: Linter
  private(set) var results: [Result] = []
  /// Devices and declared layouts judged, and the distinct layouts of all of them.
  private(set) var subjects = 0
  private(set) var layouts = 0
  private var inputs: [JudgedInput] = []

  public init(_ linter: Linter) {
    self.linter = linter
  }

  /// The findings on one advertiser or declared layout, or on an input as a whole.
  struct Result: Sendable {
    let path: String
    /// `nil` for an input as a whole.
    let subject: Subject?
    let findings: [Finding]
  }

  /// Judges a capture.
  public mutating func judge(_ capture: CaptureInput) {
    var results: [Result] = []
    let judged = linter.lint(capture.observation, of: capture.summary, path: capture.path) { subject, findings in
      results.append(Result(path: capture.path, subject: subject, findings: findings))
    }
    add(results, of: judged)
  }

  /// Judges layouts that were written down; `path` says where.
  public mutating func judge(_ layouts: [DeclaredLayout], path: String) {
    var results: [Result] = []
    let judged = linter.lint(layouts.map { Subject($0, path: path) }, path: path) { subject, findings in
      results.append(Result(path: path, subject: subject, findings: findings))
    }
    add(results, of: judged)
  }

  /// Judges what can only be said of all inputs together. To be called once, after the last.
  public mutating func finish() {
    let findings = linter.lint(run: inputs)
    guard let path = findings.first?.place.path else { return }
    results.append(Result(path: path, subject: nil, findings: findings))
  }

  private mutating func add(_ results: [Result], of judged: JudgedInput) {
    self.results += results
    subjects += judged.subjects
    layouts += judged.layouts
    inputs.append(judged)
  }

  /// All findings, in the order of the inputs and their advertisers.
  public var findings: [Finding] { results.flatMap(\.findings) }

  func count(_ severity: Severity) -> Int {
    findings.count { $0.severity == severity }
  }
}
