internal import AdvertCapture

/// Estimates the advertising interval from the times at which advertisements were received.
///
/// An advertiser sends every advInterval plus a random delay of 0 to 10 ms, and a receiver misses some. So gaps form
/// clusters near whole multiples of the interval plus about 5 ms (Core Vol 6 Part B 4.4.2.2). The lowest cluster with
/// enough gaps is the interval.
struct IntervalEstimator: Sendable {
  /// Enough for a stable mean. Later gaps are ignored.
  private static let mostGaps = 64

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
    isFull = gaps.count == Self.mostGaps
  }

  /// `nil` when too few gaps agree.
  var estimate: IntervalEstimate? { IntervalEstimate(gaps: gaps) }
}

extension IntervalEstimate {
  /// The gaps that an estimate needs to be judged, or compared with another.
  package static let fewestToJudge = 16

  private static let fewestGaps = 3
  /// The random delay, plus some tolerance for the receiver's clock.
  private static let clusterMicroseconds: Int64 = 12_000

  /// The shortest interval of advertising that is not directed to one device (Core Vol 6 Part B 4.4.2.2).
  private static let shortest: Int64 = 20_000
  /// The mean of a few delays is this near to the usual mean: a shorter interval is no sample of the shortest one.
  private static let mostDelayOff: Int64 = 3_000

  /// The interval behind gaps between advertising events, in microseconds; `nil` when too few gaps agree, and when they are
  /// shorter than any interval: then reports arrived in bursts, and the times say nothing of the device.
  package init?(gaps: [Int64]) {
    let sorted = gaps.sorted()
    let needed = max(Self.fewestGaps, sorted.count / 10)
    for (index, gap) in sorted.enumerated() {
      let cluster = sorted[index...].prefix { $0 - gap <= Self.clusterMicroseconds }
      if cluster.count >= needed {
        // The sum of the offsets from the smallest gap stays small even for large gaps.
        let mean = gap + cluster.reduce(0) { $0 + ($1 - gap) } / Int64(cluster.count)
        let interval = mean - EventGaps.meanDelayMicroseconds
        guard interval >= Self.shortest - Self.mostDelayOff else { return nil }
        self.init(microseconds: max(interval, Self.shortest), samples: cluster.count)
        return
      }
    }
    return nil
  }
}

/// An advertising interval as estimated from a capture.
public struct IntervalEstimate: Hashable, Sendable {
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
}
