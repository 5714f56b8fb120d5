internal import AdvertCapture
internal import AdvertObservation
public import AdvertScan
internal import AdvertisingData

/// Judges advertisers, declared layouts and whole inputs by a set of rules.
///
/// Each distinct payload is judged once, however often it was seen.
public struct Linter: Sendable {
  private let rules: [Rule]
  /// Those among them that judge advertisers and declared layouts.
  private let checks: [SubjectCheck]
  /// Of those that judge structures one by one, how, in their order.
  private let judgingStructures: [StructureCheck]
  private let context: Report.Context
  private let settings: LintSettings
  private let declared: DeclaredLayouts

  /// A linter with a set of rules, by default all of them. What captures and firmware images are compared with is declared.
  public init(
    rules: [Rule] = Rule.all, expectations: Expectations = Expectations(), settings: LintSettings = LintSettings(),
    declared: DeclaredLayouts = DeclaredLayouts()
  ) {
    self.declared = declared
    self.rules = rules
    checks = rules.compactMap(SubjectCheck.init)
    judgingStructures = checks.compactMap { $0.judgingStructures }
    context = Report.Context(expectations)
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
    let variants = subject.variants
    var verdicts: [Silencing.Verdict] = []
    let contents = SubjectContents(of: subject)
    // The structures are walked once for all rules that judge them one by one.
    let judging = judgingStructures.filter { !$0.types.isDisjoint(with: contents.types) }
    let ofStructures = reports(of: judging, on: subject)
    var next = 0
    for check in checks where check.concerns(contents) {
      let report: Report
      if let one = check.judgingStructures, judging.indices.contains(next), judging[next] === one {
        report = ofStructures[next]
        next += 1
      } else {
        report = self.report(of: check, on: subject)
      }
      // Most rules find nothing wrong with most subjects.
      guard !report.flags.isEmpty else { continue }
      let flags = subject.settled(report.flags, by: variants) { self.report(of: check, on: $0).flags }
      if !flags.isEmpty { verdicts.append(Silencing.Verdict(check: check, flags: flags, surplus: report.surplus)) }
    }
    guard !verdicts.isEmpty else { return [] }
    var findings: [Finding] = []
    var fingerprints = SubjectFingerprints(on: subject)
    var effort = FixingEffort()
    for var verdict in Silencing.applied(to: verdicts) {
      verdict.takeInSurplus()
      guard !verdict.flags.isEmpty else { continue }
      let found = found(verdict, on: subject, settings, &fingerprints)
      findings += fixed(found, verdict, in: subject, &effort, &repackings)
    }
    // Findings alike stay in the order of the rules. Findings are large, so that only their keys are moved about.
    let keys = findings.indices.map { (key: findings[$0].sortKey, position: $0) }
    let order = keys.sorted { $0.key == $1.key ? $0.position < $1.position : $0.key < $1.key }
    if order.indices.allSatisfy({ order[$0].position == $0 }) { return findings }
    return order.map { findings[$0.position] }
  }

  /// Judges every advertiser of a capture that the expectations choose, or every declared layout, then the input as a
  /// whole. Findings are added to `file`.
  func judge(_ input: Input, _ file: inout LintRun.JudgedFile) -> JudgedInput {
    let settings = settings.effective(for: input.path)
    var repackings = Repackings()
    var judged = JudgedInput(input, expectations: context.expectations)
    func judge(_ subject: Subject, _ kept: KeptSubject, ignoring ignored: [LintSettings.IgnoredTarget]) {
      judged.note(subject)
      let findings = lint(subject, settings, &repackings)
      file.add(judged.ignoreUse.apply(ignored, to: findings), on: subject, kept)
    }
    switch input.content {
    case .capture(_, let observation):
      judged.ignoreUse.seek(settings.deviceIgnores)
      let capture = JudgedCapture(observation, path: input.path)
      for position in capture.advertisers.indices {
        let advertiser = capture.advertisers[position]
        guard judged.admits(advertiser) else { continue }
        judge(
          subject(advertiser, of: capture), .advertiser(capture, position), ignoring: settings.ignores(for: advertiser))
      }
    case .text, .image, .argument:
      let isImage = if case .image = input.content { true } else { false }
      for layout in input.layouts where judged.admits(layout) {
        var subject = Subject(layout, path: input.path)
        if isImage { subject.declared = declared.match(layout) }
        judge(subject, .declared(subject), ignoring: settings.ignores(for: subject))
      }
    }
    file.findings += lint(judged, settings)
    return judged
  }

  func subject(_ advertiser: Advertiser, of capture: JudgedCapture) -> Subject {
    var subject = Subject(advertiser, path: capture.path)
    subject.declared = declared.match(advertiser)
    return subject
  }

  /// The same rules with other expectations and settings.
  func replacing(_ expectations: Expectations, _ settings: LintSettings) -> Linter {
    Linter(rules: rules, expectations: expectations, settings: settings)
  }

  /// Findings on inputs of a run together.
  ///
  /// - Parameter missing: the devices that none of the run's inputs has; `nil` when these inputs are all.
  func lint(run inputs: [JudgedInput], missing: [DeviceSelector]? = nil) -> [Finding] {
    guard var run = JudgedInput(joining: inputs) else { return [] }
    if let missing { run = run.missing(only: missing) }
    if !settings.ignores.isEmpty {
      run.unusedIgnores = run.ignoreUse.unused(of: settings, choosingDevices: !context.expectations.devices.isEmpty)
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
      let times = problem.count == 1 ? "" : " (\(problem.count) times, first here)"
      report.flagInput(
        problem.message + times, record: problem.record, fileOffset: problem.fileOffset, severity: severity,
        at: problem.declaration.map { declaration in
          Report.Source(
            path: declaration.path, text: declaration.line.map { TextRange(line: $0, column: 1, count: 0) })
        })
    }
  }

  private func findings(
    on input: JudgedInput, _ settings: LintSettings.Effective,
    _ check: (Rule) -> (@Sendable (JudgedInput, inout Report) -> Void)?
  ) -> [Finding] {
    rules.flatMap { rule -> [Finding] in
      guard let check = check(rule) else { return [] }
      var report = Report(rule.severity, context)
      check(input, &report)
      var repetitions: [Fingerprint: Int] = [:]
      return report.flags.compactMap { flag in
        guard let severity = settings.severity(flag.severity, of: rule) else { return nil }
        let fingerprint = Fingerprint(of: flag, rule: rule, path: input.path)
        defer { repetitions[fingerprint, default: 0] += 1 }
        return Finding(
          rule: rule.id, severity: severity, message: flag.message, fix: flag.fix,
          place: Finding.Place(
            path: flag.input?.source?.path ?? input.path, text: flag.input?.source?.text,
            layoutName: flag.input?.source?.layoutName, record: flag.input?.record,
            fileOffset: flag.input?.fileOffset),
          count: 1,
          fingerprint: fingerprint.repeated(repetitions[fingerprint] ?? 0), device: nil)
      }
    }
  }

  /// What one rule flags, before other rules silence it.
  private func report(of rule: SubjectCheck, on subject: Subject) -> Report {
    var report = Report(rule.severity, context)
    switch rule.check {
    case .structure:
      if let judging = rule.judgingStructures { return reports(of: [judging], on: subject)[0] }
    case .structures(let types, let check):
      judgePayloads(of: subject, &report) { payload, report in
        if payload.types.isSubset(of: types) {
          check(payload.structures, &report)
        } else if !payload.types.isDisjoint(with: types) {
          check(payload.structures(of: types), &report)
        }
      }
    case .knownPayload(_, let check):
      judgePayloads(of: subject, &report) { payload, report in
        for found in payload.recognised where rule.concerns(found) { check(found, &report) }
      }
    case .payload(let check): judgePayloads(of: subject, &report, check)
    case .layout(let check):
      for (index, layout) in subject.layouts.enumerated() {
        report.place = Report.Location(layout: index, payload: nil)
        report.pdu = layout.pdu
        check(layout, &report)
      }
    case .advertiser(let check): check(subject, &report)
    case .problem, .input, .run: break
    }
    return report
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

  /// Up to so many octets, looking up which rules judge a type costs more than asking each rule.
  private static let shortPayload = 64

  /// What rules flag that judge structures one by one.
  private func reports(of checks: [StructureCheck], on subject: Subject) -> [Report] {
    var reports = checks.map { Report($0.severity, context) }
    guard !checks.isEmpty else { return reports }
    let all = Array(checks.indices)
    var table = ChecksByType(checks)
    // Equal structures come one after the other, if a payload has many: what is flagged in one is in the next.
    var latest: [(octets: Range<Int>, flags: Int)?] = Array(repeating: nil, count: checks.count)
    for (index, layout) in subject.layouts.enumerated() {
      for (position, payload) in layout.payloads {
        let octets = payload.payload.octets
        let location = Report.Location(layout: index, payload: position)
        for check in checks.indices {
          latest[check] = nil
          reports[check].pdu = layout.pdu
          reports[check].place = location
          reports[check].isTruncated = payload.isTruncated
        }
        let judged = payload.payload
        var walk = judged.structures
        while let structure = walk.next(), structure.missingOctets == 0 {
          let range = structure.offset..<structure.offset + structure.size
          let candidates =
            payload.payload.count > Self.shortPayload ? table.checks(of: structure.type) : all
          for check in candidates where checks[check].types.contains(structure.type) {
            if let before = latest[check], before.octets.count == range.count,
              octets[before.octets].elementsEqual(octets[range])
            {
              reports[check].repeatSurplus(before.flags, by: range.lowerBound - before.octets.lowerBound)
              latest[check] = (range, before.flags)
              continue
            }
            let flagged = reports[check].flagsOfPayload
            checks[check].judge(structure, &reports[check])
            let flags = reports[check].flagsOfPayload - flagged
            latest[check] = flags == 0 || flagged >= Report.mostFlags ? (range, flags) : nil
          }
        }
      }
    }
    return reports
  }

  /// What a rule flags on a subject, as findings. Those alike in block and message are one at the first layout, with the
  /// counts of all.
  private func found(
    _ verdict: Silencing.Verdict, on subject: Subject, _ settings: LintSettings.Effective,
    _ fingerprints: inout SubjectFingerprints
  ) -> [Found] {
    struct Key: Hashable {
      let block: Block?
      let message: String
    }
    var positions: [Key: Int] = [:]
    positions.reserveCapacity(min(verdict.flags.count, Report.mostFlags))
    var kept: [(flag: Int, severity: Severity, count: Int)] = []
    var latest: (key: Key, position: Int)?
    // Flags are large: they are looked at where they are.
    let flags = verdict.flags
    for index in flags.indices {
      guard let severity = settings.severity(flags[index].severity, of: verdict.rule) else { continue }
      let key = Key(block: flags[index].location.payload?.block, message: flags[index].message)
      let count = (subject.subjectPayload(at: flags[index].location)?.count ?? 1) * (1 + flags[index].repeats)
      // Flags alike come one after the other as a rule.
      let position: Int
      if let latest, latest.key == key {
        position = latest.position
      } else {
        position = Self.value(&positions[key, default: kept.count])
        latest = (key, position)
      }
      if position < kept.count {
        kept[position].count += count
      } else {
        kept.append((index, severity, count))
      }
    }
    fingerprints.begin(verdict.rule)
    var lastKept: [Report.Location: Int] = [:]
    for position in kept.indices {
      let location = flags[kept[position].flag].location
      // Those of a payload come one after the other as a rule.
      if position + 1 < kept.count, flags[kept[position + 1].flag].location == location { continue }
      lastKept[location] = kept[position].flag
    }
    var repetitions: [SubjectFingerprints.Place: Int] = [:]
    repetitions.reserveCapacity(min(flags.count, Report.mostFlags))
    var folded: [Found] = []
    folded.reserveCapacity(kept.count)
    var next = 0
    var lastIndex: (location: Report.Location, flag: Int?)?
    for index in flags.indices where next < kept.count {
      // What comes behind the last finding in a payload makes no difference to fingerprints.
      let location = flags[index].location
      if lastIndex?.location != location { lastIndex = (location, lastKept[location]) }
      guard let last = lastIndex?.flag, index <= last else { continue }
      let place = fingerprints.place(of: flags[index])
      let repetition = Self.countUp(&repetitions[place, default: 0])
      guard kept[next].flag == index else { continue }
      var finding = finding(
        flags[index], of: verdict.rule, severity: kept[next].severity, in: subject,
        fingerprint: fingerprints.fingerprint(at: place).repeated(repetition))
      finding.count = kept[next].count
      next += 1
      folded.append(Found(flag: flags[index], finding: finding))
    }
    return folded
  }

  /// What stands in a dictionary, put there when it was not: with one look-up.
  private static func value(_ value: inout Int) -> Int { value }

  /// How many there were, and then there is one more.
  private static func countUp(_ count: inout Int) -> Int {
    defer { count += 1 }
    return count
  }

  private func finding(
    _ flag: Report.Flag, of rule: Rule, severity: Severity, in subject: Subject, fingerprint: Fingerprint
  ) -> Finding {
    let payload = subject.subjectPayload(at: flag.location)
    let scanResponse: Int? = if case .scanResponse(let index) = flag.location.payload { index } else { nil }
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

  // MARK: Fixes

  /// A finding with the flag that it is made from.
  private struct Found {
    let flag: Report.Flag
    var finding: Finding
  }

  /// Findings of one rule with the fixes that their layouts allow.
  private func fixed(
    _ found: [Found], _ verdict: Silencing.Verdict, in subject: Subject, _ effort: inout FixingEffort,
    _ repackings: inout Repackings
  ) -> [Finding] {
    guard found.contains(where: { $0.flag.remedy != nil }) else { return found.map { $0.finding } }
    var flags = FlagsByPlace(of: verdict.flags)
    return found.map { found in
      guard let remedy = found.flag.remedy, let index = found.flag.location.layout,
        effort.allows(subject.subjectPayload(at: found.flag.location), at: found.flag.location)
      else { return found.finding }
      let layout = subject.layouts[index]
      let alike = flags.saying(found.flag.message, at: found.flag.location)
      let known = flags.messages(onLayout: index)
      let fix = remedy.fix(found.flag, alike: alike, of: layout, &repackings) { blocks in
        let sent = layout.sending(blocks, showing: verdict.check.detail)
        let rest = self.report(of: verdict.check, on: subject.sending(only: sent))
        return rest.surplus.isEmpty && !rest.flags.contains { $0.message == found.flag.message }
          && rest.flags.allSatisfy { known.contains($0.message) }
      }
      return found.finding.fixed(fix.words, fix.blocks)
    }
  }
}

extension WrittenPayload {
  /// The text of what is flagged; all of it when no octets are.
  fileprivate func range(of flag: Report.Flag) -> TextRange {
    flag.offset.map { range(offset: $0, length: flag.length ?? 0) } ?? range
  }
}
