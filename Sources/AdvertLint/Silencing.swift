internal import AdvertisingData

/// One defect, one finding: where a specific rule flags bytes, the general rules it names are silent about them.
enum Silencing {
  /// What one rule has to say about a subject.
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
