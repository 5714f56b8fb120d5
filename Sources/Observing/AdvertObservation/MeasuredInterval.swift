/// The interval that gaps between advertising events show.
package enum MeasuredInterval: Hashable, Sendable {
  /// The interval is about this long.
  case estimate(IntervalEstimate)
  /// There are several intervals.
  case several(SeveralIntervals)
  /// The gaps do not show it.
  case unknown(IntervalObstacle)

  /// The interval behind gaps between successive advertising events, in microseconds.
  package init(gaps: [Int64]) {
    do throws(IntervalObstacle) {
      self = .estimate(try IntervalExplanation(EventTrain(gaps: gaps).gaps[...]).estimate)
    } catch {
      self = .unknown(error)
    }
  }

  /// The explanation with the fewest missed events: one interval, one after another, or one for each set.
  ///
  /// Events of one set that changes its data in turns look like those of two sets that send in turns. Then there is no
  /// interval, unless so many events keep their distance that two sets would have drifted apart.
  init(_ train: EventTrain, listening longest: Int64?) {
    var best: (measured: MeasuredInterval, cost: Int)?
    func offer(_ several: SeveralIntervals?, cost: Int) {
      guard let several else { return }
      if let best, cost * 2 >= best.cost || best.cost - cost < Self.clearlyBetter { return }
      best = (.several(several), cost)
    }
    self = .unknown(.gapsDisagree)
    do throws(IntervalObstacle) {
      let single = try IntervalExplanation(train.gaps[...])
      guard train.isOfOneSet(single.estimate) else { return }
      best = (.estimate(single.estimate), single.cost)
    } catch {
      self = .unknown(error)
      guard error == .gapsDisagree || error == .gapsTooShort else { return }
    }
    // One interval that explains nearly all events is not made better by several.
    if best.map({ $0.cost >= Self.clearlyBetter }) ?? true {
      if let phases = IntervalPhases(train) {
        offer(SeveralIntervals(cause: .change, phases.estimates), cost: phases.cost)
      }
      if let sets = IntervalsOfSets(train), best != nil || !sets.mayBeOneSet(train) {
        offer(SeveralIntervals(cause: sets.areInTurn ? .change : .sets, sets.estimates), cost: sets.cost)
      }
    }
    guard let best else { return }
    self = best.measured
    // All that a host hears of such a device are events of different turns.
    if let longest, estimates.contains(where: { $0.microseconds > longest }) { self = .unknown(.hostPauses) }
  }

  /// The fewest missed events that a more complicated explanation must save.
  private static let clearlyBetter = 4

  /// The estimate, if there is one.
  package var estimate: IntervalEstimate? { if case .estimate(let estimate) = self { estimate } else { nil } }

  /// The estimates, if there are several.
  package var several: SeveralIntervals? { if case .several(let several) = self { several } else { nil } }

  /// The reason why there is no single estimate.
  package var obstacle: IntervalObstacle? {
    switch self {
    case .estimate: nil
    case .several: .severalIntervals
    case .unknown(let obstacle): obstacle
    }
  }

  private var estimates: [IntervalEstimate] { estimate.map { [$0] } ?? several?.estimates ?? [] }
}

/// The advertising intervals of a device that has several.
public struct SeveralIntervals: Hashable, Sendable {
  /// The reason why there are several.
  public let cause: Cause
  /// The intervals: in the order of time, or of the first events of the sets.
  public let estimates: [IntervalEstimate]

  /// The causes of several intervals.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// The device changed its interval.
    case change
    /// The device has several advertising sets.
    case sets
  }

  init(cause: Cause, _ estimates: [IntervalEstimate]) {
    self.cause = cause
    self.estimates = estimates
  }
}

/// The reason why an advertising interval cannot be measured.
public enum IntervalObstacle: String, Error, Hashable, Sendable, CaseIterable {
  /// The capture does not have the times of its reports.
  case noTimes
  /// There are fewer than three gaps.
  case tooFewGaps
  /// The gaps are shorter than any interval: the reports arrived in bursts.
  case gapsTooShort
  /// The gaps have no common length: the reports arrived in bursts, or most were missed.
  case gapsDisagree
  /// The capturing host listened in turns that are shorter than the interval.
  case hostPauses
  /// There are several intervals.
  case severalIntervals
}

/// An advertising interval as estimated from a capture.
public struct IntervalEstimate: Hashable, Sendable {
  /// The fewest gaps with which a rule judges an estimate, or a comparison uses it.
  package static let fewestToJudge = 16

  /// The interval without the random delay that a controller adds to each.
  public let microseconds: Int64
  /// The number of gaps between advertisements behind the estimate.
  public let samples: Int

  /// An interval in microseconds, estimated from a number of gaps.
  public init(microseconds: Int64, samples: Int) {
    self.microseconds = microseconds
    self.samples = samples
  }

  /// The same in milliseconds.
  public var milliseconds: Double { Double(microseconds) / 1000 }

  /// Whether the estimate rests on fewer than 16 gaps. Then no rule judges it, and no difference is reported.
  public var isRough: Bool { samples < Self.fewestToJudge }

  /// Whether a gap of so many microseconds is one interval.
  func isLength(of gap: Int64) -> Bool { gap >= microseconds - 2500 && gap - 12_500 <= microseconds }

  /// Whether both are the same interval, as far as a few gaps can show it.
  func isNear(_ other: IntervalEstimate) -> Bool {
    let larger = max(microseconds, other.microseconds)
    return larger - min(microseconds, other.microseconds) <= max(8_000, larger / 12)
  }
}
