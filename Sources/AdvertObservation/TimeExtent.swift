internal import AdvertCapture

/// The earliest and the latest of some moments. Clocks are set back at times, so neither need be the first or the last.
struct TimeExtent: Hashable, Sendable, BitwiseCopyable {
  // The wrong way round while there are none: no question for every report whether it is the first.
  private var least = Int64.max
  private var greatest = Int64.min

  init() {}

  init(first: Timestamp?, last: Timestamp?) {
    note(first)
    note(last)
  }

  var isEmpty: Bool { least > greatest }
  var first: Timestamp? { isEmpty ? nil : Timestamp(microseconds: least) }
  var last: Timestamp? { isEmpty ? nil : Timestamp(microseconds: greatest) }

  @inline(__always)
  mutating func note(_ time: Timestamp?) {
    guard let microseconds = time?.microseconds else { return }
    least = min(least, microseconds)
    greatest = max(greatest, microseconds)
  }

  mutating func add(_ other: TimeExtent) {
    least = min(least, other.least)
    greatest = max(greatest, other.greatest)
  }
}
