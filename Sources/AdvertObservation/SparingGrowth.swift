extension Array {
  /// Appends an element, and makes room for three times as many more where there are many and no room is left: to copy
  /// them costs time, and memory that nothing was written to yet costs nothing.
  mutating func appendSparingly(_ element: Element) {
    makeRoom(for: 1)
    append(element)
  }

  /// Makes room for so many more.
  mutating func makeRoom(for more: Int) {
    if count + more > capacity, count >= 1 << 14 { reserveCapacity(count * 4 + more) }
  }
}
