/// A stretch of a text file, from its first character to the one after its last. Lines and columns count from 1, columns
/// in Unicode code points.
public struct TextRange: Hashable, Sendable {
  public let line: Int
  public let column: Int
  public let endLine: Int
  public let endColumn: Int

  public init(line: Int, column: Int, endLine: Int, endColumn: Int) {
    self.line = line
    self.column = column
    self.endLine = endLine
    self.endColumn = endColumn
  }

  /// `count` characters of one line.
  public init(line: Int, column: Int, count: Int) {
    self.init(line: line, column: column, endLine: line, endColumn: column + count)
  }

  /// From the start of this to the end of another one.
  func through(_ last: TextRange) -> TextRange {
    TextRange(line: line, column: column, endLine: last.endLine, endColumn: last.endColumn)
  }
}
