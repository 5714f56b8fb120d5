/// One interval that explains the gaps between advertising events.
///
/// An advertiser sends every advInterval plus a random delay of 0 to 10 ms, and a receiver misses some. So gaps form
/// clusters near whole multiples of the interval plus about 5 ms (Core Vol 6 Part B 4.4.2.2). The lowest cluster with
/// enough gaps is the interval, if the other gaps do not contradict it.
struct IntervalExplanation {
  let estimate: IntervalEstimate
  /// The events that must have been missed, and the gaps that fit nothing.
  let cost: Int

  private static let fewestGaps = 3
  /// The random delay, plus some tolerance for the receiver's clock.
  private static let clusterMicroseconds: Int64 = 12_000
  /// The fewest microseconds after a cluster that must be without gaps: the next multiple of the shortest interval is
  /// further away.
  private static let minimumMicrosecondsBehind: Int64 = 8_000
  private static let maximumMicrosecondsBehind: Int64 = 48_000
  /// One gap in so many may fit no interval: times are wrong where reports arrive in bursts.
  private static let gapsForEachMisfit = 10
  /// The shortest interval of advertising that is not directed to one device (Core Vol 6 Part B 4.4.2.2).
  private static let shortest: Int64 = 20_000
  /// The largest difference between the mean of a few delays and the usual mean: a shorter interval is not a sample of
  /// the shortest one.
  private static let maximumDelayOff: Int64 = 3_000
  /// The error of a time at which a report arrived.
  private static let clockMicroseconds = 2000.0
  /// Below this number of gaps the interval must be half of them; below the other, most of them.
  private static let fewGaps = 32
  private static let fewerGaps = 16
  /// The most missed events that count for one gap. A longer gap is a pause of the receiver.
  private static let mostMissed = 12

  /// Explains gaps in their order; throws the reason why no interval explains them.
  init(_ gaps: ArraySlice<EventTrain.Gap>) throws(IntervalObstacle) {
    let sorted = gaps.map { $0.microseconds }.sorted()
    let cluster = try Self.cluster(sorted)
    let members = sorted[cluster]
    let (first, count) = (sorted[cluster.lowerBound], members.count)
    // The sum of the offsets from the smallest gap stays small even for large gaps.
    let mean = first + members.reduce(0) { $0 + ($1 - first) } / Int64(count)
    let interval = mean - EventGaps.meanDelayMicroseconds
    guard interval >= Self.shortest - Self.maximumDelayOff else { throw .gapsTooShort }
    // Two intervals take at least twice the smallest gap, less two delays.
    let behind = min(
      max(first - 2 * Self.clusterMicroseconds - 8_000, Self.minimumMicrosecondsBehind), Self.maximumMicrosecondsBehind)
    let stragglers = sorted[members.endIndex...].prefix { $0 - first < Self.clusterMicroseconds + behind }
    guard Int64(stragglers.count) * 2 * Self.clusterMicroseconds <= Int64(count) * behind else { throw .gapsDisagree }
    // No gap is shorter than the interval, and longer ones are multiples of it, unless the device began anew in between.
    let grid = Grid(mean: Double(mean), samples: count)
    let longer = sorted[stragglers.endIndex...]
    let fits = longer.map(grid.fits)
    let misfits = fits.count { $0 == false }
    guard cluster.lowerBound * Self.gapsForEachMisfit <= sorted.count,
      misfits * 2 <= fits.count(where: { $0 != nil }) || misfits * Self.gapsForEachMisfit <= sorted.count
    else { throw .gapsDisagree }
    let range = first - 2000...(members.last ?? first).addingClamped(2000)
    guard Self.followEachOther(gaps, range), Self.isMostFrequent(gaps, grid),
      Self.isAlone(zip(longer, fits).filter { $1 != true && grid.events($0) > 2 }.map { $0.0 }, among: count)
    else { throw .gapsDisagree }
    cost = gaps.reduce(0) { sum, gap in
      if range.contains(gap.microseconds) { return sum }
      let events = grid.events(gap.microseconds)
      guard events > 0 else { return sum + 1 }
      let isMisfit = events == 1 || grid.fits(gap.microseconds) == false
      return sum + min(events - 1, Self.mostMissed) + (isMisfit ? 1 : 0)
    }
    estimate = IntervalEstimate(microseconds: max(interval, Self.shortest), samples: count)
  }

  /// Returns the lowest cluster with enough gaps, at its fullest.
  private static func cluster(_ sorted: [Int64]) throws(IntervalObstacle) -> Range<Int> {
    guard sorted.count >= fewestGaps else { throw .tooFewGaps }
    let needed = max(fewestGaps, sorted.count / 10)
    // A cluster is the gaps from `start` to before `end`.
    var (start, end) = (0, 0)
    func takeCluster() {
      while end < sorted.count, sorted[end] - sorted[start] <= clusterMicroseconds { end += 1 }
    }
    takeCluster()
    while end - start < needed {
      start += 1
      guard start < sorted.count else { throw .gapsDisagree }
      takeCluster()
    }
    // A few gaps that are too short must not cut off the end of the cluster.
    var best = start..<end
    let lowest = best
    while start + 1 < lowest.upperBound {
      start += 1
      takeCluster()
      if end - start > best.count { best = start..<end }
    }
    return best
  }

  /// Whether such gaps follow each other as often as they must by their number. Between the events of two sets, short
  /// and long gaps take turns.
  private static func followEachOther(_ gaps: ArraySlice<EventTrain.Gap>, _ range: ClosedRange<Int64>) -> Bool {
    var (members, pairs, pairsOfMembers) = (0, 0, 0)
    var wasMember = false
    for gap in gaps {
      let isMember = range.contains(gap.microseconds)
      if isMember { members += 1 }
      if gap.followsGap {
        pairs += 1
        if isMember, wasMember { pairsOfMembers += 1 }
      }
      wasMember = isMember
    }
    if gaps.count < fewGaps, members * 2 < gaps.count { return false }
    if gaps.count < fewerGaps, members * 10 < gaps.count * 6 { return false }
    let share = Double(members) / Double(gaps.count)
    let expected = share * share * Double(pairs)
    return pairsOfMembers >= 1 && (expected < 4 || Double(pairsOfMembers) >= expected / 2)
  }

  /// Whether gaps over more events are rarer than gaps over fewer: an event is missed by chance.
  private static func isMostFrequent(_ gaps: ArraySlice<EventTrain.Gap>, _ grid: Grid) -> Bool {
    var counts = Array(repeating: 0, count: mostMissed + 1)
    for gap in gaps {
      let events = max(1, grid.events(gap.microseconds))
      if events <= mostMissed { counts[events] += 1 }
    }
    return (2...mostMissed).allSatisfy { events in
      let (here, before) = (counts[events], counts[events - 1])
      return here * 2 < counts[1] || here == 0
        || Double(here) <= Double(before) + 2 * Double(here + before).squareRoot()
    }
  }

  /// Whether no other length is half as frequent. `others` are sorted gaps that do not show that they are multiples.
  private static func isAlone(_ others: [Int64], among members: Int) -> Bool {
    var start = 0
    for end in others.indices {
      while others[end] - others[start] > 2 * clusterMicroseconds { start += 1 }
      if (end - start + 1) * 2 > members { return false }
    }
    return true
  }

  /// The whole multiples of the mean gap between two events.
  private struct Grid {
    let mean: Double
    /// The number of gaps behind the mean.
    let samples: Int

    /// Returns the number of intervals in a gap.
    func events(_ gap: Int64) -> Int { Int((Double(gap) / mean).rounded()) }

    /// Returns whether a gap is a multiple; `nil` for one over so many events that it would fit nearly any mean.
    func fits(_ gap: Int64) -> Bool? {
      let events = (Double(gap) / mean).rounded()
      // Each event adds a delay of 0 to 10 ms, and the mean is not exact.
      let tolerance =
        min(5000 * events, 10_000 * events.squareRoot()) + IntervalExplanation.clockMicroseconds
        + events * 6000 / Double(samples).squareRoot()
      guard tolerance <= mean / 3 else { return nil }
      return abs(Double(gap) - events * mean) <= tolerance
    }
  }
}

extension Int64 {
  fileprivate func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
