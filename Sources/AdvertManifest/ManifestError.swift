/// Why a file of declared layouts cannot be used. Line and column count from 1.
public struct ManifestError: Error, Hashable, Sendable {
  public let line: Int
  public let column: Int
  public let expected: String
  public let found: String
}

extension ManifestError: CustomStringConvertible {
  public var description: String { "line \(line), column \(column): expected \(expected), found \(found)" }
}
