/// The reason why a file of declared layouts cannot be used. Line and column count from 1.
package struct ManifestError: Error, Hashable, Sendable {
  package let line: Int
  package let column: Int
  package let expected: String
  package let found: String
  /// The nearest valid word; `nil` when none is near.
  package let suggestion: String?

  package init(line: Int, column: Int, expected: String, found: String, suggestion: String? = nil) {
    self.line = line
    self.column = column
    self.expected = expected
    self.found = found
    self.suggestion = suggestion
  }
}

extension ManifestError: CustomStringConvertible {
  package var description: String { "\(place): \(message)" }

  /// The expected value and the found one, for a form that has the place elsewhere.
  package var message: String {
    "expected \(expected), found \(found)" + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
  }

  /// The place of the error in the manifest.
  package var place: String { "line \(line), column \(column)" }
}

/// The known word that an unknown one probably means.
package enum NearestWord {
  /// The longest word that is compared: no known word is near longer ones.
  private static let longest = 64

  /// Returns the word with the fewest changed letters, ties by the order given; `nil` when more than a third would
  /// change.
  package static func to(_ word: String, among words: some Sequence<String>) -> String? {
    let word = Array(word.lowercased().utf8)
    guard !word.isEmpty, word.count <= longest else { return nil }
    var nearest: (word: String, distance: Int)?
    for candidate in words {
      let letters = Array(candidate.lowercased().utf8)
      let most = max(word.count, letters.count) / 3
      guard abs(letters.count - word.count) <= most, letters.count <= longest else { continue }
      let distance = distance(word, letters)
      if distance <= max(most, 1), distance < nearest?.distance ?? .max { nearest = (candidate, distance) }
    }
    return nearest?.word
  }

  /// Returns words that contain an unknown one, or that it probably means, at most three; in the order given.
  package static func suggestions(for word: String, among words: some Sequence<String>) -> [String] {
    let part = word.lowercased()
    let containing = words.filter { candidate in
      let candidate = candidate.lowercased()
      let words = candidate.split { $0 == " " || $0 == "-" }
      return part.count > 1 && (candidate.hasPrefix(part) || words.contains { $0.hasPrefix(part) })
    }
    return containing.isEmpty ? [to(word, among: words)].compactMap { $0 } : Array(containing.prefix(3))
  }

  /// Returns the words with the fewest changed letters, for any number of changes; ties in the order given.
  package static func ranked(near word: String, among words: some Sequence<String>, count: Int) -> [String] {
    let letters = Array(word.lowercased().utf8.prefix(longest))
    let distances = words.map { candidate in
      (word: candidate, distance: distance(letters, Array(candidate.lowercased().utf8.prefix(longest))))
    }
    return distances.sorted { $0.distance < $1.distance }.prefix(count).map { $0.word }
  }

  /// Returns the number of letters to insert, remove, replace or swap with their neighbour (optimal string alignment).
  static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for row in one.indices {
      var current = [row + 1]
      for column in other.indices {
        let isSame = one[row] == other[column]
        var best = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[other.count]
  }
}
