/// A value of a YAML document with its place in the text, or one that is to be written.
///
/// Scalars keep their text: whether `0201` is a number is not for the parser to say.
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

  /// Where a node starts.
  struct Place: Sendable {
    let source: SourceText
    /// Of the first scalar in the source.
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

  /// The text of a scalar; `nil` for anything else, and for a value that was left out.
  var scalar: String? {
    guard case .scalar(let text, let style) = content, style != .plain || !text.isEmpty else { return nil }
    return text
  }

  /// The text of a scalar.
  func text(_ expected: String) throws(ManifestError) -> String {
    guard let scalar else { throw error(expected: expected) }
    return scalar
  }

  /// The elements of a list; a scalar alone is a list of one.
  func list(_ expected: String) throws(ManifestError) -> [YAMLNode] {
    switch content {
    case .sequence(let elements, _): return elements
    case .scalar where scalar != nil: return [self]
    case .scalar, .mapping: throw error(expected: expected)
    }
  }

  /// Keys and values in the order written.
  func pairs(_ expected: String) throws(ManifestError) -> [(name: String, key: YAMLNode, value: YAMLNode)] {
    guard case .mapping(let pairs, _) = content else { throw error(expected: expected) }
    var named: [(name: String, key: YAMLNode, value: YAMLNode)] = []
    for pair in pairs {
      named.append((try pair.key.text("a name"), pair.key, pair.value))
    }
    return named
  }

  // MARK: Errors

  /// What is here instead of what was expected.
  func error(
    expected: String, found: String? = nil, nearestOf words: some Sequence<String> = []
  ) -> ManifestError {
    let position = place.map { $0.source.position(of: $0.index) } ?? (line: 1, column: 1)
    return ManifestError(
      line: position.line, column: position.column, expected: expected, found: found ?? self.found,
      suggestion: scalar.flatMap { NearestWord.to($0, among: words) })
  }

  /// What a reader of the text would call it.
  var found: String {
    switch content {
    case .scalar(let text, let style): text.isEmpty && style == .plain ? "nothing" : Self.quoted(text)
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// Quoted and of bounded length, for messages.
  static func quoted(_ text: String) -> String {
    // A character may be of any length.
    let start = text.unicodeScalars.prefix(40)
    return "\"\(String(start))\(start.endIndex == text.endIndex ? "" : "…")\""
  }
}

/// How a scalar is written.
enum YAMLScalarStyle: Sendable {
  case plain
  case singleQuoted
  case doubleQuoted
  /// After `|` or `>`.
  case block
}
