internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// The text of a manifest with random access, to find the place of a value in it.
///
/// Columns count Unicode scalars, as the YAML parser and SARIF do. Lines end as in YAML.
final class YAMLText: Sendable {
  let scalars: [Unicode.Scalar]
  /// Index of the first scalar of each line.
  private let lineStarts: [Int]
  /// The number of UTF-8 octets before each line.
  private let lineOctets: [Int]

  /// Reads the scalars of a text without a byte order mark.
  init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    var starts = [0]
    var octets = 0
    var startOctets = [0]
    for index in scalars.indices {
      octets += UTF8.width(scalars[index])
      let isLast = index + 1 == scalars.count
      let isBreak =
        scalars[index].isYAMLBreak && (isLast || scalars[index] != "\r" || scalars[index + 1] != "\n")
      guard isBreak else { continue }
      starts.append(index + 1)
      startOctets.append(octets)
    }
    self.scalars = scalars
    lineStarts = starts
    lineOctets = startOctets
  }

  /// Returns the index of a line's scalar, both counted from 1, or the end of the text.
  func index(line: Int, scalarColumn: Int) -> Int {
    guard line >= 1, line <= lineStarts.count else { return scalars.count }
    return min(lineStarts[line - 1] + max(scalarColumn, 1) - 1, scalars.count)
  }

  /// Returns the line of a scalar, counted from 0.
  private func line(of index: Int) -> Int {
    max(lineStarts.indices.partitioningIndex { lineStarts[$0] > index } - 1, 0)
  }

  /// Returns the number of UTF-8 octets before a scalar.
  func octets(before index: Int) -> Int {
    let line = line(of: index)
    return scalars[lineStarts[line]..<index].reduce(lineOctets[line]) { $0 + UTF8.width($1) }
  }

  /// Returns the line and the column of a scalar, both counted from 1.
  func position(of index: Int) -> (line: Int, column: Int) {
    let line = line(of: index)
    return (line + 1, index - lineStarts[line] + 1)
  }

  /// Returns the range from one scalar to before another one.
  func range(_ start: Int, _ end: Int) -> TextRange {
    let first = position(of: start)
    // The end of a line is one past its last character, not the start of the next line.
    let last = position(of: max(end - 1, start))
    let isEmpty = end <= start
    return TextRange(
      line: first.line, column: first.column, endLine: last.line, endColumn: isEmpty ? last.column : last.column + 1)
  }
}

extension Unicode.Scalar {
  /// Whether the character is a line feed, carriage return, next line, line separator or paragraph separator (YAML 1.1,
  /// section 4.2).
  var isYAMLBreak: Bool {
    self == "\n" || self == "\r" || self == "\u{85}" || self == "\u{2028}" || self == "\u{2029}"
  }

  /// Whether the character separates words, in the source and in the parser's text.
  var isBlank: Bool {
    // The table of properties is slow, and nearly all of a manifest is ASCII.
    isASCII ? value == 0x20 || 0x09...0x0D ~= value : properties.isWhitespace
  }
}

/// An edit of a source, by its scalars.
struct SourceEdit {
  let range: Range<Int>
  let text: String
}

extension YAMLText {
  func text(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range.clamped(to: scalars.indices)])
    return String(text)
  }

  /// Returns the first scalar of the line with a scalar.
  func lineStart(of index: Int) -> Int {
    var start = min(index, scalars.count)
    while start > 0, !scalars[start - 1].isYAMLBreak { start -= 1 }
    return start
  }

  /// Returns the line break that ends the line of a scalar, or the end of the text.
  func lineEnd(of index: Int) -> Int {
    var end = index
    while end < scalars.count, !scalars[end].isYAMLBreak { end += 1 }
    return end
  }

  /// Returns the place after the line break at an index.
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

  /// Returns whether a range contains only white space.
  func isBlank(_ range: Range<Int>) -> Bool {
    scalars[range.clamped(to: scalars.indices)].allSatisfy { $0.isBlank }
  }

  /// Returns whether a range contains only white space, and perhaps a comment after it.
  func isBlankOrComment(_ range: Range<Int>) -> Bool {
    let rest = scalars[range.clamped(to: scalars.indices)].drop { $0.isBlank }
    return rest.isEmpty || rest.first == "#"
  }

  func edit(_ edit: SourceEdit) -> TextEdit {
    let start = octets(before: edit.range.lowerBound)
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
