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
