internal import AdvertisingData

/// Finds the longest time for which a device can remain unheard: exactly, in microseconds, over all phases and all
/// random delays.
struct LongestSearch {
  /// The longest random delay, in microseconds.
  static let longestDelay: Int64 = 10_000
  /// The most events that are tried. A longer bound is of no use.
  private static let maximumEvents = 1024

  /// The number of events after which it was received at the latest; `nil` when it can remain unheard for any number,
  /// or for more than 1024.
  let events: Int?

  /// - Parameters:
  ///   - cycle: the length of the scanner's cycle in microseconds, more than 0.
  ///   - ranges: where in the cycle events are received; they may extend beyond its ends.
  ///   - interval: the advertising interval in microseconds.
  init(cycle: Int64, received ranges: [(start: Int64, end: Int64)], interval: Int64) {
    // The parts of the cycle where an event can be without being received; adjacent parts are one.
    let gaps = Self.gaps(between: Self.folded(ranges.map { $0.start..<max($0.start, $0.end) }, cycle), cycle)
    var possible = [0..<cycle]
    var before: [Range<Int64>] = []
    for event in 1...Self.maximumEvents {
      let unheard = Self.common(possible, gaps)
      if unheard.isEmpty {
        events = event
        return
      }
      // With each event, the unheard part shrinks or stays the same; once it stays the same, it stays so for ever.
      if unheard == before { break }
      before = unheard
      let moved = unheard.map {
        $0.lowerBound + interval % cycle..<$0.upperBound + interval % cycle + Self.longestDelay
      }
      possible = Self.folded(moved, cycle)
    }
    events = nil
  }

  /// Returns ranges within one cycle, in order and joined.
  private static func folded(_ ranges: [Range<Int64>], _ cycle: Int64) -> [Range<Int64>] {
    var parts: [Range<Int64>] = []
    for range in ranges where !range.isEmpty {
      guard range.upperBound - range.lowerBound < cycle else { return [0..<cycle] }
      let start = ((range.lowerBound % cycle) + cycle) % cycle
      let end = start + range.upperBound - range.lowerBound
      parts.append(start..<min(end, cycle))
      if end > cycle { parts.append(0..<end - cycle) }
    }
    return parts.sorted { $0.lowerBound < $1.lowerBound }.joinedRanges()
  }

  private static func gaps(between ranges: [Range<Int64>], _ cycle: Int64) -> [Range<Int64>] {
    var gaps: [Range<Int64>] = []
    var position: Int64 = 0
    for range in ranges {
      if position < range.lowerBound { gaps.append(position..<range.lowerBound) }
      position = range.upperBound
    }
    if position < cycle { gaps.append(position..<cycle) }
    return gaps
  }

  /// Returns the parts in both lists; each list is in order.
  private static func common(_ one: [Range<Int64>], _ other: [Range<Int64>]) -> [Range<Int64>] {
    var both: [Range<Int64>] = []
    for first in one {
      for second in other {
        let part = first.clamped(to: second)
        if !part.isEmpty { both.append(part) }
      }
    }
    return both
  }
}
