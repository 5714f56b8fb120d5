package import AdvertCapture

/// The time that has passed in a stream of reports, in microseconds since the first.
///
/// The reports say how much time passes, so a capture that is read faster than it was made has its own times. While no
/// report comes, the clock of this machine goes on from the last one. Each report sets that right, so that the two never
/// drift apart.
package struct StreamClock: Sendable {
  /// Since the first report; never less than before.
  package private(set) var elapsed: Int64 = 0
  private var latest: Timestamp?
  /// When the latest report arrived, by the clock of this machine.
  private var anchor: Int64?

  /// So much that is older than the report before is out of order. More is a clock that was set back.
  private static let maximumMicrosecondsOutOfOrder: Int64 = 10_000_000
  /// No capture goes on for longer between two reports, so a clock was set.
  private static let longestStep: Int64 = 30 * 86_400_000_000

  /// A clock before the first report.
  package init() {}

  /// Moves on to a report.
  ///
  /// - Parameters:
  ///   - time: of the report; `nil` in a capture without times.
  ///   - arrival: when it arrived, by a clock of this machine that is never set, in microseconds.
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

  /// The time in the stream at a moment of this machine's clock.
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
