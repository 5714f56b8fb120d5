/// Returns a number with its noun, such as `1 byte` and `2 bytes`.
///
/// - Parameter plural: for nouns whose plural is not formed with an s: `entries`.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// Returns words as a list: `a`, `a and b`, `a, b and c`.
///
/// - Parameter conjunction: the word before the last one: `or` for alternatives.
package func listed(_ words: [String], _ conjunction: String = "and") -> String {
  guard let last = words.last, words.count > 1 else { return words.joined() }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}

extension Range<Int> {
  /// The places of bytes: `byte 3`, `bytes 3 to 5`.
  package var byteWords: String {
    count == 1 ? "byte \(lowerBound)" : "bytes \(lowerBound) to \(upperBound - 1)"
  }
}
