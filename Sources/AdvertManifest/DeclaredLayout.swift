public import AdvertisingData

/// A layout that somebody wrote down, with where.
public struct DeclaredLayout: Hashable, Sendable {
  /// `nil` when it was given none.
  public let name: String?
  public let layout: Layout
  /// Lines of the file, counting from 1, that hold the two blocks.
  public let advertisingLine: Int?
  public let scanResponseLine: Int?

  public init(name: String?, layout: Layout, advertisingLine: Int?, scanResponseLine: Int?) {
    self.name = name
    self.layout = layout
    self.advertisingLine = advertisingLine
    self.scanResponseLine = scanResponseLine
  }
}

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
