/// Reads a text of one YAML document into nodes with places.
///
/// Anchors, aliases and tags are refused: a manifest has no use for them, and a few lines of aliases can mean more
/// nodes than fit into memory.
struct YAMLDocument {
  /// The greatest depth of nested values. No manifest needs more.
  private static let maximumDepth = 32

  private let source: YAMLText
  private let events: YAMLEvents

  private init(_ text: String) {
    source = YAMLText(text)
    events = YAMLEvents(of: text)
  }

  /// Returns the root of the only document; `nil` when there are only comments.
  static func root(of text: String) throws(ManifestError) -> YAMLNode? {
    try YAMLDocument(text.first == "\u{FEFF}" ? String(text.dropFirst()) : text).root()
  }

  private func root() throws(ManifestError) -> YAMLNode? {
    var root: YAMLNode?
    while true {
      let event = try next()
      switch event.kind {
      case .streamEnd: return root
      case .documentStart:
        guard root == nil else { throw error(at: place(of: event), expected: "one document", found: "another one") }
        root = try node(from: try next(), depth: 0)
      default: break
      }
    }
  }

  private func node(from event: YAMLEvent, depth: Int) throws(ManifestError) -> YAMLNode {
    let place = place(of: event)
    guard depth <= Self.maximumDepth else {
      throw error(at: place, expected: "at most \(Self.maximumDepth) levels", found: "another one")
    }
    switch event.kind {
    case .scalar(let text, let style, let properties):
      try refuse(properties, at: place)
      return YAMLNode(content: .scalar(text, style), place: place)
    case .sequence(let properties):
      try refuse(properties, at: place)
      var elements: [YAMLNode] = []
      while let element = try element() { elements.append(try node(from: element, depth: depth + 1)) }
      return YAMLNode(content: .sequence(elements, isFlow: source.holds("[", at: place.index)), place: place)
    case .mapping(let properties):
      try refuse(properties, at: place)
      var pairs: [YAMLNode.Pair] = []
      var keys: [String: YAMLNode.Place] = [:]
      while let element = try element() {
        let key = try node(from: element, depth: depth + 1)
        try refuseAgain(key, in: &keys)
        pairs.append(YAMLNode.Pair(key: key, value: try node(from: try next(), depth: depth + 1)))
      }
      return YAMLNode(content: .mapping(pairs, isFlow: source.holds("{", at: place.index)), place: place)
    default: throw aliases(at: place)
    }
  }

  /// Returns the start of the next element of a sequence or mapping; `nil` after the last one.
  private func element() throws(ManifestError) -> YAMLEvent? {
    let event = try next()
    if case .end = event.kind { return nil }
    return event
  }

  private func next() throws(ManifestError) -> YAMLEvent {
    do throws(YAMLProblem) {
      return try events.next()
    } catch {
      throw self.error(error)
    }
  }

  private func place(of event: YAMLEvent) -> YAMLNode.Place {
    YAMLNode.Place(
      source: source, index: source.index(line: event.start.line, scalarColumn: event.start.column))
  }

  // MARK: Refused features

  private func refuse(_ properties: YAMLEvent.Properties, at place: YAMLNode.Place) throws(ManifestError) {
    if properties.hasAnchor { throw aliases(at: place) }
    guard let tag = properties.tag, !Self.plainTags.contains(tag) else { return }
    throw error(at: place, expected: "a value without a tag", found: "a tag")
  }

  private static let plainTags: Set<String> = [
    "tag:yaml.org,2002:str", "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map",
  ]

  /// Throws for a key that its mapping has already.
  private func refuseAgain(_ key: YAMLNode, in keys: inout [String: YAMLNode.Place]) throws(ManifestError) {
    guard case .scalar(let name, _) = key.content, let place = key.place else { return }
    guard let first = keys.updateValue(place, forKey: name) else { return }
    let position = source.position(of: first.index)
    throw error(
      at: place, expected: "each key once",
      found: "\(YAMLNode.quoted(name)) again after line \(position.line), column \(position.column)")
  }

  private func aliases(at place: YAMLNode.Place) -> ManifestError {
    error(at: place, expected: "values written out", found: "an anchor (&) or alias (*)")
  }

  private func error(at place: YAMLNode.Place, expected: String, found: String) -> ManifestError {
    let position = source.position(of: place.index)
    return ManifestError(line: position.line, column: position.column, expected: expected, found: found)
  }

  // MARK: Errors of the parser

  private func error(_ problem: YAMLProblem) -> ManifestError {
    func error(at index: Int, _ expected: String, _ found: String) -> ManifestError {
      self.error(at: YAMLNode.Place(source: source, index: index), expected: expected, found: found)
    }
    switch problem {
    case .unreadable(let words, let octet):
      return error(at: source.index(ofOctet: octet), "text that YAML allows", "a place where \(words)")
    case .malformed(let words, let context, let mark):
      let (expected, found) = Self.words(words, context)
      return error(at: source.index(line: mark.line, scalarColumn: mark.column), expected, found)
    case .other: return error(at: 0, "YAML", "something else")
    }
  }

  /// Returns the parser's words as an expected and a found value.
  private static func words(_ problem: String, _ context: String?) -> (expected: String, found: String) {
    let context = context.map { " " + $0 } ?? ""
    for start in ["did not find expected ", "could not find expected "] where problem.hasPrefix(start) {
      return (problem.dropFirst(start.count) + context, "something else")
    }
    if problem.hasPrefix("found ") { return ("YAML" + context, String(problem.dropFirst("found ".count))) }
    if problem.hasPrefix("Maximum nesting level") { return ("at most \(maximumDepth) levels", "many more") }
    return ("YAML" + context, "an error: " + problem)
  }
}

extension YAMLText {
  fileprivate func holds(_ scalar: Unicode.Scalar, at index: Int) -> Bool {
    index < scalars.count && scalars[index] == scalar
  }

  /// Returns the index of the scalar with an octet of the text, or the end of the text.
  fileprivate func index(ofOctet octet: Int) -> Int {
    var before = 0
    return scalars.firstIndex { scalar in
      before += UTF8.width(scalar)
      return before > octet
    } ?? scalars.count
  }
}
