internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// Compares devices, one after the other. The verdicts on devices that are alike are computed once.
struct DeviceComparison {
  /// The least change of strength that counts: the strength of one device varies by less when people pass by.
  private static let leastStrengthChange = 20
  /// The fewest advertisements without a scan response that are no accident while other devices answer.
  private static let fewestUnanswered = 10
  /// The tenths by which estimates of one interval may differ.
  private static let intervalTenths: Int64 = 1
  private static let leastIntervalChange: Int64 = 10_000

  private let services: [BluetoothUUID]
  private let profiles: [ScannerProfile]
  private let linter: Linter
  private let ignored: Set<DiffAspect>
  private var verdicts = AlikeAnswers<[Verdict.Word]>()

  init(services: [BluetoothUUID], profiles: [ScannerProfile], linter: Linter, ignoring ignored: Set<DiffAspect>) {
    self.services = services
    self.profiles = profiles
    self.linter = linter
    self.ignored = ignored
  }

  /// Returns the differences of a device.
  mutating func compare(_ old: ComparedDevice, _ new: ComparedDevice, matchedBy match: DeviceMatch) -> DeviceDiff {
    var differences: [Difference] = []
    if let one = old.identity.address, let other = new.identity.address, one != other, match != .key, one.isFixed,
      other.isFixed
    {
      differences.append(.address(old: one, new: other))
    }
    if old.identity.address == nil || new.identity.address == nil, let one = old.identity.addressKind,
      let other = new.identity.addressKind, !one.canBe(other)
    {
      differences.append(.addressKind(old: one, new: other))
    }
    var varying: [VaryingOctets] = []
    var gaps: [DiffGap] = []
    let sent = (old: old.sent, new: new.sent)
    var others: [Difference] = []
    if !Self.areSame(sent.old, sent.new) {
      let fields = FieldComparison(old, new)
      differences += fields.differences.filter { if case .pdu = $0 { true } else { false } }
      differences += fields.differences.filter { if case .pdu = $0 { false } else { true } }
      (varying, gaps) = (fields.varying, fields.gaps)
      if !fields.differences.isEmpty {
        others = scannerChanges(old, new) + findingChanges(old, new, gaps)
      }
    }
    differences += measured(old, new, gaps) + others
    return DeviceDiff(
      old: old.identity, new: new.identity, match: match,
      differences: differences.filter { !ignored.contains($0.aspect) }, varying: varying, gaps: gaps)
  }

  /// Returns whether both sides have the same payloads, so that none needs to be taken apart.
  private static func areSame(_ old: [ComparedDevice.Sent], _ new: [ComparedDevice.Sent]) -> Bool {
    struct Key: Hashable {
      let pdu: AdvertisingPDU?
      let sid: UInt8?
      let advertising: Payload?
      let isTruncated: Bool
      let responses: Set<Payload>
      let isUnobserved: Bool

      init(_ sent: ComparedDevice.Sent) {
        pdu = sent.layout.pdu
        sid = sent.sid
        advertising = sent.layout.advertising
        isTruncated = sent.isTruncated
        responses = Set(sent.responses.map { $0.payload })
        isUnobserved = sent.layout.scanResponse == .notObserved
      }
    }
    guard old.count == new.count else { return false }
    return Set(old.map(Key.init)) == Set(new.map(Key.init))
  }

  // MARK: Measurements

  private func measured(_ old: ComparedDevice, _ new: ComparedDevice, _ gaps: [DiffGap]) -> [Difference] {
    var differences: [Difference] = []
    if let one = old.identity.interval, let other = new.identity.interval, Self.differ(one, other) {
      differences.append(.interval(old: one, new: other))
    }
    if let one = old.identity.strength, let other = new.identity.strength,
      abs(Int(one.median) - Int(other.median)) >= Self.leastStrengthChange, one.max < other.min || other.max < one.min
    {
      differences.append(.strength(old: one, new: other))
    }
    if gaps.contains(.scanResponseNotObserved(isOld: false)), old.identity.scanResponses > 0, new.othersAnswer,
      new.identity.advertisements >= Self.fewestUnanswered
    {
      differences.append(.scanResponses(old: old.identity.scanResponses, new: 0))
    }
    if gaps.contains(.scanResponseNotObserved(isOld: true)), new.identity.scanResponses > 0, old.othersAnswer,
      old.identity.advertisements >= Self.fewestUnanswered
    {
      differences.append(.scanResponses(old: 0, new: new.identity.scanResponses))
    }
    return differences
  }

  /// Returns whether no interval fits both, with some tolerance for estimates.
  private static func differ(_ old: DiffInterval, _ new: DiffInterval) -> Bool {
    guard old.samples != nil || new.samples != nil else { return old.range != new.range }
    let longest = max(old.range.upperBound, new.range.upperBound)
    let tolerance = max(leastIntervalChange, longest / 10 * intervalTenths)
    let (gap, overflow) = max(old.range.lowerBound, new.range.lowerBound)
      .subtractingReportingOverflow(min(old.range.upperBound, new.range.upperBound))
    return overflow || gap > tolerance
  }

  // MARK: Scanners

  private mutating func scannerChanges(_ old: ComparedDevice, _ new: ComparedDevice) -> [Difference] {
    guard !ignored.contains(.scanners) else { return [] }
    let (one, other) = (old.scanned, new.scanned)
    var questions = services.map { Question.service($0) }
    if questions.isEmpty {
      // A service that only one side mentions is reported as a field.
      let onBoth = Set(other.services)
      questions = one.services.filter(onBoth.contains).map { uuid in
        if case .openService(let open) = one.question(about: uuid) { return .openService(open) }
        return other.question(about: uuid)
      }
      if questions.isEmpty { questions = [.presence] }
    }
    return questions.flatMap { question -> [Difference] in
      let before = verdicts.words(of: one, question, by: profiles)
      let now = verdicts.words(of: other, question, by: profiles)
      return profiles.indices.compactMap { index in
        guard before[index] != now[index], before[index] != .unknown, now[index] != .unknown else { return nil }
        return .scanner(
          ScannerChange(question: question, profile: profiles[index].id, old: before[index], new: now[index]))
      }
    }
  }

  // MARK: Findings

  /// Returns the changes of findings. Findings on blocks that one side has not observed are left out: absence proves
  /// nothing.
  private func findingChanges(_ old: ComparedDevice, _ new: ComparedDevice, _ gaps: [DiffGap]) -> [Difference] {
    guard !ignored.contains(.findings) else { return [] }
    func findings(on device: ComparedDevice) -> [Finding] {
      device.subjects.flatMap { linter.lint($0) }.filter { finding in
        switch finding.place.block {
        case .scanResponse: !gaps.contains { if case .scanResponseNotObserved = $0 { true } else { false } }
        case .advertising: !gaps.contains { if case .advertisingNotObserved = $0 { true } else { false } }
        case nil: gaps.isEmpty
        }
      }
    }
    let (gone, added) = Self.unmatched(findings(on: old), findings(on: new))
    return gone.map { .findingGone($0) } + added.map { .findingAdded($0) }
  }

  /// Returns findings without a partner: first those with the same message are partners, then those of the same rule.
  private static func unmatched(_ old: [Finding], _ new: [Finding]) -> (gone: [Finding], added: [Finding]) {
    struct Key: Hashable {
      let rule: String
      let message: String?
    }
    var (gone, added) = (old, new)
    let keys: [(Finding) -> Key] = [
      { Key(rule: $0.rule, message: $0.message) }, { Key(rule: $0.rule, message: nil) },
    ]
    for key in keys {
      var counts: [Key: Int] = [:]
      for finding in added { counts[key(finding), default: 0] += 1 }
      var matched: [Key: Int] = [:]
      gone = gone.filter { finding in
        guard let count = counts[key(finding)], count > 0 else { return true }
        counts[key(finding)] = count - 1
        matched[key(finding), default: 0] += 1
        return false
      }
      added = added.filter { finding in
        guard let count = matched[key(finding)], count > 0 else { return true }
        matched[key(finding)] = count - 1
        return false
      }
    }
    return (gone, added)
  }
}
