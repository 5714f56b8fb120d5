internal import AdvertObservation

/// An edit of a source, by its scalars.
struct SourceEdit {
  let range: Range<Int>
  let text: String
}

extension SourceText {
  func text(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range.clamped(to: scalars.indices)])
    return String(text)
  }

  /// The first scalar of the line that holds a scalar.
  func lineStart(of index: Int) -> Int {
    var start = min(index, scalars.count)
    while start > 0, !scalars[start - 1].isYAMLBreak { start -= 1 }
    return start
  }

  /// The line break that ends the line of a scalar, or the end of the text.
  func lineEnd(of index: Int) -> Int {
    var end = index
    while end < scalars.count, !scalars[end].isYAMLBreak { end += 1 }
    return end
  }

  /// After the line break at an index.
  func afterBreak(at index: Int) -> Int {
    guard index < scalars.count else { return scalars.count }
    let isPair = scalars[index] == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
    return index + (isPair ? 2 : 1)
  }

  /// The first line break of the text, as it is written.
  var lineBreak: String {
    let end = lineEnd(of: 0)
    return end < scalars.count ? text(end..<afterBreak(at: end)) : "\n"
  }

  /// The start of the blank lines and comments right above a line.
  func startOfComments(before lineStart: Int) -> Int {
    var start = lineStart
    while start > 0 {
      let isPair = start > 1 && scalars[start - 1] == "\n" && scalars[start - 2] == "\r"
      let end = start - (isPair ? 2 : 1)
      let above = self.lineStart(of: end)
      guard isBlankOrComment(above..<end) else { return start }
      start = above
    }
    return start
  }

  /// Whether nothing is there but white space.
  func isBlank(_ range: Range<Int>) -> Bool {
    scalars[range.clamped(to: scalars.indices)].allSatisfy(\.isBlank)
  }

  /// Whether nothing is there but white space and perhaps a comment after it.
  func isBlankOrComment(_ range: Range<Int>) -> Bool {
    let rest = scalars[range.clamped(to: scalars.indices)].drop(while: \.isBlank)
    return rest.isEmpty || rest.first == "#"
  }

  func edit(_ edit: SourceEdit) -> TextEdit {
    let start = scalars[..<edit.range.lowerBound].reduce(0) { $0 + UTF8.width($1) }
    let count = scalars[edit.range].reduce(0) { $0 + UTF8.width($1) }
    let first = position(of: edit.range.lowerBound)
    let last = position(of: edit.range.upperBound)
    return TextEdit(
      range: TextRange(line: first.line, column: first.column, endLine: last.line, endColumn: last.column),
      text: edit.text, octets: start..<start + count)
  }

  func problem(at index: Int, _ reason: String) -> RewritingProblem {
    let position = position(of: index)
    return RewritingProblem(line: position.line, column: position.column, reason: reason)
  }
}
