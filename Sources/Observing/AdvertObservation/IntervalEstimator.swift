internal import AdvertCapture

/// Estimates the advertising interval from the times at which advertisements were received.
///
/// An advertiser sends every advInterval plus a random delay of 0 to 10 ms, and a receiver misses some. So gaps form
/// clusters near whole multiples of the interval plus about 5 ms (Core Vol 6 Part B 4.4.2.2). The lowest cluster with
/// enough gaps is the interval.
struct IntervalEstimator: Sendable {
  /// The most gaps that are used, enough for a stable mean. Later gaps are ignored.
  private static let maximumGaps = 64

  private var events = EventGaps()
  private var gaps: [Int64] = []
  /// Whether there are enough gaps. A field of its own, so that the array need not be read.
  private var isFull = false

  @inline(__always)
  mutating func addAdvertisement(at time: Timestamp) {
    if !isFull { addEvent(at: time) }
  }

  @inline(never)
  private mutating func addEvent(at time: Timestamp) {
    guard let gap = events.gap(at: time) else { return }
    gaps.append(gap)
    isFull = gaps.count == Self.maximumGaps
  }

  /// The interval, or the reason why there is none.
  var measured: MeasuredInterval {
    guard events.isStarted else { return .unknown(.noTimes) }
    return MeasuredInterval(gaps: gaps)
  }
}

/// The interval that gaps between advertising events show.
package enum MeasuredInterval: Hashable, Sendable {
  /// The interval is about this long.
  case estimate(IntervalEstimate)
  /// The gaps do not show it.
  case unknown(IntervalObstacle)

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

  /// The interval behind gaps between advertising events, in microseconds.
  ///
  /// A cluster is an interval only when gaps become rare after it. Otherwise reports arrived in bursts, or the gaps are
  /// those of several advertising sets, and any length is as frequent as any other.
  package init(gaps: [Int64]) {
    let sorted = gaps.sorted()
    guard sorted.count >= Self.fewestGaps else {
      self = .unknown(.tooFewGaps)
      return
    }
    let needed = max(Self.fewestGaps, sorted.count / 10)
    // A cluster is the gaps from `start` to before `end`.
    var (start, end) = (0, 0)
    func takeCluster() {
      while end < sorted.count, sorted[end] - sorted[start] <= Self.clusterMicroseconds { end += 1 }
    }
    takeCluster()
    while end - start < needed {
      start += 1
      guard start < sorted.count else {
        self = .unknown(.gapsDisagree)
        return
      }
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
    let (first, members) = (sorted[best.lowerBound], sorted[best])
    // The sum of the offsets from the smallest gap stays small even for large gaps.
    let mean = first + members.reduce(0) { $0 + ($1 - first) } / Int64(members.count)
    let interval = mean - EventGaps.meanDelayMicroseconds
    guard interval >= Self.shortest - Self.maximumDelayOff else {
      self = .unknown(.gapsTooShort)
      return
    }
    // Two intervals take at least twice the smallest gap, less two delays.
    let behind = min(
      max(first - 2 * Self.clusterMicroseconds - 8_000, Self.minimumMicrosecondsBehind), Self.maximumMicrosecondsBehind)
    let stragglers = sorted[members.endIndex...].prefix { $0 - first < Self.clusterMicroseconds + behind }
    guard Int64(stragglers.count) * 2 * Self.clusterMicroseconds <= Int64(members.count) * behind else {
      self = .unknown(.gapsDisagree)
      return
    }
    // The host of a phone listens in turns, so it receives few events, and often as far apart as its turns: a frequent
    // length alone is no interval. No gap is shorter than the interval, and longer ones are multiples of it, unless the
    // device began anew in between.
    let longer = sorted[stragglers.endIndex...].compactMap { Self.fits($0, multipleOf: mean, from: members.count) }
    let misfits = longer.count { !$0 }
    guard best.lowerBound * Self.gapsForEachMisfit <= sorted.count,
      misfits * 2 <= longer.count || misfits * Self.gapsForEachMisfit <= sorted.count
    else {
      self = .unknown(.gapsDisagree)
      return
    }
    self = .estimate(
      IntervalEstimate(microseconds: max(interval, Self.shortest), samples: members.count))
  }

  /// Returns whether a gap is a whole multiple of the mean gap between two events; `nil` for one over so many events
  /// that it would fit nearly any mean.
  ///
  /// - Parameter count: the number of gaps behind the mean.
  private static func fits(_ gap: Int64, multipleOf mean: Int64, from count: Int) -> Bool? {
    let (gap, mean) = (Double(gap), Double(mean))
    let events = (gap / mean).rounded()
    // Each event adds a delay of 0 to 10 ms, and the mean is not exact.
    let tolerance =
      min(5000 * events, 10_000 * events.squareRoot()) + clockMicroseconds + events * 6000 / Double(count).squareRoot()
    guard tolerance <= mean / 3 else { return nil }
    return abs(gap - events * mean) <= tolerance
  }

  /// The error of a time at which a report arrived.
  private static let clockMicroseconds = 2000.0

  /// The estimate, if there is one.
  package var estimate: IntervalEstimate? { if case .estimate(let estimate) = self { estimate } else { nil } }

  /// The reason why there is no estimate.
  package var obstacle: IntervalObstacle? { if case .unknown(let obstacle) = self { obstacle } else { nil } }
}

/// The reason why an advertising interval cannot be measured.
public enum IntervalObstacle: String, Hashable, Sendable, CaseIterable {
  /// The capture does not have the times of its reports.
  case noTimes
  /// There are fewer than three gaps.
  case tooFewGaps
  /// The gaps are shorter than any interval: the reports arrived in bursts.
  case gapsTooShort
  /// The gaps have no common length: the reports arrived in bursts, the device has several intervals, or most reports
  /// were missed.
  case gapsDisagree
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
}
