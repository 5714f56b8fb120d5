internal import AdvertObservation

/// The text of a manifest with random access, to tell where in it something is.
///
/// The YAML parser counts columns in Unicode scalars, people and editors in characters; this converts. Lines break where
/// YAML's do.
final class SourceText: Sendable {
  let scalars: [Unicode.Scalar]
  /// Index of the first scalar of each line.
  private let lineStarts: [Int]
  /// For lines in which a character can have several scalars, and only those: the column of each scalar's character.
  private let characterColumns: [Int: [Int32]]

  /// Reads the scalars of a text without a byte order mark.
  init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    var starts = [0]
    var columns: [Int: [Int32]] = [:]
    var isASCII = true
    for index in scalars.indices {
      if !scalars[index].isASCII { isASCII = false }
      let isLast = index + 1 == scalars.count
      let isBreak =
        scalars[index].isYAMLBreak && (isLast || scalars[index] != "\r" || scalars[index + 1] != "\n")
      guard isBreak || isLast else { continue }
      if !isASCII { columns[starts.count - 1] = Self.characterColumns(of: scalars[starts[starts.count - 1]...index]) }
      isASCII = true
      if isBreak { starts.append(index + 1) }
    }
    self.scalars = scalars
    lineStarts = starts
    characterColumns = columns
  }

  /// The index of a line's scalar, both counted from 1, or the end of the text.
  func index(line: Int, scalarColumn: Int) -> Int {
    guard line >= 1, line <= lineStarts.count else { return scalars.count }
    return min(lineStarts[line - 1] + max(scalarColumn, 1) - 1, scalars.count)
  }

  /// The line and the character's column of a scalar, both counted from 1.
  func position(of index: Int) -> (line: Int, column: Int) {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= index { low = middle } else { high = middle }
    }
    let column = index - lineStarts[low]
    guard let columns = characterColumns[low], let last = columns.last else { return (low + 1, column + 1) }
    return (low + 1, column < columns.count ? Int(columns[column]) : Int(last) + 1)
  }

  /// The text from one scalar to before another one.
  func range(_ start: Int, _ end: Int) -> TextRange {
    let first = position(of: start)
    // The end of a line is one past its last character, not the start of the next line.
    let last = position(of: max(end - 1, start))
    let isEmpty = end <= start
    return TextRange(
      line: first.line, column: first.column, endLine: last.line, endColumn: isEmpty ? last.column : last.column + 1)
  }

  private static func characterColumns(of line: ArraySlice<Unicode.Scalar>) -> [Int32] {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: line)
    var columns: [Int32] = []
    columns.reserveCapacity(line.count)
    var column: Int32 = 1
    for character in String(text) {
      for _ in character.unicodeScalars { columns.append(column) }
      column += 1
    }
    return columns
  }
}

extension Unicode.Scalar {
  /// Line feed, carriage return, next line, line separator, paragraph separator (YAML 1.1, section 4.2).
  var isYAMLBreak: Bool {
    self == "\n" || self == "\r" || self == "\u{85}" || self == "\u{2028}" || self == "\u{2029}"
  }

  /// Whether it separates words, here and in what the parser made of a text.
  var isBlank: Bool {
    // The table of properties is slow, and nearly all of a manifest is ASCII.
    isASCII ? value == 0x20 || 0x09...0x0D ~= value : properties.isWhitespace
  }
}
