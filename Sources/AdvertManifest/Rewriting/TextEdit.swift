/// What is to stand in a text in place of what is there.
public struct TextEdit: Hashable, Sendable {
  /// What is replaced; empty where something is added.
  public let range: TextRange
  public let text: String
  /// The range in the text's UTF-8, without a byte order mark.
  let octets: Range<Int>

  /// A text with edits made, which must be of its places and must not overlap.
  public static func applying(_ edits: [TextEdit], to text: String) -> String {
    var octets = Array(text.utf8)
    let start = octets.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for edit in edits.sorted(by: { $0.octets.lowerBound > $1.octets.lowerBound }) {
      let range = edit.octets.lowerBound + start..<edit.octets.upperBound + start
      octets.replaceSubrange(range.clamped(to: octets.indices), with: edit.text.utf8)
    }
    return String(decoding: octets, as: UTF8.self)
  }
}

/// Why a layout cannot be written anew where it stands. Line and column count from 1.
public struct RewritingProblem: Error, Hashable, Sendable {
  public let line: Int
  public let column: Int
  public let reason: String
}

extension RewritingProblem: CustomStringConvertible {
  public var description: String { "line \(line), column \(column): \(reason)" }
}
