internal import AdvertObservation
package import AdvertScan
package import AdvertisingData

/// All findings of a linter on a list of inputs, kept.
package struct LintRun: Sendable {
  /// In the order of the inputs. Files that findings point at and that are no inputs follow.
  package private(set) var inputs: [JudgedFile] = []
  /// The counts of what is in it, and of what was left out.
  package var totals: LintTotals

  /// Judges inputs as ``LintPass`` does.
  package init(
    _ inputs: [Input], by linter: Linter = Linter(), ownSettings: [String: LintSettings] = [:],
    incomplete: [IncompleteInput] = []
  ) {
    self.init(LintPass(inputs, by: linter, ownSettings: ownSettings, incomplete: incomplete))
  }

  /// Judges, and keeps all that is told.
  package init(_ pass: LintPass) {
    self.init()
    totals = pass.run { receive($0) }
  }

  /// Nothing yet.
  package init() {
    totals = LintTotals()
  }

  /// Keeps what is told of a run.
  package mutating func receive(_ event: LintPass.Event) {
    switch event {
    case .file(let path, let file): inputs.append(JudgedFile(path: path, file: file))
    case .devices(let devices, let file, let layouts):
      inputs[file].devices += devices
      inputs[file].layouts += layouts
    case .findings(let findings, let file): inputs[file].findings += findings
    }
  }

  /// Tells it again. Each file has its findings right behind its devices.
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
    /// What the findings point into; `nil` when there is no file, as for standard input.
    package let file: Input.File?
    /// Its devices and declared layouts, in the order judged.
    package internal(set) var devices: [Device] = []
    /// On the input as a whole.
    package internal(set) var findings: [Finding] = []
    /// How many distinct layouts its devices have.
    package internal(set) var layouts = 0

    /// The findings on its devices, then those on the input as a whole.
    package var allFindings: [Finding] { devices.flatMap { $0.findings } + findings }

    /// Whether there are any.
    package var hasFindings: Bool { !findings.isEmpty || devices.contains { !$0.findings.isEmpty } }
  }

  /// An advertiser or a declared layout with its findings.
  package struct Device: Sendable {
    /// Which device or layout it is.
    package let identity: Identity
    /// `nil` when nothing was found. An advertiser is made anew each time: there can be a million.
    package var subject: Subject? {
      switch kept {
      case .nothing: nil
      case .declared(let subject): subject
      case .advertiser(let capture, let position): capture.subject(at: position)
      }
    }
    private let kept: KeptSubject
    /// The worst first; empty when nothing is wrong.
    package internal(set) var findings: [Finding]

    init(identity: Identity, kept: KeptSubject, findings: [Finding]) {
      self.identity = identity
      self.kept = kept
      self.findings = findings
    }

    /// Whether it is a declared layout.
    package var isDeclared: Bool { if case .layout = identity { true } else { false } }
  }

  /// What a device or declared layout is called.
  package enum Identity: Hashable, Sendable {
    /// An advertiser, with its best name.
    case advertiser(DeviceAddress, LocalName?)
    /// A declared layout, with the line it starts in.
    case layout(name: String?, line: Int?)
  }

  /// All findings, in the order of the inputs and their devices.
  package var findings: [Finding] { inputs.flatMap { $0.allFindings } }

  /// The same run without the findings in a baseline.
  package func leavingOut(_ baseline: Baseline) -> LintRun {
    var rest = LintRun()
    var counts = totals.countingAnew(leavingOut: baseline)
    _ = tell { rest.receive(counts.counting($0)) }
    rest.totals = counts
    return rest
  }

  /// Rules about what could not be read or recorded.
  package static let rulesAboutReading = Set(Rule.all.filter { $0.isAboutReading }.map { $0.id })
}
