extension Substring {
  /// Returns the first range of another text.
  func firstRange(ofText other: String) -> Range<String.Index>? {
    let wanted = Array(other.utf8)
    guard let first = wanted.first else { return nil }
    var start = startIndex
    while let found = utf8[start...].firstIndex(of: first) {
      if utf8[found...].starts(with: wanted) { return found..<utf8.index(found, offsetBy: wanted.count) }
      start = utf8.index(after: found)
    }
    return nil
  }
}

extension String {
  /// Returns the first range of another text.
  func firstRange(ofText other: String) -> Range<String.Index>? { self[...].firstRange(ofText: other) }
}
