/// Finds some octets in an input by Horspool's method: most octets are never looked at.
struct PatternSearch: Sendable {
  private let pattern: [UInt8]
  /// For each octet, how far the search may move on when it stands under the pattern's last place.
  private let shifts: [Int]

  /// `pattern` must not be empty.
  init(_ pattern: [UInt8]) {
    self.pattern = pattern
    var shifts = Array(repeating: pattern.count, count: 256)
    for (index, octet) in pattern.dropLast().enumerated() {
      shifts[Int(octet)] = pattern.count - 1 - index
    }
    self.shifts = shifts
  }

  /// Whether the next octets are the pattern.
  func matches(_ octets: Span<UInt8>) -> Bool {
    octets.count >= pattern.count && pattern.indices.allSatisfy { octets[$0] == pattern[$0] }
  }

  /// Moves `input` to the pattern's next place; to the end, with `false`, when it does not occur.
  func advance(_ input: inout InputWindow) -> Bool {
    while input.fill(atLeast: pattern.count) {
      let first = firstPlace(in: input.bytes)
      input.consume(first.place)
      if first.isFound { return true }
    }
    _ = input.skip(pattern.count)
    return false
  }

  /// The first place of the pattern, or else the first where it could begin.
  private func firstPlace(in octets: Span<UInt8>) -> (place: Int, isFound: Bool) {
    var place = 0
    while place <= octets.count - pattern.count {
      if matches(octets.extracting(place...)) { return (place, true) }
      place += shifts[Int(octets[place + pattern.count - 1])]
    }
    return (min(place, octets.count), false)
  }
}
