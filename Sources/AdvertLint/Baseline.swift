internal import AdvertisingData

/// Findings that are known and not reported again.
package struct Baseline: Hashable, Sendable {
  /// The findings that are known.
  package var entries: Set<Entry>

  /// What tells the content of a file from that of others, as 16 hex digits.
  ///
  /// - Parameters:
  ///   - head: the first octets.
  ///   - length: octets of the file; `nil` when that is not known.
  package static func mark(of head: [UInt8], length: Int?) -> String {
    var hash = FieldHash()
    hash.add(head)
    hash.add(length.map(String.init) ?? "")
    return HexDigits.text(hash.bits, digits: 16)
  }

  /// One finding, on however many devices with changing addresses.
  package struct Entry: Hashable, Sendable {
    /// The id of the rule.
    package var rule: String
    /// For people: the fingerprint identifies it. `nil` for devices with changing addresses and for whole inputs.
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

  /// All findings of a run.
  package init(of run: LintRun) {
    entries = Set(
      run.findings.map { Entry(rule: $0.rule, device: $0.device, fingerprint: $0.fingerprint.description) })
  }
}

/// Which entries of a baseline matched a finding.
package struct BaselineMatches: Sendable {
  private var entries: [Key: Bool] = [:]
  /// Findings left out.
  package private(set) var count = 0

  private struct Key: Hashable {
    let rule: String
    let fingerprint: String
  }

  init(_ baseline: Baseline) {
    for entry in baseline.entries { entries[Key(rule: entry.rule, fingerprint: entry.fingerprint)] = false }
  }

  /// Entries that matched no finding and can be removed.
  package var unused: Int { entries.values.count { !$0 } }

  /// Whether the finding is in the baseline.
  mutating func takes(_ finding: Finding) -> Bool {
    let key = Key(rule: finding.rule, fingerprint: finding.fingerprint.description)
    guard entries[key] != nil else { return false }
    entries[key] = true
    count += 1
    return true
  }
}
