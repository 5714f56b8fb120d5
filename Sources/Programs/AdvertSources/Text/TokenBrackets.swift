/// The brackets of a program: which belong together, and which are around each token.
struct TokenBrackets {
  /// The other bracket of each bracket; each other token itself.
  private(set) var partners: TokenPositions
  /// The innermost opening bracket around each token; -1 where there is none. A bracket is not around itself.
  private(set) var owners: TokenPositions
  /// The bracket that belongs to no other; `nil` when there is none.
  private(set) var obstacle: SourceObstacle?

  private static let closing = ["(": ")", "[": "]", "{": "}"]

  /// - Parameters:
  ///   - refusal: what is said of a closing bracket that belongs to none before it.
  ///   - mayPair: whether two brackets of one form may belong together.
  init(
    _ tokens: TokenList, refusal: String = "a bracket that none before it belongs to",
    where mayPair: (_ open: SourceToken, _ close: SourceToken) -> Bool = { _, _ in true }
  ) {
    partners = TokenPositions(Array(0..<tokens.count), outside: nil)
    owners = TokenPositions(Array(repeating: -1, count: tokens.count), outside: -1)
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      if token.kind == .mark, [")", "]", "}"].contains(token.text) {
        guard let start = open.popLast(), Self.closing[tokens[start].text] == token.text, mayPair(tokens[start], token)
        else {
          obstacle = SourceObstacle(token.line, refusal)
          return
        }
        partners[start] = index
        partners[index] = start
      }
      owners[index] = open.last ?? -1
      if token.kind == .mark, Self.closing[token.text] != nil { open.append(index) }
    }
    if let start = open.last { obstacle = SourceObstacle(tokens[start].line, "a bracket that is not closed") }
  }
}
