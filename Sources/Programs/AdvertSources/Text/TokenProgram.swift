internal import AdvertReading

/// The parts that the programs of all languages have: tokens, and the brackets among them.
protocol TokenProgram {
  var tokens: TokenList { get }
  /// The places of each word.
  var places: [String: [Int]] { get }
  /// The other bracket of each bracket; each other token itself.
  var partners: TokenPositions { get }
  /// The reason why no part of the program is read; `nil` when it is read.
  var obstacle: SourceObstacle? { get }
  /// The marks between an expression and its member.
  static var memberMarks: [String] { get }
}

extension TokenProgram {
  /// Whether a token is a member of the expression before it.
  func isMember(_ index: Int) -> Bool {
    tokens.indices.contains(index - 1) && Self.memberMarks.contains { tokens[index - 1].isMark($0) }
  }

  /// Returns the range of the text from the first to the last of the tokens.
  func range(_ range: Range<Int>) -> TextRange {
    guard let first = range.first, let last = range.last, tokens.indices.contains(last) else {
      return TextRange(line: 1, column: 1, count: 0)
    }
    return tokens[first].range.through(tokens[last].range)
  }

  /// Returns the parts between brackets, such as the arguments of a call.
  func parts(_ open: Int) -> [Range<Int>] { split(open + 1..<partners[open]) }

  /// Divides at the commas outside of inner brackets. A comma at the end makes no part.
  func split(_ range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if tokens[index].isMark(",") {
        parts.append(start..<index)
        start = index + 1
      }
      index = placeBehind(index)
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }

  /// Returns the place behind a token, or behind the brackets that it opens.
  func placeBehind(_ index: Int) -> Int { partners[index] > index ? partners[index] + 1 : index + 1 }

  /// Returns the place before a token, or before the brackets that it closes.
  func placeBefore(_ index: Int) -> Int { partners[index] < index ? partners[index] - 1 : index - 1 }

  /// Returns the places of a range, outside of the brackets in it, whose tokens are as wanted.
  func outerPlaces(in range: Range<Int>, where isWanted: (SourceToken) -> Bool) -> [Int] {
    var places: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if isWanted(tokens[index]) { places.append(index) }
      index = placeBehind(index)
    }
    return places
  }
}
