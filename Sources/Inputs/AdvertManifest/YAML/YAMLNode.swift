internal import AdvertObservation
internal import AdvertReading

/// A value of a YAML document with its place in the text, or a value to write.
///
/// Scalars keep their text: the reader of a field decides whether `0201` is a number.
struct YAMLNode: Sendable {
  let content: Content
  let place: Place?

  indirect enum Content: Sendable {
    case scalar(String, YAMLScalarStyle)
    case sequence([YAMLNode], isFlow: Bool)
    case mapping([Pair], isFlow: Bool)
  }

  struct Pair: Sendable {
    let key: YAMLNode
    let value: YAMLNode
  }

  /// The start of a node.
  struct Place: Sendable {
    let source: YAMLText
    /// The index of the first scalar in the source.
    let index: Int
  }

  // MARK: Writing

  static func text(_ text: String) -> YAMLNode {
    YAMLNode(content: .scalar(text, .doubleQuoted), place: nil)
  }

  static func list(_ elements: [YAMLNode]) -> YAMLNode {
    YAMLNode(content: .sequence(elements, isFlow: true), place: nil)
  }

  static func mapping(_ pairs: KeyValuePairs<String, YAMLNode>) -> YAMLNode {
    YAMLNode(
      content: .mapping(pairs.map { Pair(key: .text($0.key), value: $0.value) }, isFlow: true), place: nil)
  }

  // MARK: Reading

  /// The text of a scalar; `nil` for any other node, and for a value that was left out.
  var scalar: String? {
    guard case .scalar(let text, let style) = content, style != .plain || !text.isEmpty else { return nil }
    return text
  }

  /// Returns the text of a scalar.
  func text(_ expected: String) throws(ManifestError) -> String {
    guard let scalar else { throw error(expected: expected) }
    return scalar
  }

  /// Returns the elements of a list; a scalar alone is a list of one.
  func list(_ expected: String) throws(ManifestError) -> [YAMLNode] {
    switch content {
    case .sequence(let elements, _): return elements
    case .scalar where scalar != nil: return [self]
    case .scalar, .mapping: throw error(expected: expected)
    }
  }

  /// Returns keys and values in the order written.
  func pairs(_ expected: String) throws(ManifestError) -> [(name: String, key: YAMLNode, value: YAMLNode)] {
    guard case .mapping(let pairs, _) = content else { throw error(expected: expected) }
    var named: [(name: String, key: YAMLNode, value: YAMLNode)] = []
    for pair in pairs {
      named.append((try pair.key.text("a name"), pair.key, pair.value))
    }
    return named
  }

  // MARK: Errors

  /// Returns the error for this node instead of an expected value.
  func error(
    expected: String, found: String? = nil, nearestOf words: some Sequence<String> = []
  ) -> ManifestError {
    let position = place.map { $0.source.position(of: $0.index) } ?? (line: 1, column: 1)
    return ManifestError(
      line: position.line, column: position.column, expected: expected, found: found ?? self.found,
      suggestion: scalar.flatMap { NearestWord.to($0, among: words) })
  }

  /// The name of the node for a reader of the text.
  var found: String {
    switch content {
    case .scalar(let text, let style): text.isEmpty && style == .plain ? "nothing" : Self.quoted(text)
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// Returns a text in quotes and of bounded length, for messages.
  static func quoted(_ text: String) -> String {
    // A character may have any length.
    let start = text.unicodeScalars.prefix(40)
    return "\"\(String(start))\(start.endIndex == text.endIndex ? "" : "…")\""
  }
}

/// The written form of a scalar.
enum YAMLScalarStyle: Sendable {
  case plain
  case singleQuoted
  case doubleQuoted
  /// After `|` or `>`.
  case block
}

/// The range of a node in the text, from its first to its last character. The parser reports only the starts of nodes.
extension YAMLNode {
  /// The range; `nil` for a node to write.
  var range: TextRange? {
    guard let place, let end else { return nil }
    return place.source.range(place.index, end)
  }

  /// Returns the range from the start of this node to the end of another one.
  func range(through last: YAMLNode) -> TextRange? {
    guard let place, let end = last.end else { return nil }
    return place.source.range(place.index, end)
  }

  /// The places of a scalar's characters without white space, each a range of the source's scalars.
  var writtenCharacters: [Range<Int>] {
    guard case .scalar(let text, let style) = content, let place else { return [] }
    return ScalarWalk(place, style: style, count: text.unicodeScalars.count { !$0.isBlank }).characters
  }

  /// The place after its last character, as an index of the source's scalars; `nil` for a node to write.
  var end: Int? {
    guard let place else { return nil }
    switch content {
    case .scalar(let text, let style):
      return ScalarWalk(place, style: style, count: text.unicodeScalars.count { !$0.isBlank }).end
    case .sequence(let elements, let isFlow):
      let last = elements.last?.end ?? place.index + (isFlow ? 1 : 0)
      return isFlow ? place.source.end(ofFlowFrom: last, closing: "]") : last
    case .mapping(let pairs, let isFlow):
      let last = pairs.last.flatMap { max($0.key.end ?? 0, $0.value.end ?? 0) } ?? place.index + (isFlow ? 1 : 0)
      return isFlow ? place.source.end(ofFlowFrom: last, closing: "}") : last
    }
  }
}

extension YAMLText {
  /// Returns the place after the bracket that closes a flow collection whose last element ends at `start`.
  fileprivate func end(ofFlowFrom start: Int, closing bracket: Unicode.Scalar) -> Int {
    var index = start
    while index < scalars.count, scalars[index] != bracket {
      if scalars[index] == "#" {
        while index < scalars.count, !scalars[index].isYAMLBreak { index += 1 }
      } else if scalars[index].isBlank || scalars[index] == "," || scalars[index] == ":" {
        index += 1
      } else {
        return start
      }
    }
    return index < scalars.count ? index + 1 : start
  }
}

/// Finds the characters of a scalar in the text it was read from: past line folding, indentation, quotes and escapes.
///
/// White space is left out, because folding changes it; all other characters are there in the same order.
struct ScalarWalk {
  /// The place of each character, without white space.
  private(set) var characters: [Range<Int>] = []
  /// The place after the last character, including the closing quote.
  private(set) var end: Int

  private let scalars: [Unicode.Scalar]

  /// `count` is the number of characters of the scalar, without white space.
  init(_ place: YAMLNode.Place, style: YAMLScalarStyle, count: Int) {
    scalars = place.source.scalars
    end = place.index
    characters.reserveCapacity(count)
    switch style {
    case .plain: walkPlain(count)
    case .block:
      // The indicator and the rest of its line, such as a comment.
      while end < scalars.count, !scalars[end].isYAMLBreak { end += 1 }
      walkPlain(count)
    case .singleQuoted: walkSingleQuoted()
    case .doubleQuoted: walkDoubleQuoted()
    }
  }

  private mutating func walkPlain(_ count: Int) {
    var index = end
    while characters.count < count, index < scalars.count {
      if !scalars[index].isBlank {
        characters.append(index..<index + 1)
        end = index + 1
      }
      index += 1
    }
  }

  private mutating func walkSingleQuoted() {
    end = min(end + 1, scalars.count)
    while end < scalars.count {
      let start = end
      end += 1
      if scalars[start] == "'" {
        guard end < scalars.count, scalars[end] == "'" else { return }
        end += 1
      }
      if !scalars[start].isBlank { characters.append(start..<end) }
    }
  }

  private mutating func walkDoubleQuoted() {
    end = min(end + 1, scalars.count)
    while end < scalars.count {
      let start = end
      end += 1
      switch scalars[start] {
      case "\"": return
      case "\\":
        guard end < scalars.count else { return }
        let kind = scalars[end]
        end = min(end + 1 + Self.digits(of: kind), scalars.count)
        if !isBlank(escape: kind, digits: scalars[start..<end].dropFirst(2)) { characters.append(start..<end) }
      default:
        if !scalars[start].isBlank { characters.append(start..<end) }
      }
    }
  }

  /// Returns the number of hex digits after the letter of an escape.
  private static func digits(of kind: Unicode.Scalar) -> Int {
    switch kind {
    case "x": 2
    case "u": 4
    case "U": 8
    default: 0
    }
  }

  private func isBlank(escape kind: Unicode.Scalar, digits: ArraySlice<Unicode.Scalar>) -> Bool {
    switch kind {
    case "x", "u", "U":
      let value = digits.reduce(UInt32(0)) { $0 << 4 | $1.hexDigit }
      return Unicode.Scalar(value)?.isBlank ?? false
    case "n", "r", "t", "\t", "v", "f", " ", "N", "_", "L", "P": return true
    default: return kind.isYAMLBreak
    }
  }
}

extension Unicode.Scalar {
  /// The value of a hex digit; 0 for any other character.
  fileprivate var hexDigit: UInt32 { UInt32(Character(self).hexDigitValue ?? 0) }
}
