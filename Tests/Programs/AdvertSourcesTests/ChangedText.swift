import TestSupport

/// A program with a few characters removed or added, as a typing error does.
enum ChangedText {
  /// Returns 300 such texts, the same in each run.
  ///
  /// - Parameter marks: the characters that are added.
  static func some(of text: String, marks: String) -> [String] {
    let (octets, marks) = (Array(text.utf8), Array(marks.utf8))
    var random = SplitMix64(seed: 42)
    return (0..<300).map { _ in
      var changed = octets
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: changed.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: changed.remove(at: place)
        case 1: changed.insert(marks[Int.random(in: marks.indices, using: &random)], at: place)
        default: changed.removeSubrange(place..<min(place + 20, changed.count))
        }
      }
      return String(decoding: changed, as: UTF8.self)
    }
  }
}
