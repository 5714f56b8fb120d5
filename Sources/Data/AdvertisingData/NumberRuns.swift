extension Sequence<Int> {
  /// The runs of consecutive numbers, for numbers in ascending order: 1, 2, 3, 7 are `1..<4` and `7..<8`.
  package var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    for number in self {
      if let last = runs.last, last.upperBound == number {
        runs[runs.count - 1] = last.lowerBound..<number + 1
      } else {
        runs.append(number..<number + 1)
      }
    }
    return runs
  }
}

extension Sequence {
  /// The ranges with those joined that meet or overlap, for ranges in the order of their beginnings.
  package func joinedRanges<Bound>() -> [Range<Bound>] where Element == Range<Bound> {
    var joined: [Range<Bound>] = []
    for range in self {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}
