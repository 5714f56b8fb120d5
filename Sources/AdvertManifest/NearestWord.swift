/// The word that somebody probably meant.
public enum NearestWord {
  /// Words longer than this are compared with nothing: nobody means them.
  private static let longest = 64

  /// The word with the fewest changed letters, ties by the order given; `nil` when more than a third would change.
  public static func to(_ word: String, among words: some Sequence<String>) -> String? {
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

  /// Letters to insert, remove, replace or swap with their neighbour (optimal string alignment).
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
