internal import AdvertScan
internal import AdvertisingData

/// Findings on octets of both blocks with an unknown division: findings in every division are certain, and those in
/// only some divisions depend on the division.
struct DividedFindings {
  /// The findings of every division, with offsets in the undivided octets.
  private(set) var certain: [Finding] = []
  /// The findings of some divisions only.
  private(set) var depending: [Depending] = []

  /// A rule that flags some divisions and not others.
  struct Depending: Sendable {
    let rule: String
    /// The worst severity of its findings.
    let severity: Severity
    /// The numbers of octets in the advertising data with which it has findings.
    let cuts: [Int]
  }

  /// The key that tells a finding apart in all divisions.
  private struct Key: Hashable {
    let rule: String
    let offset: Int?
    let length: Int?
  }

  /// - Parameter divisions: all possible ones, each with its findings.
  init(_ divisions: [(cut: Int, findings: [Finding])]) {
    var byKey: [Key: [(cut: Int, finding: Finding)]] = [:]
    var keys: [Key] = []
    for (cut, findings) in divisions {
      for finding in findings {
        let place = finding.place
        let offset = place.offset.map { $0 + (place.block == .scanResponse ? cut : 0) }
        let key = Key(rule: finding.rule, offset: offset, length: place.length)
        if byKey[key] == nil { keys.append(key) }
        byKey[key, default: []].append((cut, finding))
      }
    }
    var open: [String: [(cut: Int, finding: Finding)]] = [:]
    var rules: [String] = []
    for key in keys {
      let found = byKey[key] ?? []
      if Set(found.map { $0.cut }).count == divisions.count {
        add(found.map { $0.finding }, offset: key.offset)
      } else {
        if open[key.rule] == nil { rules.append(key.rule) }
        open[key.rule, default: []] += found
      }
    }
    for rule in rules {
      let found = open[rule] ?? []
      let cuts = Set(found.map { $0.cut }).sorted()
      if cuts.count == divisions.count {
        // The rule flags each division, though not in the same place.
        add(found.map { $0.finding }, offset: nil)
      } else {
        let severity = found.map { $0.finding.severity }.max() ?? .note
        depending.append(Depending(rule: rule, severity: severity, cuts: cuts))
      }
    }
    depending = depending.indices.sorted {
      depending[$0].severity == depending[$1].severity ? $0 < $1 : depending[$0].severity > depending[$1].severity
    }.map { depending[$0] }
  }

  /// Adds findings of every division, with the values that all of them share.
  private mutating func add(_ findings: [Finding], offset: Int?) {
    guard let first = findings.first else { return }
    certain.append(
      first.changing { facts in
        facts.severity = findings.map { $0.severity }.min() ?? first.severity
        if !findings.allSatisfy({ $0.message == first.message }) {
          let summary = Rule.named(first.rule).map { String($0.summary.prefix { $0 != "." }) } ?? first.message
          facts.message = "wherever the advertising data end: \(summary)"
        }
        if !findings.allSatisfy({
          $0.facts.fix == first.facts.fix && $0.facts.fixAlternatives == first.facts.fixAlternatives
        }) {
          facts.fix = nil
          facts.fixAlternatives = []
        }
        if !findings.allSatisfy({ $0.facts.fixCost == first.facts.fixCost }) {
          facts.fixCost = facts.fix.map { _ in "what scanners then miss depends on where the advertising data end" }
        }
        facts.fixBytes = nil
        facts.place.block = nil
        facts.place.scanResponse = nil
        facts.place.offset = offset
        if offset == nil { facts.place.length = nil }
      })
  }
}

extension Linter {
  /// Returns the findings on octets of both blocks: those of every division, and one that the rest depends on the
  /// division.
  func lintDivided(
    _ subject: Subject, _ settings: LintSettings.Effective, _ repackings: inout Repackings
  ) -> [Finding] {
    let divided = DividedFindings(
      subject.divisions.map { ($0.cut, lint($0.subject, settings, &repackings)) })
    var judged = subject
    judged.depending = subject.depending ?? divided.depending
    var all = divided.certain
    if let rule = checks.rules.firstIndex(where: { $0.id == Rule.divisionUnknown.id }) {
      let flags = checks.settledFlags(on: judged, of: rule)
      all += self.findings(of: flags, on: judged, settings, &repackings).map { $0.changing { $0.place.block = nil } }
    }
    return all.inOrder
  }
}
