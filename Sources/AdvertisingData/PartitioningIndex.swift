extension RandomAccessCollection {
  /// The first index whose element belongs to the second part of a collection that is partitioned: a predicate holds for
  /// no element before it and for all from it on. `endIndex` when it holds for none. It looks at log2(count) elements.
  @inlinable
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Index {
    var start = startIndex
    var left = count
    while left > 0 {
      let half = left / 2
      let middle = index(start, offsetBy: half)
      if isInSecondPart(self[middle]) {
        left = half
      } else {
        start = index(after: middle)
        left -= half + 1
      }
    }
    return start
  }
}
