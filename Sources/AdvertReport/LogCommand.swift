/// What build services act on when they meet it in a log, whoever wrote it there.
///
/// GitHub Actions takes a line that begins with `::name::`, spaces before it or not, for a command, and `##[name]`
/// anywhere in a line; Azure Pipelines `##vso[…]` and TeamCity `##teamcity[…]`.
enum LogCommand {
  /// Whether the character at `index` would make a command of what follows it, so that it has to be written otherwise.
  ///
  /// Of colons all are meant that may come to stand at the beginning of a line: lines are broken at spaces.
  static func begins(at index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    switch scalars[index] {
    case ":":
      guard index + 1 < scalars.count, scalars[index + 1] == ":" else { return false }
      return index == 0 || scalars[index - 1].properties.isWhitespace
    case "#":
      guard index > 0, scalars[index - 1] == "#" else { return false }
      return scalars[(index + 1)...].first { !isLetter($0) } == "["
    default: return false
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    "a"..."z" ~= scalar || "A"..."Z" ~= scalar
  }
}
