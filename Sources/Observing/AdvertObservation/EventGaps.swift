internal import AdvertCapture

/// The gaps between the advertising events of an advertiser.
struct EventGaps: Sendable {
  /// The longest time between reports of one event, which several channels receive: the shortest interval is 20 ms.
  static let eventMicroseconds: Int64 = 15_000
  /// The mean of the random delay of 0 to 10 ms that a controller adds to each interval (Core Vol 6 Part B 4.4.2.2).
  static let meanDelayMicroseconds: Int64 = 5_000

  private var lastEvent: Timestamp?

  /// Whether there was an advertisement with a time.
  var isStarted: Bool { lastEvent != nil }

  /// Returns the gap in microseconds before an advertisement; `nil` for the first one, and for one of the same event.
  mutating func gap(at time: Timestamp) -> Int64? {
    guard let last = lastEvent else {
      lastEvent = time
      return nil
    }
    let (gap, overflow) = time.microseconds.subtractingReportingOverflow(last.microseconds)
    // A clock that was set back gives no gap.
    if overflow || gap < 0 {
      lastEvent = time
      return nil
    }
    guard gap >= Self.eventMicroseconds else { return nil }
    lastEvent = time
    return gap
  }
}
