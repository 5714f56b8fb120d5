/// A program in JavaScript, Dart, Rust or Go: its tokens, its brackets, and the value of each name that is set once.
struct ScriptProgram: TokenProgram {
  /// The languages with tokens of their own.
  enum Language: Hashable {
    /// JavaScript, TypeScript and Dart.
    case script
    case rust
    case go
  }

  let language: Language
  private(set) var tokens = TokenList()
  private(set) var partners = TokenPositions(outside: nil)
  /// The innermost bracket around each token; -1 at the top.
  private(set) var owners = TokenPositions(outside: -1)
  private(set) var places: [String: [Int]] = [:]
  private(set) var obstacle: SourceObstacle?

  /// - Parameter sources: the other files of the project, whose constants the program imports; `nil` when none are read.
  init(_ text: String, _ language: Language = .script, sources: ProjectSources? = nil) {
    self.language = language
    let read = ScriptTokens(text, language)
    tokens = read.tokens
    obstacle = read.obstacle
    arrange()
    guard let sources, obstacle == nil, language == .script else { return }
    let imported = ScriptModules(self, sources).tokens
    guard !imported.isEmpty else { return }
    for token in [SourceToken(kind: .mark, text: ";", range: imported[0].range, condition: nil)] + imported {
      tokens.append(token)
    }
    arrange()
  }

  private mutating func arrange() {
    places = tokens.places
    let brackets = TokenBrackets(tokens)
    partners = brackets.partners
    owners = brackets.owners
    obstacle = obstacle ?? brackets.obstacle
  }

  // MARK: Places

  static let memberMarks = [".", "?.", "::"]

  /// Returns why it is not certain that a statement is run once: it is in a condition, a loop or a function.
  ///
  /// - Parameter functions: the names of functions that the system calls once, when it starts.
  func doubt(_ start: Int, insideOf functions: Set<String>) -> SourceObstacle? {
    let owner = owners[start]
    if owner >= 0 {
      let isBody =
        owner > 3 && tokens[owner].isMark("{") && tokens[owner - 1].isMark(")") && owners[owner] < 0
        && partners[owner - 1] > 1 && functions.contains(tokens[partners[owner - 1] - 1].text)
        && tokens[partners[owner - 1] - 2].isWord("function")
      let isOnly =
        isBody
        && (places[tokens[partners[owner - 1] - 1].text] ?? []).allSatisfy { use in
          use + 1 < tokens.count && !tokens[use + 1].isMark("=")
            && (use == partners[owner - 1] - 1 || !tokens[use - 1].isWord("function"))
        }
      guard isOnly else {
        return SourceObstacle(tokens[start], "a call in a condition, a loop or a function, or as a part of a statement")
      }
      for index in owner + 1..<start where tokens[index].isWord("return") || tokens[index].isWord("throw") {
        return SourceObstacle(tokens[index], "the function may end before the call")
      }
    }
    guard start > owner + 1 else { return nil }
    let before = tokens[start - 1]
    if before.isMark(";") || before.isMark("}") { return nil }
    func refuse() -> SourceObstacle {
      SourceObstacle(tokens[start], "a call in a condition, or as a part of a statement")
    }
    guard before.line < tokens[start].line else { return refuse() }
    switch before.kind {
    case .mark where before.isMark(")"):
      let open = partners[start - 1]
      let isCondition = open > 0 && ["if", "while", "for", "with", "catch"].contains(tokens[open - 1].text)
      return isCondition ? refuse() : nil
    case .mark: return before.isMark("]") ? nil : refuse()
    case .word:
      return ["else", "return", "do", "typeof", "new", "in", "of", "void"].contains(before.text) ? refuse() : nil
    default: return nil
    }
  }

  // MARK: Values

  static let assignments: Set<String> = [
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "**=", "&&=", "||=", "??=", "++", "--",
  ]

  func isDeclared(_ index: Int) -> Bool {
    index > 0 && ["const", "let", "var", "static", "mut"].contains { tokens[index - 1].isWord($0) }
  }

  /// Whether a name can be a parameter of a function.
  func isParameter(_ index: Int) -> Bool {
    if tokens[index + 1].isMark("=>") { return true }
    var open = owners[index]
    while open >= 0 {
      let next = partners[open] + 1
      if tokens[open].isMark("("), next < tokens.count, tokens[next].isMark("{") || tokens[next].isMark("=>") {
        let isCondition = open > 0 && ["if", "while", "for", "switch", "with"].contains(tokens[open - 1].text)
        if !isCondition { return true }
      }
      if tokens[open].isMark("{"), open > 0, tokens[open - 1].isMark(")") || tokens[open - 1].isMark("=>") {
        return false
      }
      open = owners[open]
    }
    return false
  }

  /// Returns the brackets that a name stands for, when the name is declared in the same block before, and used only here;
  /// any other expression itself.
  func written(_ range: Range<Int>) -> Range<Int> {
    guard range.count == 1, let use = range.first, tokens[use].isWord,
      let places = places[tokens[use].text]?.filter({ !isMember($0) }), places.count == 2, places[1] == use
    else { return range }
    let open = places[0] + 2
    guard isDeclared(places[0]), tokens[places[0] + 1].isMark("="), partners[open] > open,
      owners[places[0]] < 0 || owners[places[0]] == blockOwner(of: use), partners[open] + 1 < tokens.count
    else { return range }
    let end = partners[open]
    let next = tokens[end + 1]
    let isEnd = next.isMark(";") || next.line > tokens[end].line && (next.isWord || next.isMark("}"))
    return isEnd ? open..<end + 1 : range
  }

  /// Returns the innermost brace around a token; -1 at the top.
  private func blockOwner(of index: Int) -> Int {
    var open = owners[index]
    while open >= 0, !tokens[open].isMark("{") { open = owners[open] }
    return open
  }

  /// Returns the places of a key, as a word or in quotes.
  func places(ofKey key: String) -> [Int] {
    tokens.indices.filter { tokens[$0].isWord(key) || tokens[$0].kind == .string(Array(key.utf8)) }
  }

  /// Returns the value of the only declaration of a name, at the top of the file, that nothing in the file changes.
  private func binding(of name: String) throws(SourceObstacle) -> Range<Int> {
    var found: Range<Int>?
    for index in places[name] ?? [] where !isMember(index) && index + 1 < tokens.count {
      let isDeclared = isDeclared(index)
      let next = tokens[index + 1]
      if isDeclared {
        guard found == nil, owners[index] < 0, next.isMark("=") else {
          throw SourceObstacle(
            tokens[index], "\(name) is declared several times, or not with a value at the top of the file")
        }
        let line = tokens[index].line
        let end = (index + 2..<tokens.count).first { position in
          owners[position] < 0
            && (tokens[position].isMark(";") || tokens[position].isMark(",") || tokens[position].line > line)
        }
        found = index + 2..<(end ?? tokens.count)
        continue
      }
      let isChanged =
        next.kind == .mark && Self.assignments.contains(next.text)
        || index > 0 && (tokens[index - 1].isMark("++") || tokens[index - 1].isMark("--"))
        || isParameter(index)
        || index > 0 && (tokens[index - 1].isWord("function") || tokens[index - 1].isWord("class"))
      guard !isChanged else { throw SourceObstacle(tokens[index], "\(name) is set here, too") }
    }
    guard let found, !found.isEmpty else { throw SourceObstacle(tokens.first, "the file does not set \(name) once") }
    return found
  }

  /// Returns a number or a text: written directly, or as the value of a name.
  func value(_ range: Range<Int>, depth: Int = 0) throws(SourceObstacle) -> SourceValue {
    guard depth < 8, let first = range.first else { throw SourceObstacle(tokens.first, "a value that is not read") }
    let token = tokens[first]
    guard range.count == 1 else {
      throw SourceObstacle(token, "\(CExpression.words(tokens[range])) is not computed here")
    }
    switch token.kind {
    case .string(let octets?): return .text(octets)
    case .number:
      // A number that begins with 0 is octal, or an error.
      let isPlain = token.text.count == 1 || token.text.first != "0" || token.text.dropFirst().first?.isNumber != true
      guard isPlain, !"lLuUnN".contains(token.text.last ?? "n"), let number = SourceNumber.value(token.text) else {
        throw SourceObstacle(token, "a number that is not read")
      }
      return .number(number, bits: nil)
    case .word where token.text == "true" || token.text == "false":
      return .number(token.text == "true" ? 1 : 0, bits: nil)
    case .word: return try value(binding(of: token.text), depth: depth + 1)
    default: throw SourceObstacle(token, "a value that is not read")
    }
  }

  /// Returns the keys of an object with the place of each and its value.
  func object(_ range: Range<Int>) throws(SourceObstacle) -> [(key: SourceValue, place: Int, value: Range<Int>)] {
    guard let open = range.first, tokens[open].isMark("{"), partners[open] == range.upperBound - 1 else {
      throw SourceObstacle(tokens[range.first ?? 0], "an object that is not written here")
    }
    var all: [(key: SourceValue, place: Int, value: Range<Int>)] = []
    for part in parts(open) {
      guard part.count > 2, tokens[part.lowerBound + 1].isMark(":") else {
        throw SourceObstacle(tokens[part.first ?? open], "a key that is not read")
      }
      let token = tokens[part.lowerBound]
      let key =
        token.isWord
        ? SourceValue.text(Array(token.text.utf8)) : try value(part.lowerBound..<part.lowerBound + 1)
      guard !all.contains(where: { $0.key == key }) else { throw SourceObstacle(token, "a key that is written twice") }
      all.append((key, part.lowerBound, part.lowerBound + 2..<part.upperBound))
    }
    return all
  }

  /// Returns the text of `JSON.stringify({ … })` with texts and whole numbers; `nil` for all other expressions.
  private func json(_ range: Range<Int>) throws(SourceObstacle) -> [UInt8]? {
    guard range.count > 5, tokens[range.lowerBound].isWord("JSON"), tokens[range.lowerBound + 2].isWord("stringify"),
      tokens[range.lowerBound + 3].isMark("("), partners[range.lowerBound + 3] == range.upperBound - 1
    else { return nil }
    var pairs: [String] = []
    for (key, place, value) in try object(written(range.lowerBound + 4..<range.upperBound - 1)) {
      let text: String? =
        switch try self.value(value) {
        case .number(let number, _) where !tokens[value.lowerBound].isWord: "\(number)"
        case .text(let text): quoted(text)
        default: nil
        }
      guard let text, let key = key.text.flatMap({ quoted($0) }) else {
        throw SourceObstacle(tokens[place], "a part of an object whose JSON is not certain")
      }
      pairs.append(key + ":" + text)
    }
    return Array("{\(pairs.joined(separator: ","))}".utf8)
  }

  private func quoted(_ text: [UInt8]) -> String? {
    guard text.allSatisfy({ 0x20...0x7E ~= $0 && $0 != 0x22 && $0 != 0x5C }) else { return nil }
    return "\"" + String(decoding: text, as: UTF8.self) + "\""
  }

  /// Returns the octets of an array. An element that is computed from elements of other arrays, such as `key[6] | 0xc0`, is
  /// an open octet.
  func openOctets(_ range: Range<Int>) throws(SourceObstacle) -> SourceOctets {
    guard let open = range.first, tokens[open].isMark("["), partners[open] == range.upperBound - 1,
      parts(open).contains(where: { isElement($0) })
    else { return SourceOctets(try octets(range)) }
    var data = SourceOctets([])
    for part in parts(open) {
      if isElement(part) {
        data.open.insert(data.octets.count)
        data.octets.append(0)
      } else {
        let value = try value(part)
        guard let number = value.number, let octet = UInt8(exactly: number) else {
          throw SourceObstacle(tokens[part.lowerBound], "an element that is no octet")
        }
        data.octets.append(octet)
      }
    }
    return data
  }

  /// Whether an expression is one element of another array, or is computed from it and from numbers.
  private func isElement(_ range: Range<Int>) -> Bool {
    guard range.count >= 4, tokens[range.lowerBound].isWord, tokens[range.lowerBound + 1].isMark("["),
      case let close = partners[range.lowerBound + 1], close > range.lowerBound + 2, close < range.upperBound
    else { return false }
    var isOperator = true
    for index in close + 1..<range.upperBound {
      let token = tokens[index]
      guard isOperator ? ["|", "&", ">>", "<<", "^", "+", "-"].contains(token.text) : token.kind == .number else {
        return false
      }
      isOperator.toggle()
    }
    return isOperator
  }

  /// Returns the octets of an array of numbers and of texts of one character, or of a text.
  func octets(_ range: Range<Int>) throws(SourceObstacle) -> [UInt8] {
    guard let open = range.first else { throw SourceObstacle(tokens.first, "data that are not read") }
    guard tokens[open].isMark("[") else {
      if let text = try json(range) { return text }
      guard let text = try value(range).text else { throw SourceObstacle(tokens[open], "data that are no octets") }
      return text
    }
    guard partners[open] == range.upperBound - 1 else { throw SourceObstacle(tokens[open], "data that are computed") }
    var octets: [UInt8] = []
    for part in parts(open) {
      guard !part.isEmpty else { throw SourceObstacle(tokens[open], "an array with a gap") }
      switch try value(part) {
      case .number(let number, _)
      where 0...255 ~= number && !tokens[part.lowerBound].isWord("true")
        && !tokens[part.lowerBound].isWord("false"):
        octets.append(UInt8(truncatingIfNeeded: number))
      case .text(let text) where text.count == 1: octets += text
      default: throw SourceObstacle(tokens[part.lowerBound], "an element that is no octet")
      }
    }
    return octets
  }
}
