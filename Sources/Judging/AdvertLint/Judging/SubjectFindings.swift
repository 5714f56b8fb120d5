internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

/// Makes findings from the flags on one advertiser or declared layout.
struct SubjectFindings {
  private let subject: Subject
  private let judge: SubjectJudge
  private let settings: LintSettings.Effective
  private var fingerprints: SubjectFingerprints

  init(on subject: Subject, by judge: SubjectJudge, _ settings: LintSettings.Effective) {
    self.subject = subject
    self.judge = judge
    self.settings = settings
    fingerprints = SubjectFingerprints(on: subject.layouts, of: subject.stableIdentity)
  }

  /// Returns the findings of one rule, with the fixes that their layouts allow.
  mutating func findings(of verdict: Silencing.Verdict, _ repackings: inout Repackings) -> [Finding] {
    fixed(found(verdict), verdict, &repackings)
  }

  /// Returns the flags of a rule on a subject as findings. Flags with the same block and message are one finding at the
  /// first layout, with the counts of all.
  private mutating func found(_ verdict: Silencing.Verdict) -> [FlaggedFinding] {
    // Most rules flag a subject once.
    if verdict.flags.count == 1 {
      guard let severity = settings.severity(verdict.flags[0].severity, of: verdict.rule) else { return [] }
      fingerprints.begin(verdict.check)
      let place = fingerprints.place(of: verdict.flags[0])
      let finding = finding(
        verdict.flags[0], of: verdict.rule, severity: severity, fingerprint: fingerprints.fingerprint(at: place))
      return [FlaggedFinding(flag: verdict.flags[0], finding: finding)]
    }
    struct Key: Hashable {
      let block: Block?
      let message: String
    }
    var positions = SmallDictionary<Key, Int>()
    var kept: [(flag: Int, severity: Severity, count: Int)] = []
    var latest: (key: Key, position: Int)?
    // Flags are large, so they are read in place.
    let flags = verdict.flags
    for index in flags.indices {
      guard let severity = settings.severity(flags[index].severity, of: verdict.rule) else { continue }
      let key = Key(block: flags[index].location.payload?.block, message: flags[index].message)
      let count = subject.subjectPayload(at: flags[index].location)?.count ?? 1
      // Flags with the same key usually follow each other.
      let position: Int
      if let latest, latest.key == key {
        position = latest.position
      } else {
        position = positions.value(of: key, orPut: kept.count)
        latest = (key, position)
      }
      if position < kept.count {
        kept[position].count += count
      } else {
        kept.append((index, severity, count))
      }
    }
    fingerprints.begin(verdict.check)
    var lastKept = SmallDictionary<Report.Location, Int>()
    for position in kept.indices {
      let location = flags[kept[position].flag].location
      // Flags of a payload usually follow each other.
      if position + 1 < kept.count, flags[kept[position + 1].flag].location == location { continue }
      lastKept.put(kept[position].flag, for: location)
    }
    var repetitions = SmallDictionary<SubjectFingerprints.Place, Int>()
    var folded: [FlaggedFinding] = []
    folded.reserveCapacity(kept.count)
    var next = 0
    var lastIndex: (location: Report.Location, flag: Int?)?
    for index in flags.indices where next < kept.count {
      // Flags after the last finding in a payload do not change fingerprints.
      let location = flags[index].location
      if lastIndex?.location != location { lastIndex = (location, lastKept[location]) }
      guard let last = lastIndex?.flag, index <= last else { continue }
      let place = fingerprints.place(of: flags[index])
      let repetition = repetitions[place] ?? 0
      repetitions.put(repetition + 1, for: place)
      guard kept[next].flag == index else { continue }
      var finding = finding(
        flags[index], of: verdict.rule, severity: kept[next].severity,
        fingerprint: fingerprints.fingerprint(at: place).repeated(repetition))
      finding.count = kept[next].count
      next += 1
      folded.append(FlaggedFinding(flag: flags[index], finding: finding))
    }
    return folded
  }

  private func finding(
    _ flag: Report.Flag, of rule: Rule, severity: Severity, fingerprint: Fingerprint
  ) -> Finding {
    let payload = subject.subjectPayload(at: flag.location)
    let scanResponse: Int? = if case .scanResponse(let index) = flag.location.payload { index } else { nil }
    let fileOffset = payload?.sighting?.fileOffset.flatMap { start in flag.offset.map { start + $0 } }
    return Finding(
      rule: rule.id, severity: severity, message: flag.message, fix: flag.fix,
      place: Finding.Place(
        path: subject.path, text: flag.text ?? payload?.text?.range(of: flag) ?? subject.text,
        layoutName: subject.layoutName,
        advertiser: subject.address, layout: flag.location.layout, record: payload?.sighting?.record,
        block: flag.location.payload?.block,
        scanResponse: scanResponse, offset: flag.offset, length: flag.length, fileOffset: fileOffset),
      count: payload?.count ?? 1,
      fingerprint: fingerprint, device: subject.stableIdentity)
  }

  /// A finding with its flag.
  private struct FlaggedFinding {
    let flag: Report.Flag
    var finding: Finding
  }

  /// Returns findings of one rule with the fixes that their layouts allow.
  private mutating func fixed(
    _ found: [FlaggedFinding], _ verdict: Silencing.Verdict, _ repackings: inout Repackings
  ) -> [Finding] {
    let stack = StackAdvice(for: subject.layouts, of: subject.stackBuild)
    guard stack != nil || found.contains(where: { $0.flag.remedy != nil }) else { return found.map { $0.finding } }
    let (subject, judge) = (subject, judge)
    var flags = FlagsByPlace(of: verdict.flags)
    return found.compactMap { found in
      guard let index = found.flag.location.layout else { return found.finding }
      let layout = subject.layouts[index]
      guard let remedy = found.flag.remedy else {
        guard let stack else { return found.finding }
        return stack.finding(found.finding, found.flag, Fix())
      }
      let alike = flags.saying(found.flag.message, at: found.flag.location)
      let resolves = { (blocks: FixedBlocks) in
        let sent = layout.sending(blocks, showing: verdict.check.detail)
        let rest = judge.report(of: verdict.check, on: subject.sending(only: sent))
        return !rest.flags.contains { $0.isBeyondMost || $0.message == found.flag.message }
          && rest.flags.allSatisfy { flags.say($0.message, onLayout: index) }
      }
      let fix = remedy.fix(
        found.flag, alike: alike, of: layout, &repackings,
        sent: { blocks in stack.map { $0.sent(for: blocks) } ?? blocks }, resolves: resolves)
      guard let stack else { return found.finding.fixed(fix.words, fix.blocks) }
      return stack.finding(found.finding, found.flag, fix.blocks == nil ? stack.fix(found.flag, resolves) ?? fix : fix)
    }
  }
}

extension WrittenPayload {
  /// Returns the text of the flagged octets, or all text when no octets are flagged.
  fileprivate func range(of flag: Report.Flag) -> TextRange {
    flag.offset.map { range(offset: $0, length: flag.length ?? 0) } ?? range
  }
}
