/// Why a file of declared layouts cannot be used. Line and column count from 1.
public struct ManifestError: Error, Hashable, Sendable {
  public let line: Int
  public let column: Int
  public let expected: String
  public let found: String
  /// The nearest word that would be right; `nil` when none is near.
  public let suggestion: String?

  init(line: Int, column: Int, expected: String, found: String, suggestion: String? = nil) {
    self.line = line
    self.column = column
    self.expected = expected
    self.found = found
    self.suggestion = suggestion
  }
}

extension ManifestError: CustomStringConvertible {
  public var description: String {
    "line \(line), column \(column): expected \(expected), found \(found)"
      + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
  }
}
