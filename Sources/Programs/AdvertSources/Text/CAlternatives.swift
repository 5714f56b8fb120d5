/// An `if` and its `else` that set different data.
struct CAlternative {
  /// The condition, as written.
  let condition: String
  /// The tokens that do not run when the condition holds, and when it does not, with those of the condition itself.
  let leftOut: [Bool: [Range<Int>]]
}

extension CProgram {
  /// The most tokens of a condition that a message can show.
  private static let longestCondition = 12

  /// The first `if` of the program whose two branches call functions that readers have asked for, and set nothing that
  /// stays when the other one runs later; `nil` without one.
  func alternative() -> CAlternative? {
    let calls = Set(asked.names.flatMap { places[$0] ?? [] })
    guard calls.count > 1 else { return nil }
    for index in places["if"] ?? [] where owners[index] >= 0 && tokens[index + 1].isMark("(") {
      let condition = index + 2..<partners[index + 1]
      let first = branch(at: partners[index + 1] + 1)
      guard tokens[first.upperBound].isWord("else"), condition.count <= Self.longestCondition, !changes(condition)
      else {
        continue
      }
      let second = branch(at: first.upperBound + 1)
      guard tokens[index - 1].isMark(";") || tokens[index - 1].isMark("{") || tokens[index - 1].isMark("}"),
        !tokens[second.lowerBound].isWord("if"),
        [first, second].allSatisfy({ !$0.isDisjoint(with: calls) && isOwn($0) })
      else { continue }
      return CAlternative(
        condition: CExpression.words(tokens[condition]),
        leftOut: [
          true: [index..<first.lowerBound, first.upperBound..<second.upperBound],
          false: [index..<second.lowerBound],
        ])
    }
    return nil
  }

  /// Returns the statement behind a condition.
  private func branch(at start: Int) -> Range<Int> {
    var end = start
    while end < tokens.count, !tokens[end].isMark(";"), !tokens[end].isMark("{") { end = placeBehind(end) }
    return start..<(tokens[end].isMark("{") && end == start ? partners[end] : end) + 1
  }

  /// Whether a condition calls or sets something.
  private func changes(_ condition: Range<Int>) -> Bool {
    condition.contains { index in
      ["(", "=", "++", "--", "+=", "-=", "|=", "&=", "^="].contains { tokens[index].isMark($0) }
    }
  }

  /// Whether each variable that a branch sets is one of its function, and nothing leaves the branch before its end.
  private func isOwn(_ branch: Range<Int>) -> Bool {
    branch.allSatisfy { index in
      let isSet = statements[index] == index && statement(of: index).contains { tokens[$0].isMark("=") }
      guard tokens[index].isWord else { return !isSet || tokens[index].isMark("{") || tokens[index].isMark("}") }
      if ["return", "break", "continue", "goto", "if", "for", "while", "switch"].contains(tokens[index].text) {
        return false
      }
      // A variable of the function begins again each time.
      return !isSet || statement(of: index).contains { declaration(at: $0) != nil }
        || declarations(of: tokens[index].text).contains {
          owners[$0.name] == owners[index] && !$0.type.contains("static")
        }
    }
  }
}

extension Range<Int> {
  fileprivate func isDisjoint(with places: Set<Int>) -> Bool { !contains { places.contains($0) } }
}
