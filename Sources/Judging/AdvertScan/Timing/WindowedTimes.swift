/// How long a scanner needs for a scan response that it requests only in active windows: the distribution of the time
/// from a random moment.
///
/// Windows are assumed to be independent of each other: hours lie between them.
struct WindowedTimes {
  /// The number of moments, evenly spread over the period, at which the waiting can begin.
  private static let moments = 240
  /// The most windows that a wait can last.
  private static let maximumWindows = 200

  private let period: Double
  private let length: Double
  /// The probability that it is found within these microseconds of a window.
  private let inWindow: (Double) -> Double
  /// The same in a whole window.
  private let found: Double

  /// - Parameters:
  ///   - windows: the windows in which it asks.
  ///   - times: the times in which it finds the scan response within a window.
  ///
  /// `nil` when it never finds it.
  init?(_ windows: ActiveWindows, _ times: DiscoveryTimes) {
    period = Double(windows.period) * 1_000_000
    length = min(Double(windows.length) * 1_000_000, period)
    inWindow = { times.probability(within: Int64($0)) }
    found = min(inWindow(length), 1)
    guard found > 0 else { return nil }
  }

  /// Returns the probability that it is found within a time, in microseconds.
  func probability(within time: Double) -> Double {
    var sum = 0.0
    for moment in 0..<Self.moments {
      // From the start of a window.
      let begin = (Double(moment) + 0.5) / Double(Self.moments) * period
      var missed = 1.0
      var open = begin < length ? 0 : period - begin
      var rest = begin < length ? length - begin : length
      for _ in 0..<Self.maximumWindows {
        guard open < time, missed > 1e-6 else { break }
        let share = inWindow(min(time - open, rest))
        sum += missed * share
        missed *= 1 - min(inWindow(rest), 1)
        open = (open == 0 && begin < length ? period - begin : open + period)
        rest = length
      }
    }
    return sum / Double(Self.moments)
  }

  /// Returns the time in which this share of all tries finds it, in microseconds; `nil` when that is more than 200
  /// periods.
  func time(for share: Double) -> Int64? {
    var (low, high) = (0.0, period)
    while probability(within: high) < share {
      (low, high) = (high, high * 2)
      guard high < Double(Self.maximumWindows) * period else { return nil }
    }
    // To a second.
    while high - low > 1_000_000 {
      let middle = (low + high) / 2
      if probability(within: middle) < share { low = middle } else { high = middle }
    }
    return Int64(high + 0.5)
  }
}
