package import AdvertCapture
internal import AdvertObservation
package import AdvertScan
internal import AdvertisingData

/// Judges a list of inputs by a linter, and hands on each result at once, so that results take no memory. ``LintRun``
/// keeps all of them. Several threads judge the devices of an input; all of them have ended when the judging has.
///
/// An input with expectations of its own, as in a manifest, is judged by those and by its own settings. All others are
/// judged together: any one of them may meet their expectations.
package struct LintPass: Sendable {
  private let inputs: [Input]
  private let linter: Linter
  private let ownSettings: [String: LintSettings]
  private let incomplete: [IncompleteInput]
  private let baseline: Baseline?

  /// - Parameters:
  ///   - inputs: the inputs to judge.
  ///   - linter: for the inputs without expectations of their own.
  ///   - ownSettings: by path, the settings of the inputs with expectations of their own.
  ///   - incomplete: other inputs that were named, and were not read or not to their end.
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

  /// Judges the inputs.
  ///
  /// - Parameter take: gets the files in pieces, in the order of the inputs and their devices. A file begins with an
  ///   empty piece. Findings on the whole run come after all devices. A file that is not an input, but that a finding
  ///   points at, begins with the first such finding.
  /// - Returns: the counts, after the last result.
  package func run(_ take: (JudgedFile) -> Void) -> LintTotals {
    var totals = LintTotals(baseline)
    // The files that began, without devices and findings.
    var files: [JudgedFile] = []
    func begin(_ path: String, _ file: Input.File?) {
      files.append(JudgedFile(number: files.count, path: path, file: file))
      take(files[files.count - 1])
    }
    let unread = Set(incomplete.filter { $0.hasGaps }.map { $0.path })
    func judge(_ input: Input, by linter: Linter) -> JudgedInput {
      begin(input.path, input.file)
      var judged = linter.judge(input, number: files.count - 1) { take(totals.counting($0)) }
      if unread.contains(input.image ?? input.path) { judged.noteUnreadPart() }
      return judged
    }
    /// Findings belong to the file that they point at.
    func tell(_ findings: [Finding], preferring number: Int? = nil) {
      for finding in findings {
        let path = finding.place.path
        let isPreferred = number.map { files.indices.contains($0) && files[$0].path == path } ?? false
        var known = isPreferred ? number : files.lastIndex { $0.path == path }
        if known == nil {
          let isText = finding.place.text != nil && path != "-"
          known = files.count
          begin(path, isText ? Input.File(path: path, content: .text) : nil)
        }
        guard let known else { continue }
        var piece = files[known]
        piece.findings = [finding]
        take(totals.counting(piece))
      }
    }

    var together: [JudgedInput] = []
    var apart: [(file: Int, linter: Linter, judged: JudgedInput)] = []
    for input in inputs {
      if let expectations = input.expectations {
        let own = linter.replacing(expectations, ownSettings[input.path] ?? LintSettings())
        apart.append((files.count, own, judge(input, by: own)))
      } else {
        together.append(judge(input, by: linter))
      }
    }
    let all = together + apart.map { $0.judged }
    totals.ignored = all.reduce(0) { $0 + $1.ignoreUse.findings }
    // A chosen device may also be in an input that is judged separately.
    let missing = JudgedInput(joining: all)?.expected.unmatchedDevices ?? []
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
    totals.isKnown = !all.contains { $0.isOpen }
    totals.inputs = all.count
    for input in all { totals.unread.join(input.unread) }
    for input in incomplete {
      let judged = JudgedInput(input)
      if judged.isIncomplete { totals.isWhole = false }
      let findings = linter.lint(judged)
      // A finding on an array of a firmware image points at its declaration.
      if findings.isEmpty || findings.contains(where: { $0.place.path == input.path }) {
        begin(input.path, input.file)
      }
      tell(findings, preferring: files.count - 1)
    }
    return totals
  }

  /// Returns the units that must meet the expectations: each input, the parts of an image together, or all as one.
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
  /// The number of devices and declared layouts that were judged.
  package private(set) var devices = 0
  /// The number of distinct layouts of all devices.
  package private(set) var layouts = 0
  /// The number of findings left out because the settings ignore them.
  package internal(set) var ignored = 0
  /// The matches of the baseline, whose findings are left out; `nil` without a baseline.
  package private(set) var known: BaselineMatches?
  /// Whether all named inputs were read and judged, whole. Missing parts count even when settings or a baseline accept
  /// them.
  package internal(set) var isWhole = true
  /// Whether all octets of the judged layouts are known, and no finding depends on what is only assumed.
  package internal(set) var isKnown = true
  /// The number of inputs that were judged.
  package internal(set) var inputs = 0
  /// The bytes of captures that were not read, because they are damaged or cut.
  package internal(set) var unread = UnreadOctets()
  private var counts: [Severity: Int] = [:]

  package init(_ baseline: Baseline? = nil) {
    known = baseline.map { BaselineMatches($0) }
  }

  /// Returns the same totals without any counts but that of the ignored findings.
  func countingAnew(leavingOut baseline: Baseline) -> LintTotals {
    var totals = LintTotals(baseline)
    totals.ignored = ignored
    totals.isWhole = isWhole
    totals.isKnown = isKnown
    totals.inputs = inputs
    totals.unread = unread
    return totals
  }

  /// Whether the result is complete: it was made of everything that was named, and rests on nothing that may be otherwise.
  package var isComplete: Bool { isWhole && isKnown }

  /// Returns the number of findings of a severity.
  package func count(_ severity: Severity) -> Int { counts[severity, default: 0] }

  /// Counts a piece of a file, and returns it without known findings.
  mutating func counting(_ piece: JudgedFile) -> JudgedFile {
    var piece = piece
    devices += piece.devices.count
    layouts += piece.layouts
    for index in piece.devices.indices where !piece.devices[index].findings.isEmpty {
      if known != nil { leaveOutKnown(&piece.devices[index].findings) }
      count(piece.devices[index].findings)
    }
    leaveOutKnown(&piece.findings)
    count(piece.findings)
    return piece
  }

  private mutating func leaveOutKnown(_ findings: inout [Finding]) {
    findings.removeAll { known?.takes($0) ?? false }
  }

  private mutating func count(_ findings: [Finding]) {
    for index in findings.indices { counts[findings[index].severity, default: 0] += 1 }
  }
}
