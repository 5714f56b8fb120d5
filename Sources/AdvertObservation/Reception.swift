public import AdvertCapture

/// How often and when something was received.
public struct Reception: Hashable, Sendable {
  public private(set) var count: Int
  /// The earliest and the latest time; `nil` when nothing was received, and without times.
  public private(set) var first: Timestamp?
  public private(set) var last: Timestamp?

  public init(count: Int = 0, first: Timestamp? = nil, last: Timestamp? = nil) {
    self.count = count
    self.first = first
    self.last = last
  }

  /// It was received once more.
  mutating func note(_ time: Timestamp?) {
    count += 1
    guard let time else { return }
    // Clocks are set back at times.
    first = min(first ?? time, time)
    last = max(last ?? time, time)
  }

  /// What another counted happened too.
  public mutating func add(_ other: Reception) {
    count += other.count
    if let time = other.first { first = min(first ?? time, time) }
    if let time = other.last { last = max(last ?? time, time) }
  }
}
