internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReading
public import AdvertScan
internal import AdvertisingData

/// Judges advertisers, declared layouts and whole inputs by a set of rules.
///
/// Each distinct payload is judged once, however often it was seen.
public struct Linter: Sendable {
  private let rules: [Rule]
  let checks: Checks
  var expectations: Expectations { checks.expectations }
  let settings: LintSettings
  let declared: DeclaredLayouts

  /// A linter with a set of rules, by default all of them.
  public init(
    rules: [Rule] = Rule.all, expectations: Expectations = Expectations(), settings: LintSettings = LintSettings()
  ) {
    self.init(rules: rules, expectations: expectations, settings: settings, declared: DeclaredLayouts())
  }

  /// A linter that also compares captures and firmware images with what is declared.
  package init(
    rules: [Rule] = Rule.all, expectations: Expectations = Expectations(), settings: LintSettings = LintSettings(),
    declared: DeclaredLayouts
  ) {
    self.declared = declared
    self.rules = rules
    checks = Checks(of: rules, expectations)
    self.settings = settings
  }

  /// Returns the findings on an advertiser or declared layout: the worst first, those of equal severity in the order of
  /// the bytes. Nothing is ignored.
  public func lint(_ subject: Subject) -> [Finding] {
    var repackings = Repackings(for: expectations.scanners)
    return lint(subject, settings.effective(for: subject.path), &repackings)
  }

  func lint(
    _ subject: Subject, _ settings: LintSettings.Effective, _ repackings: inout Repackings
  ) -> [Finding] {
    guard subject.divisions.isEmpty else { return lintDivided(subject, settings, &repackings) }
    let flags = checks.settledFlags(on: subject)
    guard !flags.isEmpty else { return [] }
    let findings = findings(
      of: flags.withoutSilenced(by: checks.rules).joiningThoseBeyondMost(of: checks.rules), on: subject, settings,
      &repackings)
    return findings.inOrder
  }

  /// The same linter for another thread.
  var forThread: Linter { Linter(rules: rules, expectations: expectations, settings: settings, declared: declared) }

  /// Returns the same rules with other expectations and settings.
  func replacing(_ expectations: Expectations, _ settings: LintSettings) -> Linter {
    Linter(rules: rules, expectations: expectations, settings: settings.leavingOut(self.settings.leftOutRules))
  }

  /// Returns the findings on several inputs of a run together.
  func lint(run inputs: [JudgedInput]) -> [Finding] {
    guard var run = JudgedInput(joining: inputs) else { return [] }
    if !settings.ignores.isEmpty {
      run.unusedIgnores = run.ignoreUse.unused(of: settings, choosingDevices: !expectations.devices.isEmpty)
    }
    // Settings for some paths do not apply to several inputs together.
    return findings(on: run, settings.effective(for: run.isRun ? "" : run.path)) {
      if case .run(let check) = $0.check { check } else { nil }
    }
  }

  /// Returns the findings on the expectations of an input, of the parts of an image, or of all inputs of a run
  /// together.
  func lint(expectationsOf input: JudgedInput) -> [Finding] {
    findings(on: input, settings.effective(for: input.isRun ? "" : input.path)) {
      if case .expectation(let check) = $0.check { check } else { nil }
    }
  }

  /// Returns the findings on an input as a whole.
  func lint(_ input: JudgedInput) -> [Finding] {
    lint(input, settings.effective(for: input.path))
  }

  func lint(_ input: JudgedInput, _ settings: LintSettings.Effective) -> [Finding] {
    findings(on: input, settings) { rule in
      switch rule.check {
      case .input(let check): check
      case .problem(let severity): { Self.report(problemsOf: $0, severity, to: &$1) }
      default: nil
      }
    }
  }

  private static func report(
    problemsOf input: JudgedInput, _ severity: (CaptureProblem.Kind) -> Severity?, to report: inout Report
  ) {
    for problem in input.problems {
      guard let severity = severity(problem.kind) else { continue }
      report.flagInput(
        problem.message + problem.timesWords, record: problem.record, fileOffset: problem.fileOffset,
        fix: problem.remedy ?? (problem.kind.isOfRunTime ? CaptureProblem.runTimeAdvice : nil), severity: severity,
        facts: [
          problem.kind.rawValue, problem.record.map(String.init) ?? "", problem.fileOffset.map(String.init) ?? "",
          problem.member ?? "", "\(problem.count)", input.mark ?? "",
        ],
        at: problem.declaration.map(Report.Source.init))
    }
  }

  private func findings(
    on input: JudgedInput, _ settings: LintSettings.Effective,
    _ check: (Rule) -> (@Sendable (JudgedInput, inout Report) -> Void)?
  ) -> [Finding] {
    var report = Report(for: checks)
    for (position, rule) in rules.enumerated() {
      guard let check = check(rule) else { continue }
      report.begin(position, rule.severity)
      check(input, &report)
    }
    var repetitions: [Fingerprint: Int] = [:]
    return report.flags.compactMap { flag in
      let rule = rules[flag.rule]
      guard let severity = settings.severity(flag.severity, of: rule) else { return nil }
      let fingerprint = Fingerprint(of: flag, rule: rule, path: input.path)
      defer { repetitions[fingerprint, default: 0] += 1 }
      return Finding(
        Finding.Facts(
          rule: rule.id, severity: severity, message: flag.message, fix: flag.fix,
          place: Finding.Place(
            path: flag.input?.source?.path ?? input.path, text: flag.input?.source?.text,
            layoutName: flag.input?.source?.layoutName, record: flag.input?.record, fileOffset: flag.input?.fileOffset),
          fingerprint: fingerprint.repeated(repetitions[fingerprint] ?? 0), device: nil),
        count: 1)
    }
  }
}
