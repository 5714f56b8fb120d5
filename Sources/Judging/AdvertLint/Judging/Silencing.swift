internal import AdvertisingData

extension [Flag] {
  /// The flags without those that more specific rules silence: one defect has one finding. Where a specific rule flags
  /// bytes, the general rules that it names are silent about them.
  func withoutSilenced(by rules: [Rule]) -> [Flag] {
    guard let first, contains(where: { $0.rule != first.rule }) else { return self }
    // By general rule and payload, so that flags are not compared each with each.
    var specific: [String: [Report.Location: FlaggedPlaces]] = [:]
    let flagging = Set(map { $0.rule }).map { rules[$0].id }
    // Flags are large, so they are read in place.
    forEachRule { flags in
      for id in rules[flags[flags.startIndex].rule].silences where flagging.contains(id) {
        var places = specific.removeValue(forKey: id) ?? [:]
        for index in flags.indices {
          places[flags[index].location, default: FlaggedPlaces()].add(flags[index].offset, flags[index].length)
        }
        specific[id] = places
      }
    }
    guard !specific.isEmpty else { return self }
    let sorted = specific.mapValues { $0.mapValues { $0.sorted } }
    var rest: [Flag] = []
    forEachRule { flags in
      guard let louder = sorted[rules[flags[flags.startIndex].rule].id] else {
        rest += flags
        return
      }
      rest += flags.filter { !(louder[$0.location]?.overlap($0.offset, $0.length) ?? false) }
    }
    return rest
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
