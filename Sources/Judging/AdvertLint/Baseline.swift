internal import AdvertisingData

/// Known findings, which are not reported again.
package struct Baseline: Hashable, Sendable {
  /// The known findings.
  package var entries: Set<Entry>

  /// One finding. Devices with changing addresses share it.
  package struct Entry: Hashable, Sendable {
    /// The id of the rule.
    package var rule: String
    /// The device, for people: the fingerprint identifies it. `nil` for devices with changing addresses and for whole
    /// inputs.
    package var device: String?
    /// The finding's fingerprint as text.
    package var fingerprint: String

    /// A finding by its rule and its fingerprint.
    package init(rule: String, device: String?, fingerprint: String) {
      self.rule = rule
      self.device = device
      self.fingerprint = fingerprint
    }
  }

  /// A baseline of these findings.
  package init(_ entries: Set<Entry>) {
    self.entries = entries
  }

  /// Returns the baseline without the entries of some rules: these are not called unused.
  package func leavingOut(_ rules: Set<String>) -> Baseline {
    rules.isEmpty ? self : Baseline(entries.filter { !rules.contains($0.rule) })
  }

  /// A baseline of all findings of a run.
  package init(of run: LintRun) {
    entries = Set(
      run.findings.map { Entry(rule: $0.rule, device: $0.device, fingerprint: $0.fingerprint.description) })
  }
}

/// The entries of a baseline, with whether each matched a finding.
package struct BaselineMatches: Sendable {
  private var entries: [Key: Bool] = [:]
  /// The number of findings left out.
  package private(set) var count = 0

  private struct Key: Hashable {
    let rule: String
    let fingerprint: String
  }

  init(_ baseline: Baseline) {
    for entry in baseline.entries { entries[Key(rule: entry.rule, fingerprint: entry.fingerprint)] = false }
  }

  /// The number of entries that matched no finding and can be removed.
  package var unused: Int { entries.values.count { !$0 } }

  /// Notes a finding, and returns whether the baseline has it.
  mutating func takes(_ finding: Finding) -> Bool {
    let key = Key(rule: finding.rule, fingerprint: finding.fingerprint.description)
    guard entries[key] != nil else { return false }
    entries[key] = true
    count += 1
    return true
  }
}
