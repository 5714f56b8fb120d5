// Embedded Swift lacks the standard library's ways to make a dictionary of pairs.
extension Dictionary {
  /// Makes a dictionary of pairs: of those with the same key, the first one counts.
  init(firstOf pairs: some Sequence<(Key, Value)>) {
    self.init()
    for (key, value) in pairs where self[key] == nil { self[key] = value }
  }

  /// Returns the dictionary with the pairs of another one whose keys it does not have.
  func adding(_ other: Self) -> Self {
    var all = self
    for (key, value) in other where all[key] == nil { all[key] = value }
    return all
  }
}
