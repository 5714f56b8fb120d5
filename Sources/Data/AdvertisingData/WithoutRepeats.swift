extension Array where Element: Hashable {
  /// The elements without repeats: the first of each that are equal.
  package var withoutRepeats: [Element] {
    // Most arrays have at most one element, and hashing costs more than a look at the count.
    guard count > 1 else { return self }
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
