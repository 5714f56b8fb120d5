/// One defect, one finding: where a specific rule flags bytes, the general rules it names are silent about them.
enum Silencing {
  /// What one rule flags on a subject.
  struct Verdict {
    let check: SubjectCheck
    var rule: Rule { check.rule }
    var flags: [Report.Flag]
    /// In long payloads, what it flags beyond these.
    var surplus: [Report.SurplusFlags] = []

    /// Puts what is flagged beyond the flags among them: as repeats of what says the same, and else as one flag for each
    /// severity in a payload.
    mutating func takeInSurplus() {
      guard !surplus.isEmpty else { return }
      let start = Substring(rule.summary.utf8.prefix { $0 != UInt8(ascii: ".") })
      for run in surplus {
        for place in run.places { if let flag = place.flag { flags[flag].repeats += place.count } }
        for severity in Severity.allCases {
          guard let first = run.places.first(where: { $0.severity == severity && $0.flag == nil }) else { continue }
          flags.append(
            Report.Flag(
              location: run.location, offset: first.offset, length: first.length,
              severity: severity,
              message:
                "more than \(Report.mostFlags) places of this payload are like this: \(start)",
              fix: nil))
        }
      }
      surplus = []
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
        for run in verdict.surplus { places[run.location, default: FlaggedPlaces()].add(run) }
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
      var left = 0
      let places = areSilenced.map { isSilenced -> Int? in
        guard !isSilenced else { return nil }
        left += 1
        return left - 1
      }
      if areSilenced.contains(true) {
        verdict.flags = all.indices.filter { !areSilenced[$0] }.map { all[$0] }
      }
      for index in verdict.surplus.indices {
        let louder = sorted[verdict.surplus[index].location]
        verdict.surplus[index].places = verdict.surplus[index].places.flatMap { place in
          let flag = place.flag.flatMap { places[$0] }
          return place.offsets.filter { !(louder?.overlap($0, place.length) ?? false) }.map {
            Report.SurplusFlags.Place(offset: $0, length: place.length, severity: place.severity, flag: flag)
          }
        }
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

  mutating func add(_ surplus: Report.SurplusFlags) {
    for place in surplus.places {
      for offset in place.offsets { add(offset, place.length) }
    }
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
    let before = ranges.prefixCount(where: { $0.lowerBound < reach })
    if before > 0, latestEnds[before - 1] > (length > 0 ? start : start - 1) { return true }
    let next = points.prefixCount(where: { $0 < start })
    return next < points.count && points[next] <= end
  }
}

extension Array {
  /// How many elements, from the first, a predicate holds for that holds for none behind one it does not hold for.
  func prefixCount(where holds: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
