internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

extension Linter {
  /// Returns the flags on a subject as findings, in the order of the rules.
  func findings(
    of flags: [Flag], on subject: Subject, _ settings: LintSettings.Effective, _ repackings: inout Repackings
  ) -> [Finding] {
    var fingerprints = SubjectFingerprints(on: subject)
    var findings: [Finding] = []
    flags.forEachRule { findings += self.findings(of: $0, on: subject, settings, &fingerprints, &repackings) }
    return findings.withoutContradictingFixes(on: subject)
  }

  /// Returns the flags of one rule on a subject as findings: weighed by the settings, with place, count and fingerprint,
  /// and with the fixes that their layouts allow. Flags with the same block and message are one finding at the first
  /// layout, with the counts of all.
  private func findings(
    of flags: ArraySlice<Flag>, on subject: Subject, _ settings: LintSettings.Effective,
    _ fingerprints: inout SubjectFingerprints, _ repackings: inout Repackings
  ) -> [Finding] {
    guard let first = flags.first else { return [] }
    let rule = checks.rules[first.rule]
    var found: [(flag: Int, finding: Finding)] = []
    var positions: [SaidInBlock: Int] = [:]
    var repetitions: [SubjectFingerprints.Place: Int] = [:]
    // Flags are large, so they are read in place.
    for index in flags.indices {
      let place = fingerprints.place(of: flags[index])
      // Most rules flag a subject once.
      let repetition = flags.count == 1 ? 0 : repetitions[place, default: 0]
      if flags.count > 1 { repetitions[place] = repetition + 1 }
      guard let severity = settings.severity(flags[index].severity, of: rule) else { continue }
      if flags.count > 1 {
        let said = SaidInBlock(block: flags[index].location.payload?.block, message: flags[index].message)
        if let position = positions[said] {
          found[position].finding.count += subject.subjectPayload(at: flags[index].location)?.count ?? 1
          continue
        }
        positions[said] = found.count
      }
      let fingerprint = fingerprints.fingerprint(at: place, ofRule: rule.id).repeated(repetition)
      found.append(
        (index, Finding(flags[index], of: rule.id, on: subject, severity: severity, fingerprint: fingerprint)))
    }
    return fixed(found, of: flags, on: subject, &repackings)
  }

  /// Returns findings of one rule with the fixes that their layouts allow.
  private func fixed(
    _ found: [(flag: Int, finding: Finding)], of flags: ArraySlice<Flag>, on subject: Subject,
    _ repackings: inout Repackings
  ) -> [Finding] {
    let stack = StackAdvice(for: subject.layouts, of: subject.declaration?.stackBuild)
    guard stack != nil || found.contains(where: { flags[$0.flag].remedy != nil }) else {
      return found.map { $0.finding }
    }
    // By place, so that findings are not compared each with each flag.
    lazy var positions = Dictionary(grouping: flags.indices) { flags[$0].location }
    lazy var onLayouts = Dictionary(grouping: flags.indices) { flags[$0].location.layout }
      .mapValues { Set($0.map { flags[$0].message }) }
    return found.compactMap { index, finding in
      let flag = flags[index]
      guard let position = flag.location.layout else { return finding }
      let layout = subject.layouts[position]
      guard layout.layout.canBeTried else { return finding.changing { $0.fix = nil } }
      guard let remedy = flag.remedy else {
        guard let stack else { return finding }
        return stack.finding(finding, flag, Fix())
      }
      let asked = layout.asking(flag)
      let resolves = { (blocks: FixedBlocks) in
        let sent = layout.sending(blocks, showing: checks.rules[flag.rule].check.detail)
        let rest = checks.flags(on: subject.sending([sent]), of: flag.rule)
        return !rest.contains { $0.isBeyondMost || $0.message == flag.message }
          && rest.allSatisfy { onLayouts[position]?.contains($0.message) ?? false }
      }
      let alike = (positions[flag.location] ?? []).map { flags[$0] }.filter { $0.message == flag.message }
      let sent = { (blocks: FixedBlocks) in stack.map { $0.sent(for: blocks) } ?? blocks }
      var fix = remedy.fix(flag, alike: alike, of: layout, &repackings, sent: sent, resolves: resolves)
      var corrects = remedy.correctsValues
      if let other = remedy.other, let loss = losses(of: fix, asked, correctingValues: corrects, &repackings) {
        let instead = Remedy.replacing(with: other.octets)
        let changed = alike.map { $0.remedied(instead) }
        let tried = instead.fix(flag, alike: changed, of: layout, &repackings, sent: sent, resolves: resolves)
        if tried.blocks != nil, losses(of: tried, asked, correctingValues: corrects, &repackings) == nil {
          // The bytes are not given: only people know whether the condition holds.
          fix = Fix(words: "\(other.words); \(other.replaced), \(loss)")
        }
      }
      var loss = losses(of: fix, asked, correctingValues: corrects, &repackings)
      if let stack, fix.blocks == nil, let other = stack.fix(flag, resolves) {
        let lost = losses(of: other, asked, correctingValues: false, &repackings)
        // No note is worth an answer of a scanner.
        if lost == nil || flag.severity > .note { (fix, corrects, loss) = (other, false, lost) }
      }
      let fixed = if let stack { stack.finding(finding, flag, fix) } else { finding.fixed(fix) as Finding? }
      return fixed?.changing { $0.fixCost = loss }
    }
  }

  /// Returns what scanners then miss that find it now, in a clause; `nil` when nothing gets worse.
  private func losses(
    of fix: Fix, _ layout: Layout, correctingValues: Bool, _ repackings: inout Repackings
  ) -> String? {
    fix.layout(of: layout).flatMap { fixed in
      repackings.answers.effects(of: layout, becoming: fixed, correctingValues: correctingValues).loss
    }
  }
}

extension Flag {
  /// Returns the flag with another remedy.
  fileprivate func remedied(_ remedy: Remedy) -> Flag {
    var flag = self
    flag.remedy = remedy
    return flag
  }
}

/// The message of flags that are one finding.
private struct SaidInBlock: Hashable {
  let block: Block?
  let message: String
}

extension Finding {
  fileprivate init(
    _ flag: Flag, of rule: String, on subject: Subject, severity: Severity, fingerprint: Fingerprint
  ) {
    let payload = subject.subjectPayload(at: flag.location)
    let scanResponse: Int? = if case .scanResponse(let index) = flag.location.payload { index } else { nil }
    let fileOffset = payload?.sighting?.fileOffset.flatMap { start in flag.offset.map { start + $0 } }
    self.init(
      Facts(
        rule: rule, severity: severity, message: flag.message, fix: flag.fix,
        place: Place(
          path: subject.path, text: flag.text ?? payload?.text?.range(of: flag) ?? subject.text,
          layoutName: subject.layoutName, advertiser: subject.address, layout: flag.location.layout,
          record: payload?.sighting?.record, block: flag.location.payload?.block, scanResponse: scanResponse,
          offset: flag.offset, length: flag.length, fileOffset: fileOffset),
        fingerprint: fingerprint, device: subject.stableIdentity),
      count: payload?.count ?? 1)
  }
}

extension Rule.Check {
  /// The detail of payloads that it needs.
  fileprivate var detail: SubjectPayload.Detail {
    switch self {
    case .structure: .octets
    case .structures: .structures
    default: .everything
    }
  }
}

extension WrittenPayload {
  /// Returns the text of the flagged octets, or all text when no octets are flagged.
  fileprivate func range(of flag: Flag) -> TextRange {
    flag.offset.map { range(offset: $0, length: flag.length ?? 0) } ?? range
  }
}
