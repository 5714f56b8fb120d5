internal import Yams

/// Reads a text of one YAML document into nodes with places. The only file that knows the parser.
///
/// Anchors, aliases and tags are refused: a manifest has no use for them, and a few lines of aliases can stand for more
/// nodes than fit any memory.
enum YAMLDocument {
  /// Nested deeper than this, nothing means anything here.
  private static let mostDepth = 32
  /// Cap on aliases: the parser compares the keys of each mapping with all that their aliases stand for.
  private static let mostAliases = 16

  /// The root of the only document; `nil` when there is nothing but comments.
  static func root(of text: String) throws(ManifestError) -> YAMLNode? {
    let text = text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
    let source = SourceText(text)
    try refuseManyAliases(in: source)
    do {
      let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
      guard let root = try parser.singleRoot() else { return nil }
      // A node knows its anchor as long as the parser lives.
      return try withExtendedLifetime(parser) { try node(root, in: source, depth: 0) }
    } catch let error as ManifestError {
      throw error
    } catch let error as YamlError {
      throw problem(error, in: text, source)
    } catch {
      throw ManifestError(line: 1, column: 1, expected: "YAML", found: "something else")
    }
  }

  private static func node(_ node: Node, in source: SourceText, depth: Int) throws(ManifestError) -> YAMLNode {
    let index = node.mark.map { source.index(line: $0.line, scalarColumn: $0.column) } ?? 0
    let place = YAMLNode.Place(source: source, index: index)
    guard node.anchor == nil else { throw aliases(at: place.index, in: source) }
    guard depth <= mostDepth else {
      throw error(at: place.index, in: source, expected: "at most \(mostDepth) levels", found: "another one")
    }
    switch node {
    case .scalar(let scalar):
      try refuse(scalar.tag, at: place)
      return YAMLNode(content: .scalar(scalar.string, YAMLScalarStyle(scalar.style)), place: place)
    case .sequence(let sequence):
      try refuse(sequence.tag, at: place)
      var elements: [YAMLNode] = []
      for element in sequence { elements.append(try self.node(element, in: source, depth: depth + 1)) }
      return YAMLNode(content: .sequence(elements, isFlow: source.holds("[", at: place.index)), place: place)
    case .mapping(let mapping):
      try refuse(mapping.tag, at: place)
      var pairs: [YAMLNode.Pair] = []
      for (key, value) in mapping {
        pairs.append(
          YAMLNode.Pair(
            key: try self.node(key, in: source, depth: depth + 1),
            value: try self.node(value, in: source, depth: depth + 1)))
      }
      return YAMLNode(content: .mapping(pairs, isFlow: source.holds("{", at: place.index)), place: place)
    case .alias: throw aliases(at: place.index, in: source)
    }
  }

  // MARK: What is refused

  private static func refuse(_ tag: Tag, at place: YAMLNode.Place) throws(ManifestError) {
    let name = tag.rawValue
    guard !name.isEmpty, !Self.plainTags.contains(name) else { return }
    throw error(at: place.index, in: place.source, expected: "a value without a tag", found: "a tag")
  }

  private static let plainTags: Set<String> = [
    "tag:yaml.org,2002:str", "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map",
  ]

  /// Refuses what looks like more aliases than the parser can be given, wherever they are: one in a comment counts too.
  private static func refuseManyAliases(in source: SourceText) throws(ManifestError) {
    var firstAnchor: Int?
    var aliases = 0
    for index in source.scalars.indices.dropLast() where source.scalars[index + 1].isYAMLWord {
      switch source.scalars[index] {
      case "&": if firstAnchor == nil { firstAnchor = index }
      case "*": aliases += 1
      default: break
      }
    }
    guard let firstAnchor, aliases > mostAliases else { return }
    throw Self.aliases(at: firstAnchor, in: source)
  }

  private static func aliases(at index: Int, in source: SourceText) -> ManifestError {
    error(at: index, in: source, expected: "values written out", found: "an anchor (&) or alias (*)")
  }

  private static func error(at index: Int, in source: SourceText, expected: String, found: String) -> ManifestError {
    let position = source.position(of: index)
    return ManifestError(line: position.line, column: position.column, expected: expected, found: found)
  }

  // MARK: Errors of the parser

  private static func problem(_ error: YamlError, in text: String, _ source: SourceText) -> ManifestError {
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _):
      let index = source.index(line: mark.line, scalarColumn: mark.column)
      let (expected, found) = words(problem, context?.text)
      return self.error(at: index, in: source, expected: expected, found: found)
    case .composer(_, let problem, let mark, _):
      let index = source.index(line: mark.line, scalarColumn: mark.column)
      return problem.contains("alias")
        ? aliases(at: index, in: source)
        : self.error(at: index, in: source, expected: "one document", found: "another one")
    case .reader(let problem, let offset, _, _):
      let start = offset.map { text.prefix($0).unicodeScalars.count } ?? 0
      return self.error(at: start, in: source, expected: "text that YAML allows", found: "a place where \(problem)")
    case .duplicatedKeysInMapping(let duplicates, let context):
      let index = source.index(line: context.mark.line, scalarColumn: context.mark.column)
      return DuplicateKey(duplicates.first ?? "", at: index, in: source).error
    case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
      return self.error(at: 0, in: source, expected: "YAML", found: "something else")
    }
  }

  /// The parser's words as what it expected and what it found.
  private static func words(_ problem: String, _ context: String?) -> (expected: String, found: String) {
    let context = context.map { " " + $0 } ?? ""
    for start in ["did not find expected ", "could not find expected "] where problem.hasPrefix(start) {
      return (problem.dropFirst(start.count) + context, "something else")
    }
    if problem.hasPrefix("found ") { return ("YAML" + context, String(problem.dropFirst("found ".count))) }
    if problem.hasPrefix("Maximum nesting level") { return ("at most \(mostDepth) levels", "many more") }
    return ("YAML" + context, "an error: " + problem)
  }
}

extension SourceText {
  fileprivate func holds(_ scalar: Unicode.Scalar, at index: Int) -> Bool {
    index < scalars.count && scalars[index] == scalar
  }
}

extension Unicode.Scalar {
  /// Whether an anchor's name can hold it.
  fileprivate var isYAMLWord: Bool {
    switch self {
    case "0"..."9", "A"..."Z", "a"..."z", "_", "-": true
    default: false
    }
  }
}

extension YAMLScalarStyle {
  fileprivate init(_ style: Node.Scalar.Style) {
    self =
      switch style {
      case .any, .plain: .plain
      case .singleQuoted: .singleQuoted
      case .doubleQuoted: .doubleQuoted
      case .literal, .folded: .block
      }
  }
}

/// A key that a mapping has twice. The parser tells where the first one is; this finds the second.
struct DuplicateKey {
  let error: ManifestError

  /// Put before the first key to make it another one, so that the rest of the mapping can be read.
  private static let prefix = Array("advert-".unicodeScalars)

  /// `index` is that of the first of the keys.
  init(_ name: String, at index: Int, in source: SourceText) {
    let first = source.position(of: index)
    let key = "the key \(YAMLNode.quoted(name)) once"
    guard let second = Self.second(name, after: index, in: source) else {
      error = ManifestError(line: first.line, column: first.column, expected: key, found: "it again")
      return
    }
    let position = source.position(of: second)
    error = ManifestError(
      line: position.line, column: position.column, expected: key,
      found: "it again after line \(first.line), column \(first.column)")
  }

  /// Reads the text once more with the first key renamed: either the parser complains of the next two, or the mapping
  /// that holds the renamed key holds the other one too.
  private static func second(_ name: String, after index: Int, in source: SourceText) -> Int? {
    guard index < source.scalars.count else { return nil }
    let isQuoted = source.scalars[index] == "\"" || source.scalars[index] == "'"
    let start = index + (isQuoted ? 1 : 0)
    var renamed = String.UnicodeScalarView()
    renamed.append(contentsOf: source.scalars[..<start])
    renamed.append(contentsOf: prefix)
    renamed.append(contentsOf: source.scalars[start...])
    let text = SourceText(String(renamed))
    let newName = String(String.UnicodeScalarView(prefix)) + name
    let mark: Mark?
    do {
      let root = try compose(yaml: String(renamed), .basic, .default, .utf8)
      mark = root.flatMap { sibling(of: newName, named: name, in: $0) }
    } catch YamlError.duplicatedKeysInMapping(let names, let context) where names.first == name {
      mark = context.mark
    } catch {
      mark = nil
    }
    guard let mark else { return nil }
    let found = text.index(line: mark.line, scalarColumn: mark.column) - prefix.count
    return found > index ? found : nil
  }

  private static func sibling(of renamed: String, named name: String, in node: Node) -> Mark? {
    switch node {
    case .scalar, .alias: return nil
    case .sequence(let elements):
      for element in elements {
        if let found = sibling(of: renamed, named: name, in: element) { return found }
      }
      return nil
    case .mapping(let mapping):
      let keys = mapping.keys
      if keys.contains(where: { $0.scalar?.string == renamed }),
        let other = keys.first(where: { $0.scalar?.string == name })
      {
        return other.mark
      }
      for value in mapping.values {
        if let found = sibling(of: renamed, named: name, in: value) { return found }
      }
      return nil
    }
  }
}
