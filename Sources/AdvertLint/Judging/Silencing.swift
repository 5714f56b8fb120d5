internal import AdvertisingData

/// One defect, one finding: where a specific rule flags bytes, the general rules it names are silent about them.
enum Silencing {
  /// What one rule flags on a subject.
  struct Verdict {
    let check: SubjectCheck
    var rule: Rule { check.rule }
    var flags: [Report.Flag]

    /// Puts one flag in the place of all those of a payload that have no words: the first of the worst severity.
    mutating func joinFlagsBeyondMost() {
      guard flags.contains(where: { $0.isBeyondMost }) else { return }
      var joined: [Report.Flag] = []
      var positions: [Report.Location: Int] = [:]
      for flag in flags {
        guard flag.isBeyondMost else {
          joined.append(flag)
          continue
        }
        if let position = positions[flag.location], joined[position].severity >= flag.severity { continue }
        let start = Substring(rule.summary.utf8.prefix { $0 != UInt8(ascii: ".") })
        let rest = Report.Flag(
          location: flag.location, offset: flag.offset, length: flag.length, severity: flag.severity,
          message: "more than \(Report.maximumFlags) places of this payload are like this: \(start)", fix: nil)
        if let position = positions[flag.location] {
          joined[position] = rest
        } else {
          positions[flag.location] = joined.count
          joined.append(rest)
        }
      }
      flags = joined
    }
  }

  /// The verdicts without what other verdicts silence.
  static func applied(to verdicts: [Verdict]) -> [Verdict] {
    // By general rule and payload, so that flags are not compared each with each.
    var specific: [String: [Report.Location: FlaggedPlaces]] = [:]
    let flagging = Set(verdicts.map { $0.rule.id })
    for verdict in verdicts {
      for id in verdict.rule.silences where flagging.contains(id) {
        var places = specific.removeValue(forKey: id) ?? [:]
        // Flags are large: they are looked at where they are.
        for index in verdict.flags.indices {
          places[verdict.flags[index].location, default: FlaggedPlaces()].add(
            verdict.flags[index].offset, verdict.flags[index].length)
        }
        specific[id] = places
      }
    }
    guard !specific.isEmpty else { return verdicts }
    return verdicts.map { verdict in
      guard let louder = specific[verdict.rule.id] else { return verdict }
      var verdict = verdict
      let sorted = louder.mapValues { $0.sorted }
      let all = verdict.flags
      // Flags on a payload come one after the other.
      var latest: (location: Report.Location, places: FlaggedPlaces?)?
      let areSilenced = all.indices.map { index in
        if latest?.location != all[index].location {
          latest = (all[index].location, sorted[all[index].location])
        }
        return latest?.places?.overlap(all[index].offset, all[index].length) ?? false
      }
      if areSilenced.contains(true) {
        verdict.flags = all.indices.filter { !areSilenced[$0] }.map { all[$0] }
      }
      return verdict
    }
  }
}

/// The places in a payload that flags concern: octets, or points between octets.
private struct FlaggedPlaces {
  /// In the order of their starts, once sorted.
  private var ranges: [Range<Int>] = []
  /// For each of the sorted ranges, the end of the one that ends last up to there.
  private var latestEnds: [Int] = []
  private var points: [Int] = []

  mutating func add(_ offset: Int?, _ length: Int?) {
    guard let start = offset, let length else { return }
    if length > 0 { ranges.append(start..<start + length) } else { points.append(start) }
  }

  /// Ready for ``overlap(_:_:)``.
  var sorted: FlaggedPlaces {
    var sorted = self
    sorted.ranges.sort { $0.lowerBound < $1.lowerBound }
    sorted.points.sort()
    var latest = Int.min
    sorted.latestEnds = sorted.ranges.map { range in
      latest = max(latest, range.upperBound)
      return latest
    }
    return sorted
  }

  /// Whether what is flagged has an octet of one of them, or is the same point.
  func overlap(_ offset: Int?, _ length: Int?) -> Bool {
    guard let start = offset, let length else { return false }
    let end = start + max(length, 0)
    // A point belongs to the octets on both of its sides.
    let reach = length > 0 ? end : end + 1
    let before = ranges.indices.partitioningIndex { ranges[$0].lowerBound >= reach }
    if before > 0, latestEnds[before - 1] > (length > 0 ? start : start - 1) { return true }
    let next = points.indices.partitioningIndex { points[$0] >= start }
    return next < points.count && points[next] <= end
  }
}
