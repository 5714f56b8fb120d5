public import AdvertCapture

/// How often and when something was received.
public struct Reception: Hashable, Sendable, BitwiseCopyable {
  public private(set) var count: Int
  private var times: TimeExtent

  /// The earliest and the latest time; `nil` when nothing was received, and without times.
  public var first: Timestamp? { times.first }
  public var last: Timestamp? { times.last }

  public init(count: Int = 0, first: Timestamp? = nil, last: Timestamp? = nil) {
    self.count = count
    times = TimeExtent(first: first, last: last)
  }

  /// It was received once more.
  @inline(__always)
  mutating func note(_ time: Timestamp?) {
    count += 1
    times.note(time)
  }

  /// What another counted happened too.
  public mutating func add(_ other: Reception) {
    count += other.count
    times.add(other.times)
  }
}
