package import AdvertCapture

/// The time that has passed in a stream of reports, in microseconds since the first.
///
/// The reports have the time, so a capture that is read faster than it was made keeps its own times. While no report
/// comes, the clock of this machine continues from the last one. Each report corrects that, so that the two never drift
/// apart.
package struct StreamClock: Sendable {
  /// The time since the first report; it never decreases.
  package private(set) var elapsed: Int64 = 0
  private var latest: Timestamp?
  /// The arrival of the latest report, by the clock of this machine.
  private var anchor: Int64?

  /// The largest step back between two reports that are out of order. A larger one means that a clock was set back.
  private static let maximumMicrosecondsOutOfOrder: Int64 = 10_000_000
  /// The longest time between two reports of a capture. A longer one means that a clock was set.
  private static let longestStep: Int64 = 30 * 86_400_000_000

  /// A clock before the first report.
  package init() {}

  /// Moves on to a report.
  ///
  /// - Parameters:
  ///   - time: of the report; `nil` in a capture without times.
  ///   - arrival: the arrival, by a clock of this machine that is never set, in microseconds.
  @inline(__always)
  package mutating func advance(to time: Timestamp?, arrival: Int64) {
    defer { anchor = arrival }
    guard let time else {
      if latest == nil, let anchor { add(arrival &- anchor) }
      return
    }
    guard let latest else {
      self.latest = time
      return
    }
    let (step, overflows) = time.microseconds.subtractingReportingOverflow(latest.microseconds)
    if !overflows, step < 0, step > -Self.maximumMicrosecondsOutOfOrder { return }
    self.latest = time
    if !overflows { add(step) }
  }

  /// Returns the time in the stream at a moment of this machine's clock.
  package func now(at arrival: Int64) -> Int64 {
    guard let anchor else { return elapsed }
    return elapsed + min(max(arrival &- anchor, 0), Self.longestStep)
  }

  private mutating func add(_ step: Int64) {
    guard step > 0 else { return }
    let (sum, overflows) = elapsed.addingReportingOverflow(min(step, Self.longestStep))
    // A thousand years are enough.
    if !overflows, sum < Int64.max / 4 { elapsed = sum }
  }
}
