extension Range<Int> {
  /// Returns the first position for which a predicate holds; it must hold for all later positions too. `upperBound`
  /// when it holds for none. It tests log2(count) positions.
  ///
  /// Not generic over collections: the compiler does not specialise code of other modules.
  package func partitioningIndex(where isInSecondPart: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isInSecondPart(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
