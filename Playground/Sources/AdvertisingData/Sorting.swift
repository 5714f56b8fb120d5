// Sorting functions that replace those of the standard library, which are compiled again for each type of element, with
// 3 KB each. Here, one function sorts positions. It takes the order in an array, so that no optimiser makes a copy of
// the function for each order.

extension Sequence {
  /// Returns the elements in order; equal elements keep their order.
  package func sorted(by areInIncreasingOrder: (Element, Element) -> Bool) -> [Element] {
    let all = Array(self)
    return withoutActuallyEscaping(areInIncreasingOrder) { isBefore in
      places(all.count, [{ isBefore(all[$0], all[$1]) }]).map { all[$0] }
    }
  }
}

extension Sequence where Element: Comparable {
  /// Returns the elements in order; equal elements keep their order.
  package func sorted() -> [Element] { sorted { $0 < $1 } }
}

extension Array {
  /// Sorts the elements; equal elements keep their order.
  package mutating func sort(by areInIncreasingOrder: (Element, Element) -> Bool) {
    self = sorted(by: areInIncreasingOrder)
  }
}

extension Array where Element: Comparable {
  /// Sorts the elements; equal elements keep their order.
  package mutating func sort() { self = sorted() }
}

/// Returns the positions 0 to `count` - 1 in the order of their elements: a merge sort, in which equal elements keep
/// their order.
@inline(never)
private func places(_ count: Int, _ orders: [(Int, Int) -> Bool]) -> [Int] {
  guard let isBefore = orders.first else { return [] }
  var sorted = Array(0..<count)
  var other = sorted
  var length = 1
  while length < count {
    for start in stride(from: 0, to: count, by: 2 * length) {
      let middle = min(start + length, count)
      let end = min(start + 2 * length, count)
      var (first, second) = (start, middle)
      for target in start..<end {
        if first < middle, second == end || !isBefore(sorted[second], sorted[first]) {
          other[target] = sorted[first]
          first += 1
        } else {
          other[target] = sorted[second]
          second += 1
        }
      }
    }
    swap(&sorted, &other)
    length *= 2
  }
  return sorted
}
