/// The first elements of an order, found in one pass over all, of which there may be a million.
package struct FirstInOrder<Element> {
  private let limit: Int
  private let areInOrder: (Element, Element) -> Bool
  private var kept: [Element] = []
  /// The last of the first elements so far, once there are enough.
  private var last: Element?

  /// - Parameters:
  ///   - limit: the number of elements to find.
  ///   - areInOrder: whether the first of two elements comes first.
  package init(_ limit: Int, by areInOrder: @escaping (Element, Element) -> Bool) {
    self.limit = limit
    self.areInOrder = areInOrder
  }

  /// Adds an element.
  package mutating func add(_ element: Element) {
    if let last, !areInOrder(element, last) { return }
    kept.append(element)
    // Sorts only when there are twice as many, so that the work stays in proportion to the elements.
    if kept.count / 2 >= limit { cut() }
  }

  private mutating func cut() {
    kept.sort(by: areInOrder)
    guard kept.count > limit else { return }
    kept.removeLast(kept.count - limit)
    last = kept.last
  }

  /// Returns the first elements in their order.
  package mutating func sorted() -> [Element] {
    cut()
    return kept
  }
}
