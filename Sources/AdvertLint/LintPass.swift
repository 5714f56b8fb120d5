internal import AdvertObservation
package import AdvertScan
internal import AdvertisingData

/// The judging of a list of inputs by a linter, told as it goes: what was told takes no memory. ``LintRun`` keeps all of
/// it. Several threads judge the devices of an input; all of them have ended when the judging has.
///
/// An input with expectations of its own, as a manifest has them, is judged by those and by its own settings. All others
/// are judged together: what is expected of them may be in any one.
package struct LintPass: Sendable {
  private let inputs: [Input]
  private let linter: Linter
  private let ownSettings: [String: LintSettings]
  private let incomplete: [IncompleteInput]
  private let baseline: Baseline?

  /// - Parameters:
  ///   - inputs: what is judged.
  ///   - linter: for the inputs without expectations of their own.
  ///   - ownSettings: by path, the settings of the inputs with expectations of their own.
  ///   - incomplete: what was named besides the inputs, and was not read or not to its end.
  ///   - baseline: findings that are left out.
  package init(
    _ inputs: [Input], by linter: Linter = Linter(), ownSettings: [String: LintSettings] = [:],
    incomplete: [IncompleteInput] = [], leavingOut baseline: Baseline? = nil
  ) {
    self.inputs = inputs
    self.linter = linter
    self.ownSettings = ownSettings
    self.incomplete = incomplete
    self.baseline = baseline
  }

  /// What is told of a run.
  package enum Event: Sendable {
    /// A file begins. Files are numbered in this order, from 0. Those that findings point at and that are no inputs come
    /// when the first finding does.
    case file(path: String, Input.File?)
    /// Some devices or declared layouts of a file, in their order, and how many distinct layouts they have.
    case devices([LintRun.Device], file: Int, layouts: Int)
    /// Findings on a file as a whole. Those on the whole run come behind all devices.
    case findings([Finding], file: Int)
  }

  /// Judges the inputs.
  ///
  /// - Parameter take: gets what is told, in the order of the inputs and their devices.
  /// - Returns: the counts, when all was told.
  package func run(_ take: (Event) -> Void) -> LintTotals {
    var totals = LintTotals(baseline)
    var paths: [String] = []
    func tell(_ event: Event) {
      if case .file(let path, _) = event { paths.append(path) }
      take(totals.counting(event))
    }
    func judge(_ input: Input, by linter: Linter) -> JudgedInput {
      tell(.file(path: input.path, input.file))
      let number = paths.count - 1
      let (judged, findings) = linter.judge(input) { subjects in
        tell(.devices(subjects.devices, file: number, layouts: subjects.layouts))
      }
      tell(.findings(findings, file: number))
      return judged
    }
    /// Findings belong to the file that they point at.
    func tell(_ findings: [Finding], preferring number: Int? = nil) {
      for finding in findings {
        let path = finding.place.path
        if let number, paths.indices.contains(number), paths[number] == path {
          tell(.findings([finding], file: number))
        } else if let number = paths.lastIndex(of: path) {
          tell(.findings([finding], file: number))
        } else {
          let isText = finding.place.text != nil && path != "-"
          tell(.file(path: path, isText ? Input.File(path: path, content: .text) : nil))
          tell(.findings([finding], file: paths.count - 1))
        }
      }
    }

    var together: [JudgedInput] = []
    var apart: [(file: Int, linter: Linter, judged: JudgedInput)] = []
    for input in inputs {
      if let expectations = input.expectations {
        let own = linter.replacing(expectations, ownSettings[input.path] ?? LintSettings())
        apart.append((paths.count, own, judge(input, by: own)))
      } else {
        together.append(judge(input, by: linter))
      }
    }
    let all = together + apart.map { $0.judged }
    totals.ignored = all.reduce(0) { $0 + $1.ignored }
    // A device that was chosen may also be in an input that is judged apart.
    let missing = JudgedInput(joining: all)?.unmatchedDevices ?? []
    let isAny = linter.expectations.place == .any
    let expecting = Self.wholes(together, joiningAll: isAny).map {
      isAny ? $0.missing(only: missing) : $0.missing(inRunWithout: missing)
    }
    tell(linter.lint(run: together))
    for input in expecting { tell(linter.lint(expectationsOf: input)) }
    var isMet = !expecting.contains { $0.isLackingDevices }
    for (number, (file, linter, judged)) in apart.enumerated() {
      let isFirst = together.isEmpty && number == 0
      let expecting = isAny ? judged.missing(only: isFirst ? missing : []) : judged.missing(inRunWithout: missing)
      tell(linter.lint(run: [judged]) + linter.lint(expectationsOf: expecting), preferring: file)
      isMet = isMet && !expecting.isLackingDevices
    }
    totals.isWhole = isMet && !all.contains { $0.isIncomplete }
    for input in incomplete {
      let judged = JudgedInput(input)
      if judged.isIncomplete { totals.isWhole = false }
      let findings = linter.lint(judged)
      // What concerns an array of a firmware image is at its declaration.
      if findings.isEmpty || findings.contains(where: { $0.place.path == input.path }) {
        tell(.file(path: input.path, input.file))
      }
      tell(findings, preferring: paths.count - 1)
    }
    return totals
  }

  /// What must have what is expected: each input, the parts of an image together, or all as one.
  private static func wholes(_ inputs: [JudgedInput], joiningAll: Bool) -> [JudgedInput] {
    var wholes: [[JudgedInput]] = []
    for input in inputs {
      if let last = wholes.last?.last, joiningAll || input.image != nil && last.image == input.image {
        wholes[wholes.count - 1].append(input)
      } else {
        wholes.append([input])
      }
    }
    return wholes.compactMap { JudgedInput(joining: $0) }
  }
}

/// The counts of a lint run.
package struct LintTotals: Sendable {
  /// Devices and declared layouts that were judged.
  package private(set) var devices = 0
  /// The distinct layouts of all devices.
  package private(set) var layouts = 0
  /// Findings left out because the settings ignore them.
  package internal(set) var ignored = 0
  /// Findings left out because a baseline has them; `nil` without a baseline.
  package private(set) var known: BaselineMatches?
  /// Whether all that was named was read and judged, whole. What is accepted, by settings or a baseline, is still missing.
  package internal(set) var isWhole = true
  private var counts = SmallDictionary<Severity, Int>()

  package init(_ baseline: Baseline? = nil) {
    known = baseline.map { BaselineMatches($0) }
  }

  /// The same with nothing counted but what the settings ignore.
  func countingAnew(leavingOut baseline: Baseline) -> LintTotals {
    var totals = LintTotals(baseline)
    totals.ignored = ignored
    totals.isWhole = isWhole
    return totals
  }

  /// How many findings are of this severity.
  package func count(_ severity: Severity) -> Int { counts[severity] ?? 0 }

  /// Counts what is told. What is known is left out of it.
  mutating func counting(_ event: LintPass.Event) -> LintPass.Event {
    switch event {
    case .file: return event
    case .devices(var told, let file, let layouts):
      devices += told.count
      self.layouts += layouts
      for index in told.indices where !told[index].findings.isEmpty {
        if known != nil { leaveOutKnown(&told[index].findings) }
        count(told[index].findings)
      }
      return .devices(told, file: file, layouts: layouts)
    case .findings(var findings, let file):
      leaveOutKnown(&findings)
      count(findings)
      return .findings(findings, file: file)
    }
  }

  private mutating func leaveOutKnown(_ findings: inout [Finding]) {
    findings.removeAll { known?.takes($0) ?? false }
  }

  private mutating func count(_ findings: [Finding]) {
    for index in findings.indices {
      let severity = findings[index].severity
      counts.put((counts[severity] ?? 0) + 1, for: severity)
    }
  }
}
