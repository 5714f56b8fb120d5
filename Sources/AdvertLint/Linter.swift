internal import AdvertCapture
internal import AdvertObservation
public import AdvertScan
internal import AdvertisingData

/// Judges advertisers, declared layouts and whole inputs by a set of rules.
///
/// Each distinct payload is judged once, however often it was seen.
public struct Linter: Sendable {
  private let rules: [Rule]
  private let expectations: Expectations
  private let settings: LintSettings

  public init(
    rules: [Rule] = Rule.all, expectations: Expectations = Expectations(), settings: LintSettings = LintSettings()
  ) {
    self.rules = rules
    self.expectations = expectations
    self.settings = settings
  }

  /// Findings on an advertiser or declared layout: the worst first, those alike in severity in the order of the bytes.
  /// Nothing is ignored.
  public func lint(_ subject: Subject) -> [Finding] {
    var repackings = Repackings()
    return lint(subject, settings.effective(for: subject.path), &repackings)
  }

  private func lint(
    _ subject: Subject, _ settings: LintSettings.Effective, _ repackings: inout Repackings
  ) -> [Finding] {
    let verdicts = rules.compactMap { rule -> Silencing.Verdict? in
      let flags = flags(of: rule, on: subject)
      return flags.isEmpty ? nil : Silencing.Verdict(rule: rule, flags: flags)
    }
    var findings: [Finding] = []
    for verdict in Silencing.applied(to: verdicts) where !verdict.flags.isEmpty {
      findings += fold(self.findings(of: verdict, in: subject, settings)).map {
        fixed($0, verdict, in: subject, &repackings)
      }
    }
    // The sort is stable: findings alike stay in the order of the rules.
    return findings.sorted { $0.sortKey < $1.sortKey }
  }

  /// Judges every advertiser of a capture that the expectations choose, or every declared layout, then the input as a
  /// whole. Findings are added to `file`.
  func judge(_ input: Input, _ file: inout LintRun.JudgedFile) -> JudgedInput {
    let settings = settings.effective(for: input.path)
    var repackings = Repackings()
    var judged = JudgedInput(input, expectations: expectations)
    func judge(_ subject: Subject, ignoring ignores: [Int]) {
      judged.note(subject)
      let findings = lint(subject, settings, &repackings)
      file.add(judged.ignoreUse.apply(ignores, of: self.settings, to: findings), on: subject)
    }
    switch input.content {
    case .capture(_, let observation):
      judged.ignoreUse.seek(settings.deviceIgnores)
      for advertiser in observation.advertisers where judged.admits(advertiser) {
        judge(Subject(advertiser, path: input.path), ignoring: settings.ignores(for: advertiser))
      }
    case .text, .argument:
      for layout in input.layouts {
        let subject = Subject(layout, path: input.path)
        judge(subject, ignoring: settings.ignores(for: subject))
      }
    }
    file.findings += lint(judged, settings)
    return judged
  }

  /// The same rules with other expectations and settings.
  func replacing(_ expectations: Expectations, _ settings: LintSettings) -> Linter {
    Linter(rules: rules, expectations: expectations, settings: settings)
  }

  /// Findings on all inputs of a run together.
  func lint(run inputs: [JudgedInput]) -> [Finding] {
    guard var run = JudgedInput(joining: inputs) else { return [] }
    if !settings.ignores.isEmpty {
      run.unusedIgnores = run.ignoreUse.unused(of: settings, choosingDevices: !expectations.devices.isEmpty)
    }
    // Settings for some paths do not apply to several inputs together.
    return findings(on: run, settings.effective(for: inputs.count == 1 ? run.path : "")) {
      if case .run(let check) = $0.check { check } else { nil }
    }
  }

  /// Findings on an input as a whole.
  func lint(_ input: JudgedInput) -> [Finding] {
    lint(input, settings.effective(for: input.path))
  }

  private func lint(_ input: JudgedInput, _ settings: LintSettings.Effective) -> [Finding] {
    findings(on: input, settings) { if case .input(let check) = $0.check { check } else { nil } }
  }

  private func findings(
    on input: JudgedInput, _ settings: LintSettings.Effective,
    _ check: (Rule) -> (@Sendable (JudgedInput, inout Report) -> Void)?
  ) -> [Finding] {
    rules.flatMap { rule -> [Finding] in
      guard let check = check(rule) else { return [] }
      var report = Report(rule.severity, expectations: expectations)
      check(input, &report)
      var repetitions: [Fingerprint: Int] = [:]
      return report.flags.compactMap { flag in
        guard let severity = settings.severity(flag.severity, of: rule) else { return nil }
        let fingerprint = Fingerprint(of: flag, rule: rule, path: input.path)
        defer { repetitions[fingerprint, default: 0] += 1 }
        return Finding(
          rule: rule.id, severity: severity, message: flag.message, fix: flag.fix,
          place: Finding.Place(
            path: flag.source?.path ?? input.path, text: flag.source?.text, layoutName: flag.source?.layoutName,
            record: flag.record, fileOffset: flag.fileOffset), count: 1,
          fingerprint: fingerprint.repeated(repetitions[fingerprint] ?? 0), device: nil)
      }
    }
  }

  /// What one rule flags, before other rules silence it.
  private func flags(of rule: Rule, on subject: Subject) -> [Report.Flag] {
    var report = Report(rule.severity, expectations: expectations)
    switch rule.check {
    case .structure(let check): judgeStructures(of: subject, check, &report)
    case .structures(let check): judgePayloads(of: subject, &report) { check($0.structures, &$1) }
    case .knownPayload(let check):
      judgePayloads(of: subject, &report) { for found in $0.recognised { check(found, &$1) } }
    case .payload(let check): judgePayloads(of: subject, &report) { check($0.payload, &$1) }
    case .layout(let check):
      for (index, layout) in subject.layouts.enumerated() {
        report.place = Report.Location(layout: index, payload: nil)
        report.pdu = layout.pdu
        check(layout, &report)
      }
    case .advertiser(let check): check(subject, &report)
    case .input, .run: break
    }
    return report.flags
  }

  private func judgePayloads(
    of subject: Subject, _ report: inout Report, _ check: (SubjectPayload, inout Report) -> Void
  ) {
    for (index, layout) in subject.layouts.enumerated() {
      report.pdu = layout.pdu
      for (position, payload) in layout.payloads {
        report.place = Report.Location(layout: index, payload: position)
        report.isTruncated = payload.isTruncated
        check(payload, &report)
      }
    }
  }

  private func judgeStructures(
    of subject: Subject, _ check: (borrowing ADStructure, inout Report) -> Void, _ report: inout Report
  ) {
    judgePayloads(of: subject, &report) { payload, report in
      var walk = payload.payload.structures
      while let structure = walk.next() {
        guard structure.missingOctets == 0 else { return }
        check(structure, &report)
      }
    }
  }

  private func findings(
    of verdict: Silencing.Verdict, in subject: Subject, _ settings: LintSettings.Effective
  ) -> [Found] {
    struct Place: Hashable {
      let location: Report.Location
      let fingerprint: Fingerprint
    }
    var repetitions: [Place: Int] = [:]
    return verdict.flags.compactMap { flag in
      guard let severity = settings.severity(flag.severity, of: verdict.rule) else { return nil }
      let fingerprint = Fingerprint(of: flag, rule: verdict.rule, in: subject)
      let place = Place(location: flag.location, fingerprint: fingerprint)
      defer { repetitions[place, default: 0] += 1 }
      return Found(
        flag: flag,
        finding: finding(
          flag, of: verdict.rule, severity: severity, in: subject,
          fingerprint: fingerprint.repeated(repetitions[place] ?? 0)))
    }
  }

  private func finding(
    _ flag: Report.Flag, of rule: Rule, severity: Severity, in subject: Subject, fingerprint: Fingerprint
  ) -> Finding {
    let layout = flag.location.layout.map { subject.layouts[$0] }
    let payload: SubjectPayload?
    var scanResponse: Int?
    switch flag.location.payload {
    case .advertising: payload = layout?.advertising
    case .scanResponse(let index):
      payload = layout?.scanResponses[index]
      scanResponse = index
    case nil: payload = nil
    }
    let fileOffset = payload?.sighting?.fileOffset.flatMap { start in flag.offset.map { start + $0 } }
    return Finding(
      rule: rule.id, severity: severity, message: flag.message, fix: flag.fix,
      place: Finding.Place(
        path: subject.path, text: payload?.text?.range(of: flag) ?? subject.text, layoutName: subject.layoutName,
        advertiser: subject.address, layout: flag.location.layout, record: payload?.sighting?.record,
        block: flag.location.payload?.block,
        scanResponse: scanResponse, offset: flag.offset, length: flag.length, fileOffset: fileOffset),
      count: payload?.count ?? 1,
      fingerprint: fingerprint, device: subject.stableIdentity)
  }

  /// Folds findings alike in block, message and position on the payload into one at the first layout, adding counts.
  private func fold(_ findings: [Found]) -> [Found] {
    guard findings.count > 1 else { return findings }
    struct Key: Hashable {
      let block: Block?
      let message: String
    }
    var positions: [Key: Int] = [:]
    var folded: [Found] = []
    for found in findings {
      let key = Key(block: found.finding.place.block, message: found.finding.message)
      if let position = positions[key] {
        folded[position].finding.count += found.finding.count
      } else {
        positions[key] = folded.count
        folded.append(found)
      }
    }
    return folded
  }

  // MARK: Fixes

  /// A finding with the flag that it is made from.
  private struct Found {
    let flag: Report.Flag
    var finding: Finding
  }

  /// The finding with the fix that its layout allows.
  private func fixed(
    _ found: Found, _ verdict: Silencing.Verdict, in subject: Subject, _ repackings: inout Repackings
  ) -> Finding {
    guard let remedy = found.flag.remedy, let index = found.flag.location.layout else { return found.finding }
    let layout = subject.layouts[index]
    let fix = remedy.fix(found.flag, of: layout, &repackings) { blocks in
      let rest = flags(of: verdict.rule, on: subject.sending(only: layout.sending(blocks))).map(\.message)
      let before = verdict.flags.filter { $0.location.layout == index }.map(\.message)
      return !rest.contains(found.flag.message) && rest.allSatisfy(before.contains)
    }
    var finding = found.finding
    finding.fix = fix.words ?? finding.fix
    finding.fixBytes = fix.blocks
    return finding
  }
}

extension WrittenPayload {
  /// The text of what is flagged; all of it when no octets are.
  fileprivate func range(of flag: Report.Flag) -> TextRange {
    flag.offset.map { range(offset: $0, length: flag.length ?? 0) } ?? range
  }
}

/// One defect, one finding: where a specific rule flags bytes, the general rules it names are silent about them.
enum Silencing {
  /// What one rule flags on a subject.
  struct Verdict {
    let rule: Rule
    var flags: [Report.Flag]
  }

  /// The verdicts without what other verdicts silence.
  static func applied(to verdicts: [Verdict]) -> [Verdict] {
    // By general rule and payload, so that a subject of many layouts does not compare each with each.
    var specific: [String: [Report.Location: [Report.Flag]]] = [:]
    for verdict in verdicts {
      for id in verdict.rule.silences {
        for flag in verdict.flags { specific[id, default: [:]][flag.location, default: []].append(flag) }
      }
    }
    guard !specific.isEmpty else { return verdicts }
    return verdicts.map { verdict in
      guard let louder = specific[verdict.rule.id] else { return verdict }
      var verdict = verdict
      verdict.flags.removeAll { flag in louder[flag.location]?.contains { $0.overlaps(flag) } ?? false }
      return verdict
    }
  }
}

extension Report.Flag {
  /// Whether both concern a byte of the same payload, or the same place between bytes.
  fileprivate func overlaps(_ other: Report.Flag) -> Bool {
    guard location == other.location, let offset, let length, let start = other.offset, let count = other.length
    else { return false }
    return length == 0 || count == 0
      ? offset <= start + count && start <= offset + length
      : offset < start + count && start < offset + length
  }
}
