internal import AdvertCapture
public import AdvertLint
public import AdvertManifest
internal import AdvertObservation
internal import AdvertisingData

/// What linting came to, input by input: what every form of the report is written from.
public struct LintResults: Sendable {
  private let linter: Linter
  private(set) var inputs: [Input] = []
  private var judged: [JudgedInput] = []
  /// Findings left out because the manifest ignores them.
  private(set) var ignored = 0
  /// What a baseline says is known, and is left out; `nil` without one.
  private(set) var known: KnownFindings?

  public init(_ linter: Linter) {
    self.linter = linter
  }

  /// What came of one input, or, at the end, of all of them together.
  struct Input: Sendable {
    /// As the user named it; for a capture in an archive, its name there follows.
    let path: String
    /// The file that holds it, whose bytes or lines findings point at; `nil` when there is none, as for standard input.
    let file: File?
    var devices: [Device] = []
    /// On the input as a whole.
    var findings: [Finding] = []
    var layouts = 0

    var allFindings: [Finding] { devices.flatMap(\.findings) + findings }
  }

  struct File: Sendable {
    let path: String
    let content: Content

    enum Content {
      case text
      /// A capture as it is, so that offsets in it are offsets in the file.
      case capture
      /// A capture in an archive or compressed file.
      case packedCapture
    }
  }

  /// An advertiser or a declared layout.
  struct Device: Sendable {
    /// Who it is: escaped for people, on one line.
    let label: String
    /// `nil` when there is nothing to show of it.
    let subject: Subject?
    var findings: [Finding]
  }

  /// Judges a capture.
  public mutating func judge(_ capture: CaptureInput) {
    let isPacked = capture.summary.member != nil || capture.summary.isCompressed
    var path = capture.path
    if let member = capture.summary.member, path.hasSuffix("/" + member) { path.removeLast(member.count + 1) }
    var input = Input(
      path: capture.path, file: path == "-" ? nil : File(path: path, content: isPacked ? .packedCapture : .capture))
    let judged = linter.lint(capture.observation, of: capture.summary, path: capture.path) { subject, findings in
      input.add(findings, on: subject)
    }
    ignored += judged.ignored
    self.judged.append(judged)
    inputs.append(input)
  }

  /// Judges layouts that were written down in the file at `path`.
  public mutating func judge(_ layouts: [DeclaredLayout], path: String) {
    judged.append(judge(layouts, in: Input(text: path), by: linter))
  }

  /// Judges a layout that was given as an argument.
  public mutating func judge(_ layout: DeclaredLayout, argument: String) {
    judged.append(judge([layout], in: Input(path: argument, file: nil), by: linter))
  }

  /// Judges the layouts of the manifest at `path` by what it says itself: a run of its own.
  public mutating func judge(manifest layouts: [DeclaredLayout], path: String, by linter: Linter) {
    add(linter.lint(run: [judge(layouts, in: Input(text: path), by: linter)]))
  }

  private mutating func judge(_ layouts: [DeclaredLayout], in input: Input, by linter: Linter) -> JudgedInput {
    var input = input
    let judged = linter.lint(layouts.map { Subject($0, path: input.path) }, path: input.path) { subject, findings in
      input.add(findings, on: subject)
    }
    ignored += judged.ignored
    inputs.append(input)
    return judged
  }

  /// Judges what can only be said of all inputs together. To be called once, after the last.
  public mutating func finish() {
    add(linter.lint(run: judged))
  }

  /// Adds findings on a run to the inputs that they point at.
  private mutating func add(_ findings: [Finding]) {
    for finding in findings {
      let path = finding.place.path
      if let index = inputs.lastIndex(where: { $0.path == path }) {
        inputs[index].findings.append(finding)
      } else {
        var input = finding.place.text == nil ? Input(path: path, file: nil) : Input(text: path)
        input.findings.append(finding)
        inputs.append(input)
      }
    }
  }

  /// Leaves out what a baseline holds. To be called after everything was judged.
  public mutating func leaveOut(_ baseline: Baseline) {
    var known = KnownFindings(baseline)
    for input in inputs.indices {
      for device in inputs[input].devices.indices {
        inputs[input].devices[device].findings.removeAll { known.takes($0) }
      }
      inputs[input].findings.removeAll { known.takes($0) }
    }
    self.known = known
  }

  /// All findings, in the order of the inputs and their advertisers.
  public var findings: [Finding] { inputs.flatMap(\.allFindings) }

  /// Devices and declared layouts judged.
  var devices: Int { inputs.reduce(0) { $0 + $1.devices.count } }

  /// The distinct layouts of all devices.
  var layouts: Int { inputs.reduce(0) { $0 + $1.layouts } }

  func count(_ severity: Severity) -> Int {
    findings.count { $0.severity == severity }
  }
}

extension LintResults.Input {
  /// Layouts, or what else is written, in the file at `path`.
  fileprivate init(text path: String) {
    self.init(path: path, file: path == "-" ? nil : LintResults.File(path: path, content: .text))
  }

  fileprivate mutating func add(_ findings: [Finding], on subject: Subject?) {
    guard let subject else {
      self.findings += findings
      return
    }
    layouts += subject.layouts.count
    devices.append(
      LintResults.Device(
        label: subject.label, subject: findings.isEmpty ? nil : subject, findings: findings))
  }
}

extension Subject {
  /// `F0:F1:F2:F3:F4:F5 "Helmet"`; the name of a declared layout, or the line it starts in.
  fileprivate var label: String {
    guard let address else {
      return layoutName.map(HostileText.visible) ?? text.map { "layout in line \($0.line)" } ?? "layout"
    }
    return address.description + (name.map { " " + HostileText.quoted($0.text) } ?? "")
  }

  /// A complete name before a shortened one, else the first seen.
  fileprivate var name: LocalName? {
    .best(
      of: layouts.flatMap { layout in
        ((layout.advertising.map { [$0] } ?? []) + layout.scanResponses).compactMap(\.payload.localName)
      })
  }
}
