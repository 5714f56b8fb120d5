internal import AdvertReading

/// The tokens of a program. Any position can be asked for: outside of the program is an end of a line.
///
/// A reader looks ahead and behind in a program that nobody has checked, so a position can lie outside, and a range can
/// end outside.
struct TokenList: RandomAccessCollection {
  private var tokens: [SourceToken]

  init(_ tokens: [SourceToken] = []) { self.tokens = tokens }

  private var outside: SourceToken {
    let end = tokens.last.map { TextRange(line: $0.range.endLine, column: $0.range.endColumn, count: 0) }
    return SourceToken(
      kind: .lineEnd, text: "", range: end ?? TextRange(line: 1, column: 1, count: 0), condition: nil)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { tokens.count }

  subscript(position: Int) -> SourceToken { tokens.indices.contains(position) ? tokens[position] : outside }
  subscript(bounds: Range<Int>) -> ArraySlice<SourceToken> { tokens[bounds.clamped(to: tokens.indices)] }

  mutating func append(_ token: SourceToken) { tokens.append(token) }

  /// The places of each word.
  var places: [String: [Int]] {
    var places: [String: [Int]] = [:]
    for (index, token) in tokens.enumerated() where token.isWord { places[token.text, default: []].append(index) }
    return places
  }
}

/// A number for each token of a program, such as the position of its partner. Any position can be asked for.
struct TokenPositions {
  private var positions: [Int]
  /// The number of a token that is outside of the program; `nil` for its own position.
  private let outside: Int?

  init(_ positions: [Int] = [], outside: Int?) {
    self.positions = positions
    self.outside = outside
  }

  subscript(position: Int) -> Int {
    get { positions.indices.contains(position) ? positions[position] : outside ?? position }
    set { if positions.indices.contains(position) { positions[position] = newValue } }
  }

  mutating func append(_ position: Int) { positions.append(position) }
}

/// Returns the range between two positions in a program, which is empty where the second lies before the first.
///
/// The standard library's operator traps there. A program that nobody has checked can have its tokens in any order, so
/// this operator stands for it in this module.
func ..< (first: Int, end: Int) -> Range<Int> { standardRange(first, max(first, end)) }

/// Returns the range by the operator of the standard library, which a generic function still finds.
private func standardRange<Bound: Comparable>(_ first: Bound, _ end: Bound) -> Range<Bound> { first..<end }
