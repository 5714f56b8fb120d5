extension Range<Int> {
  /// The first position of the second part, where a predicate holds for no position before it and for all from it on;
  /// `upperBound` when it holds for none. It asks for log2(count) positions.
  ///
  /// Not generic over collections: code of other modules is not specialised.
  package func partitioningIndex(where isInSecondPart: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isInSecondPart(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
