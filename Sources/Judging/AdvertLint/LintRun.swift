internal import AdvertObservation
package import AdvertScan
package import AdvertisingData

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

  /// Adds a result of a run.
  package mutating func receive(_ event: LintPass.Event) {
    switch event {
    case .file(let path, let file): inputs.append(JudgedFile(path: path, file: file))
    case .devices(let devices, let file, let layouts):
      inputs[file].devices += devices
      inputs[file].layouts += layouts
    case .findings(let findings, let file): inputs[file].findings += findings
    }
  }

  /// Hands on the results again. Each file has its findings right after its devices.
  package func tell(_ take: (LintPass.Event) -> Void) -> LintTotals {
    for (number, input) in inputs.enumerated() {
      take(.file(path: input.path, input.file))
      take(.devices(input.devices, file: number, layouts: input.layouts))
      take(.findings(input.findings, file: number))
    }
    return totals
  }

  /// An input with its findings.
  package struct JudgedFile: Sendable {
    /// As the user named it.
    package let path: String
    /// The file that the findings point into; `nil` when there is no file, as for standard input.
    package let file: Input.File?
    /// Its devices and declared layouts, in the order judged.
    package internal(set) var devices: [Device] = []
    /// The findings on the input as a whole.
    package internal(set) var findings: [Finding] = []
    /// The number of distinct layouts of its devices.
    package internal(set) var layouts = 0

    /// The findings on its devices, then those on the input as a whole.
    package var allFindings: [Finding] { devices.flatMap { $0.findings } + findings }

    /// Whether it has findings.
    package var hasFindings: Bool { !findings.isEmpty || devices.contains { !$0.findings.isEmpty } }
  }

  /// An advertiser or a declared layout with its findings.
  package struct Device: Sendable {
    /// The identity of the device or layout.
    package let identity: Identity
    /// The subject; `nil` when it has no findings. An advertiser is made anew each time: there can be a million.
    package var subject: Subject? {
      switch kept {
      case .nothing: nil
      case .declared(let subject): subject
      case .advertiser(let capture, let position): capture.subject(at: position)
      }
    }
    private let kept: KeptSubject
    /// The findings, the worst first; empty when there are none.
    package internal(set) var findings: [Finding]

    init(identity: Identity, kept: KeptSubject, findings: [Finding]) {
      self.identity = identity
      self.kept = kept
      self.findings = findings
    }

    /// Whether it is a declared layout.
    package var isDeclared: Bool { if case .layout = identity { true } else { false } }
  }

  /// The identity of a device or declared layout.
  package enum Identity: Hashable, Sendable {
    /// An advertiser, with its best name.
    case advertiser(DeviceAddress, LocalName?)
    /// A declared layout, with the line it starts in.
    case layout(name: String?, line: Int?)
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
