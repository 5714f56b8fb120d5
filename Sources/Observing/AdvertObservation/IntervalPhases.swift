/// Intervals that follow each other: the device changed its interval.
struct IntervalPhases {
  let estimates: [IntervalEstimate]
  let cost: Int

  private static let most = 4
  private static let fewestSamples = 8

  private struct Phase {
    var range: Range<Int>
    let estimate: IntervalEstimate
  }

  /// Explains the gaps of a train. `nil` when they do not show between two and four phases, and when several sets send
  /// in turns.
  init?(_ train: EventTrain) {
    guard train.sets.count < 2 || train.changes * 8 < train.counts.reduce(0, +) else { return nil }
    // A phase with many missed events shows only in a longer stretch.
    let found = [8, 16, 32].compactMap { Self(train.gaps, lookingAt: $0) }
    guard let best = found.min(by: { $0.cost < $1.cost }) else { return nil }
    self = best
  }

  private init?(_ gaps: [EventTrain.Gap], lookingAt length: Int) {
    var phases: [Phase] = []
    // The stretches that may still be of no interval: those of phases are most.
    var spare = gaps.count / length / 2
    for start in stride(from: 0, to: gaps.count, by: length) {
      let range = start..<min(start + length, gaps.count)
      guard let estimate = Self.explanation(gaps[range])?.estimate else {
        spare -= 1
        if spare < 0 { return nil }
        continue
      }
      if let last = phases.indices.last, phases[last].estimate.isNear(estimate) {
        phases[last].range = phases[last].range.lowerBound..<range.upperBound
      } else {
        guard phases.count < Self.most else { return nil }
        phases.append(Phase(range: range, estimate: estimate))
      }
    }
    guard phases.count >= 2 else { return nil }
    for next in 1..<phases.count { Self.meet(&phases, next, gaps) }
    phases[0].range = 0..<phases[0].range.upperBound
    phases[phases.count - 1].range = phases[phases.count - 1].range.lowerBound..<gaps.count
    var (estimates, cost): ([IntervalEstimate], Int) = ([], gaps.count)
    for phase in phases {
      guard let explanation = Self.explanation(gaps[phase.range]), explanation.estimate.isNear(phase.estimate),
        explanation.estimate.samples >= Self.fewestSamples
      else { return nil }
      estimates.append(explanation.estimate)
      cost += explanation.cost - phase.range.count
    }
    guard zip(estimates, estimates.dropFirst()).allSatisfy({ !Self.mayBeOne($0, $1) }) else { return nil }
    self.estimates = estimates
    self.cost = cost
  }

  /// Whether the longer interval may be the shorter one with every other event missed.
  private static func mayBeOne(_ one: IntervalEstimate, _ other: IntervalEstimate) -> Bool {
    let (shorter, longer) = one.microseconds < other.microseconds ? (one, other) : (other, one)
    let events = (longer.microseconds + shorter.microseconds / 2) / max(1, shorter.microseconds)
    let length = shorter.microseconds + EventGaps.meanDelayMicroseconds
    return longer.isRough && events <= 4
      && abs(longer.microseconds + EventGaps.meanDelayMicroseconds - events * length) <= 10_000
  }

  /// Extends two phases towards each other, as far as gaps between them belong to them.
  private static func meet(_ phases: inout [Phase], _ next: Int, _ gaps: [EventTrain.Gap]) {
    var (end, start) = (phases[next - 1].range.upperBound, phases[next].range.lowerBound)
    while end < start, phases[next - 1].estimate.isLength(of: gaps[end].microseconds) { end += 1 }
    while end < start, phases[next].estimate.isLength(of: gaps[start - 1].microseconds) { start -= 1 }
    phases[next - 1].range = phases[next - 1].range.lowerBound..<end
    phases[next].range = start..<phases[next].range.upperBound
  }

  private static func explanation(_ gaps: ArraySlice<EventTrain.Gap>) -> IntervalExplanation? {
    try? IntervalExplanation(gaps)
  }
}

/// Intervals of advertising sets that send beside each other.
struct IntervalsOfSets {
  let estimates: [IntervalEstimate]
  let cost: Int
  /// Whether one set follows another.
  let areInTurn: Bool

  private static let fewestSamples = 8

  /// Explains the gaps of each set. `nil` when they do not show the intervals of at least two sets that send most of
  /// the events.
  init?(_ train: EventTrain) {
    guard train.sets.count >= 2, train.sets.count <= EventTrain.maximumSets else { return nil }
    let all = train.counts.reduce(0, +)
    var (estimates, explained, cost): ([IntervalEstimate], Int, Int) = ([], 0, 0)
    for (gaps, count) in zip(train.sets, train.counts) {
      guard let explanation = try? IntervalExplanation(gaps[...]), explanation.estimate.samples >= Self.fewestSamples
      else { continue }
      estimates.append(explanation.estimate)
      explained += count
      cost += explanation.cost
    }
    guard estimates.count >= 2, explained * 10 >= all * 8 else { return nil }
    self.estimates = estimates
    self.cost = cost + all - explained
    areInTurn = train.changes <= 2 * train.sets.count
  }

  /// Whether one set may send all, with other data each time: equal intervals, and the events lie where a part of the
  /// interval would have them.
  func mayBeOneSet(_ train: EventTrain) -> Bool {
    let lengths = estimates.map { $0.microseconds }.sorted()
    guard let least = lengths.first, let most = lengths.last, most - least <= 10_000 else { return false }
    let interval = least + (most - least) / 2 + EventGaps.meanDelayMicroseconds
    let part = interval / Int64(lengths.count)
    let between = zip(train.gaps, train.staysInSet).filter { !$1 && $0.microseconds < interval }
    return between.count { abs($0.0.microseconds - part) <= 10_000 } * 10 >= between.count * 6
  }
}

extension EventTrain {
  /// Whether gaps of one interval are those of one set: they are also between events with data of one form, or there are
  /// too many for a coincidence.
  func isOfOneSet(_ estimate: IntervalEstimate) -> Bool {
    var (between, within) = (0, 0)
    for (gap, stays) in zip(gaps, staysInSet) where estimate.isLength(of: gap.microseconds) {
      if stays { within += 1 } else { between += 1 }
    }
    let all = between + within
    return within * 4 >= all || all >= Self.fewestInStep && all * 10 >= gaps.count * 7
  }

  private static var fewestInStep: Int { 40 }
}
