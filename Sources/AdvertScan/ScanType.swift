/// Whether a scanner asks advertisers for their scan response.
///
/// Source: Core Specification Vol 6 Part B 4.4.3.
public enum ScanType: Hashable, Sendable {
  /// It asks every scannable advertiser.
  case active
  /// It only listens.
  case passive
  /// It listens, and asks only during windows.
  case activeWindows(ActiveWindows)
  /// Not known, or the choice of what it runs on.
  case unknown
}

/// When a scanner that mostly listens asks for scan responses. In seconds.
public struct ActiveWindows: Hashable, Sendable {
  /// From the scanner's start to its first window.
  public let delay: Int64
  /// From the start of one window to the start of the next; more than 0.
  public let period: Int64
  /// How long a window lasts.
  public let length: Int64

  /// None may be negative or more than ten years.
  public init(delay: Int64, period: Int64, length: Int64) {
    let possible: ClosedRange<Int64> = 0...315_576_000
    precondition(possible.contains(delay) && possible.contains(period) && possible.contains(length) && period > 0)
    self.delay = delay
    self.period = period
    self.length = length
  }
}
