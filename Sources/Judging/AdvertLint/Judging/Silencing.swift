internal import AdvertisingData

/// Gives one defect one finding: where a specific rule flags bytes, the general rules that it names are silent about
/// them.
enum Silencing {
  /// The flags of one rule on a subject.
  struct Verdict {
    let check: SubjectCheck
    var rule: Rule { check.rule }
    var flags: [Report.Flag]

    /// Replaces all flags of a payload that have no words by one: the first of the worst severity.
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

  /// Returns the verdicts without the flags that other verdicts silence.
  static func applied(to verdicts: [Verdict]) -> [Verdict] {
    guard verdicts.count > 1 else { return verdicts }
    // By general rule and payload, so that flags are not compared each with each.
    var specific: [String: [Report.Location: FlaggedPlaces]] = [:]
    let flagging = Set(verdicts.map { $0.rule.id })
    for verdict in verdicts {
      for id in verdict.rule.silences where flagging.contains(id) {
        var places = specific.removeValue(forKey: id) ?? [:]
        // Flags are large, so they are read in place.
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
      // Flags on a payload usually follow each other.
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
  /// The ranges, in the order of their starts once sorted.
  private var ranges: [Range<Int>] = []
  /// For each of the sorted ranges, the latest end of the ranges up to it.
  private var latestEnds: [Int] = []
  private var points: [Int] = []

  mutating func add(_ offset: Int?, _ length: Int?) {
    guard let start = offset, let length else { return }
    if length > 0 { ranges.append(start..<start + length) } else { points.append(start) }
  }

  /// The places in the order that ``overlap(_:_:)`` needs.
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

  /// Whether flagged octets share an octet with one of them, or are the same point.
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
