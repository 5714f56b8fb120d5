internal import AdvertObservation
public import AdvertScan
public import AdvertisingData

/// The findings of a linter on a list of inputs.
///
/// An input with expectations of its own, as a manifest has them, is judged by those and by its own settings. All others
/// are judged together: what is expected of them may be in any one.
public struct LintRun: Sendable {
  /// In the order of the inputs. Files that findings point at and that are no inputs follow.
  public private(set) var inputs: [JudgedFile] = []
  /// Findings left out because the settings ignore them.
  public private(set) var ignored = 0
  /// What ``leavingOut(_:)`` left out; `nil` without a baseline.
  public private(set) var known: KnownFindings?
  private var counts = ShortTable<Severity, Int>()

  /// - Parameters:
  ///   - inputs: what is judged.
  ///   - linter: for the inputs without expectations of their own.
  ///   - ownSettings: by path, the settings of the inputs with expectations of their own.
  ///   - incomplete: what was named besides the inputs, and was not read or not to its end.
  public init(
    _ inputs: [Input], by linter: Linter = Linter(), ownSettings: [String: LintSettings] = [:],
    incomplete: [IncompleteInput] = []
  ) {
    var together: [JudgedInput] = []
    var apart: [(position: Int, linter: Linter, judged: JudgedInput)] = []
    for input in inputs {
      var file = JudgedFile(path: input.path, file: input.file)
      if let expectations = input.expectations {
        let own = linter.replacing(expectations, ownSettings[input.path] ?? LintSettings())
        apart.append((self.inputs.count, own, own.judge(input, &file)))
      } else {
        together.append(linter.judge(input, &file))
      }
      self.inputs.append(file)
    }
    ignored = together.reduce(0) { $0 + $1.ignored } + apart.reduce(0) { $0 + $1.judged.ignored }
    // A device that was chosen may be in any input, also in those that are judged apart.
    let missing = JudgedInput(joining: together + apart.map { $0.judged })?.unmatchedDevices ?? []
    add(linter.lint(run: together, missing: missing))
    for (number, (position, linter, judged)) in apart.enumerated() {
      add(linter.lint(run: [judged], missing: together.isEmpty && number == 0 ? missing : []), preferring: position)
    }
    for input in incomplete {
      let findings = linter.lint(JudgedInput(input))
      // What concerns an array of a firmware image is at its declaration.
      if findings.isEmpty || findings.contains(where: { $0.place.path == input.path }) {
        self.inputs.append(JudgedFile(path: input.path, file: input.file))
      }
      add(findings, preferring: self.inputs.count - 1)
    }
    countFindings()
  }

  /// An input with its findings.
  public struct JudgedFile: Sendable {
    /// As the user named it.
    public let path: String
    /// What the findings point into; `nil` when there is no file, as for standard input.
    public let file: Input.File?
    /// Its devices and declared layouts, in the order judged.
    public internal(set) var devices: [Device] = []
    /// On the input as a whole.
    public internal(set) var findings: [Finding] = []
    /// How many distinct layouts its devices have.
    public internal(set) var layouts = 0

    /// The findings on its devices, then those on the input as a whole.
    public var allFindings: [Finding] { devices.flatMap { $0.findings } + findings }

    /// Whether there are any.
    public var hasFindings: Bool { !findings.isEmpty || devices.contains { !$0.findings.isEmpty } }
  }

  /// An advertiser or a declared layout with its findings.
  public struct Device: Sendable {
    /// Which device or layout it is.
    public let identity: Identity
    /// `nil` when nothing was found. An advertiser is made anew each time: there can be a million.
    public var subject: Subject? {
      switch kept {
      case .nothing: nil
      case .declared(let subject): subject
      case .advertiser(let capture, let position): capture.subject(at: position)
      }
    }
    private let kept: KeptSubject
    /// The worst first; empty when nothing is wrong.
    public internal(set) var findings: [Finding]

    init(identity: Identity, kept: KeptSubject, findings: [Finding]) {
      self.identity = identity
      self.kept = kept
      self.findings = findings
    }

    /// Whether it is a declared layout.
    public var isDeclared: Bool { if case .layout = identity { true } else { false } }
  }

  /// What a device or declared layout is called.
  public enum Identity: Hashable, Sendable {
    /// An advertiser, with its best name.
    case advertiser(DeviceAddress, LocalName?)
    /// A declared layout, with the line it starts in.
    case layout(name: String?, line: Int?)
  }

  /// All findings, in the order of the inputs and their devices.
  public var findings: [Finding] { inputs.flatMap { $0.allFindings } }

  /// Calls `body` with each of ``findings``, without a list of them.
  public func forEachFinding(_ body: (Finding) -> Void) {
    for input in inputs {
      for device in input.devices { device.findings.forEach(body) }
      input.findings.forEach(body)
    }
  }

  /// How many devices and declared layouts were judged.
  public var devices: Int { inputs.reduce(0) { $0 + $1.devices.count } }

  /// How many distinct layouts all devices have.
  public var layouts: Int { inputs.reduce(0) { $0 + $1.layouts } }

  /// How many findings are of this severity.
  public func count(_ severity: Severity) -> Int { counts[severity] ?? 0 }

  /// Counts the findings anew.
  private mutating func countFindings() {
    var counts = ShortTable<Severity, Int>()
    forEachFinding { counts.put((counts[$0.severity] ?? 0) + 1, for: $0.severity) }
    self.counts = counts
  }

  /// The same run without the findings in a baseline.
  public func leavingOut(_ baseline: Baseline) -> LintRun {
    var run = self
    var known = KnownFindings(baseline)
    for input in run.inputs.indices {
      for device in run.inputs[input].devices.indices {
        run.inputs[input].devices[device].findings.removeAll { known.takes($0) }
      }
      run.inputs[input].findings.removeAll { known.takes($0) }
    }
    run.known = known
    run.countFindings()
    return run
  }

  /// Adds findings on a whole run to the inputs that they point at.
  private mutating func add(_ findings: [Finding], preferring position: Int? = nil) {
    for finding in findings {
      let path = finding.place.path
      if let position, inputs.indices.contains(position), inputs[position].path == path {
        inputs[position].findings.append(finding)
      } else if let index = inputs.lastIndex(where: { $0.path == path }) {
        inputs[index].findings.append(finding)
      } else {
        let isText = finding.place.text != nil && path != "-"
        var input = JudgedFile(path: path, file: isText ? Input.File(path: path, content: .text) : nil)
        input.findings.append(finding)
        inputs.append(input)
      }
    }
  }
}

/// By what the subject of findings is found again.
enum KeptSubject: Sendable {
  case nothing
  indirect case declared(Subject)
  /// The position among the advertisers of a capture.
  case advertiser(JudgedCapture, Int)
}

/// The advertisers of a capture that was judged.
final class JudgedCapture: Sendable {
  let advertisers: Observation.Advertisers
  let path: String

  init(_ observation: Observation, path: String) {
    advertisers = observation.advertisers
    self.path = path
  }

  func subject(at position: Int) -> Subject { Subject(advertisers[position], path: path) }
}

extension LintRun.JudgedFile {
  mutating func add(_ findings: [Finding], on subject: Subject, _ kept: KeptSubject) {
    layouts += subject.layouts.count
    devices.append(
      LintRun.Device(identity: subject.identity, kept: findings.isEmpty ? .nothing : kept, findings: findings))
  }
}

extension Subject {
  fileprivate var identity: LintRun.Identity {
    guard let address else { return .layout(name: layoutName, line: text?.line) }
    return .advertiser(
      address,
      .best(
        of: layouts.flatMap { layout in
          ((layout.advertising.map { [$0] } ?? []) + layout.scanResponses).compactMap { $0.payload.localName }
        }))
  }
}

// MARK: Baselines

/// Findings that are known and not reported again.
public struct Baseline: Hashable, Sendable {
  /// The findings that are known.
  public var entries: Set<Entry>

  /// One finding, on however many devices with changing addresses.
  public struct Entry: Hashable, Sendable {
    /// The id of the rule.
    public var rule: String
    /// For people: the fingerprint identifies it. `nil` for devices with changing addresses and for whole inputs.
    public var device: String?
    /// The finding's fingerprint as text.
    public var fingerprint: String

    /// A finding by its rule and its fingerprint.
    public init(rule: String, device: String?, fingerprint: String) {
      self.rule = rule
      self.device = device
      self.fingerprint = fingerprint
    }
  }

  /// A baseline of these findings.
  public init(_ entries: Set<Entry>) {
    self.entries = entries
  }

  /// All findings of a run.
  public init(of run: LintRun) {
    entries = Set(
      run.findings.map { Entry(rule: $0.rule, device: $0.device, fingerprint: $0.fingerprint.description) })
  }
}

/// Which entries of a baseline matched a finding.
public struct KnownFindings: Sendable {
  private var entries: [Key: Bool] = [:]
  /// Findings left out.
  public private(set) var count = 0

  private struct Key: Hashable {
    let rule: String
    let fingerprint: String
  }

  init(_ baseline: Baseline) {
    for entry in baseline.entries { entries[Key(rule: entry.rule, fingerprint: entry.fingerprint)] = false }
  }

  /// Entries that matched no finding and can be removed.
  public var unused: Int { entries.values.count { !$0 } }

  /// Whether the finding is in the baseline.
  mutating func takes(_ finding: Finding) -> Bool {
    let key = Key(rule: finding.rule, fingerprint: finding.fingerprint.description)
    guard entries[key] != nil else { return false }
    entries[key] = true
    count += 1
    return true
  }
}
