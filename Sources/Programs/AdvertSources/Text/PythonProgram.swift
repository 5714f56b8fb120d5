internal import AdvertisingData

/// A program in Python: its tokens, the indentation of each line, and the value of each name.
struct PythonProgram: TokenProgram {
  private(set) var tokens = TokenList()
  /// The indentation of each token's statement.
  private(set) var depths = TokenPositions(outside: -1)
  /// The start of each token's statement.
  private(set) var statements = TokenPositions(outside: -1)
  private(set) var partners = TokenPositions(outside: nil)
  private(set) var places: [String: [Int]] = [:]
  private(set) var obstacle: SourceObstacle?
  /// The other files of the project; `nil` when none are read.
  var sources: ProjectSources?
  /// Whether the program is lines that were copied, with others behind them that they lack.
  var isExcerpt = false

  init(_ text: String) {
    read(text)
    places = tokens.places
    let brackets = TokenBrackets(tokens)
    partners = brackets.partners
    obstacle = obstacle ?? brackets.obstacle
  }

  /// Joins statements of several files.
  init(joining parts: [PythonModules.Part], sources: ProjectSources?) {
    self.sources = sources
    for part in parts {
      let offset = tokens.count - part.range.lowerBound
      for index in part.range {
        var token = part.program.tokens[index]
        if let place = part.place { token.range = place }
        tokens.append(token)
        depths.append(part.program.depths[index])
        statements.append(part.program.statements[index] + offset)
      }
      guard tokens.count < CTokens.maximumTokens else {
        obstacle = SourceObstacle(tokens.last, "the files are longer than is read")
        return
      }
    }
    places = tokens.places
    let brackets = TokenBrackets(tokens)
    partners = brackets.partners
    obstacle = brackets.obstacle
  }

  private mutating func read(_ text: String) {
    var cursor = SourceCursor(Array(text.utf8))
    var level = 0
    var isLineStart = true
    var depth = 0
    var statement = 0
    while !cursor.isAtEnd {
      let octet = cursor.octet
      if octet == 0x0A {
        if level == 0 { isLineStart = true }
        cursor.advance()
      } else if cursor.isContinuation {
        cursor.advancePastEscape()
      } else if octet.isBlank {
        cursor.advance()
      } else if octet == UInt8(ascii: "#") {
        while !cursor.isAtEnd, cursor.octet != 0x0A { cursor.advance() }
      } else {
        if isLineStart {
          depth = cursor.column - 1
          statement = tokens.count
          isLineStart = false
        }
        let token = Self.token(&cursor)
        if token.isMark("(") || token.isMark("[") || token.isMark("{") { level += 1 }
        if token.isMark(")") || token.isMark("]") || token.isMark("}") { level = max(level - 1, 0) }
        if level == 0, token.isMark(";") {
          isLineStart = false
          statement = tokens.count + 1
        }
        tokens.append(token)
        depths.append(depth)
        statements.append(min(statement, tokens.count - 1))
        guard tokens.count < CTokens.maximumTokens else {
          obstacle = SourceObstacle(token.line, "the file is longer than is read")
          return
        }
      }
    }
  }

  private static let marks = [
    "**=", "//=", ">>=", "<<=", "...", "->", ":=", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "|=", "&=", "^=",
    "%=", "<<",
    ">>", "**", "//",
  ].map { Array($0.utf8) }

  private static func token(_ cursor: inout SourceCursor) -> SourceToken {
    let start = (line: cursor.line, column: cursor.column)
    let first = cursor.index
    var kind = SourceToken.Kind.mark
    var prefix = ""
    if cursor.octet == 0x22 || cursor.octet == 0x27 {
      kind = .string(quoted(&cursor, prefix: ""))
    } else if cursor.octet.isWordStart {
      while cursor.octet.isWordPart, !cursor.isAtEnd { cursor.advance() }
      kind = .word
      let word = cursor.text(from: first).lowercased()
      if cursor.octet == 0x22 || cursor.octet == 0x27, word.count <= 2, word.allSatisfy({ "rbuf".contains($0) }) {
        prefix = word
        kind = .string(quoted(&cursor, prefix: word))
      }
    } else if cursor.octet.isDigit {
      kind = .number
      while cursor.octet.isWordPart || cursor.octet == 0x2E, !cursor.isAtEnd { cursor.advance() }
    } else if let mark = marks.first(where: { cursor.begins($0) }) {
      cursor.advance(mark.count)
    } else {
      cursor.advance()
    }
    let isText = if case .string(_?) = kind { true } else { false }
    return SourceToken(
      kind: kind, text: isText ? prefix.contains("b") ? bytesMark : "" : cursor.text(from: first),
      range: cursor.range(from: start), condition: nil)
  }

  /// The text of a token that has bytes and no text.
  static let bytesMark = "b"

  /// Returns the octets of a text; `nil` when they are not known.
  private static func quoted(_ cursor: inout SourceCursor, prefix: String) -> [UInt8]? {
    let quote = cursor.octet
    let isLong = cursor.octet(1) == quote && cursor.octet(2) == quote
    cursor.advance(isLong ? 3 : 1)
    let first = cursor.index
    var isWhole = false
    while !cursor.isAtEnd {
      if cursor.octet == 0x5C {
        cursor.advancePastEscape()
      } else if cursor.octet == quote, !isLong || cursor.octet(1) == quote && cursor.octet(2) == quote {
        isWhole = true
        break
      } else if cursor.octet == 0x0A, !isLong {
        break
      } else {
        cursor.advance()
      }
    }
    let inner = cursor.octets[first..<cursor.index]
    if isWhole { cursor.advance(isLong ? 3 : 1) }
    guard isWhole, !prefix.contains("r"), !prefix.contains("f") else { return nil }
    return QuotedText.octets(inner, isPython: true, isText: !prefix.contains("b"))
  }

  // MARK: Names

  private static let assignments: Set<String> = [
    "+=", "-=", "*=", "/=", "|=", "&=", "^=", "%=", "//=", ":=", "<<=", ">>=", "**=",
  ]

  /// Returns the value in the only assignment to a name: at the top level of the file, or before a use in the same block
  /// or in one around it.
  func binding(of name: String, before use: Int? = nil) throws(SourceObstacle) -> Range<Int> {
    var found: (index: Int, value: Range<Int>)?
    for index in places[name] ?? [] where !isMember(index) {
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      let before = index > 0 ? tokens[index - 1] : nil
      let isKeyword = next?.isMark("=") ?? false && statements[index] != index && isInBrackets(index)
      if isKeyword { continue }
      if statements[index] == index, let value = assigned(at: index) {
        guard found == nil, depths[index] == 0 || use.map({ reaches(from: index, to: $0) }) ?? false else {
          throw SourceObstacle(tokens[index], "\(name) is set several times, or not at the top of the file")
        }
        found = (index, value)
        continue
      }
      let isBound =
        next.map { $0.kind == .mark && Self.assignments.contains($0.text) } ?? false
        || next?.isMark(":") ?? false && statements[index] == index
        || ["for", "as", "def", "class", "import", "del", "lambda"].contains {
          before?.isWord($0) ?? false
        }
        || next?.isMark("=") ?? false
        || before?.isMark("=") ?? false && statements[index] != index && next?.isMark("=") ?? false
        || isParameter(index) || next?.isMark("[") ?? false && isAssigned(index + 1)
        || next?.isMark(",") ?? false && statements[index] == index
        || next?.isWord("in") ?? false && before?.isMark(",") ?? false
      guard !isBound else { throw SourceObstacle(tokens[index], "\(name) is set in another way, too") }
    }
    guard let found else { throw SourceObstacle(tokens.first, "the file does not set \(name) once at its top") }
    return found.value
  }

  static let memberMarks = ["."]

  /// Returns the value that a statement assigns to the name at its start, which may have a type; `nil` for all others.
  private func assigned(at start: Int) -> Range<Int>? {
    let end = end(ofStatement: start)
    if tokens[start + 1].isMark("=") { return start + 2..<max(end, start + 2) }
    guard tokens[start + 1].isMark(":"), let mark = (start..<end).first(where: { tokens[$0].isMark("=") }) else {
      return nil
    }
    return mark + 1..<max(end, mark + 1)
  }

  /// Whether a statement always runs before a later one: no statement between them is less deep.
  private func reaches(from start: Int, to use: Int) -> Bool {
    start < use && (start...use).allSatisfy { depths[$0] >= depths[start] }
  }

  /// Returns the condition or the loop that decides whether, or how often, a statement is run; `nil` without one.
  func condition(around index: Int) -> SourceObstacle? {
    var depth = depths[index]
    for start in stride(from: statements[index] - 1, through: 0, by: -1)
    where statements[start] == start && depths[start] < depth && tokens[start].isWord {
      depth = depths[start]
      let isAsync = tokens[start].isWord("async")
      let word = tokens[isAsync ? start + 1 : start].text
      let isMain = word == "if" && tokens[start + 1].isWord("__name__")
      if ["if", "elif", "else", "for", "while", "except", "case", "match"].contains(word), !isMain {
        return SourceObstacle(
          tokens[index], "the \(word) in line \(tokens[start].line) decides whether this is run")
      }
    }
    return nil
  }

  private func isInBrackets(_ index: Int) -> Bool {
    var start = index - 1
    while start >= statements[index], start >= 0 {
      if tokens[start].isMark("(") { return !isDefinition(statements[index]) }
      if tokens[start].isMark("[") || tokens[start].isMark("{") { return false }
      start = placeBefore(start)
    }
    return false
  }

  private func isDefinition(_ statement: Int) -> Bool {
    tokens[statement].isWord("def")
      || tokens[statement].isWord("async") && statement + 1 < tokens.count && tokens[statement + 1].isWord("def")
  }

  private func isParameter(_ index: Int) -> Bool {
    let start = statements[index]
    guard isDefinition(start), index > start + 1 else { return false }
    guard let open = (start..<index).first(where: { tokens[$0].isMark("(") }) else { return false }
    return partners[open] > index
  }

  private func isAssigned(_ bracket: Int) -> Bool {
    let next = partners[bracket] + 1
    return next < tokens.count && tokens[next].kind == .mark
      && (tokens[next].text == "=" || Self.assignments.contains(tokens[next].text))
  }

  /// Returns the end of the statement that begins at a token.
  func end(ofStatement start: Int) -> Int {
    var end = start
    while end < tokens.count, statements[end] == statements[start], !tokens[end].isMark(";") { end += 1 }
    return end
  }

  /// Returns the arguments between brackets, with the name of each keyword argument.
  func arguments(_ open: Int) -> [(name: String?, value: Range<Int>)] {
    parts(open).map { range in
      let isNamed = range.count > 2 && tokens[range.lowerBound].isWord && tokens[range.lowerBound + 1].isMark("=")
      return isNamed ? (tokens[range.lowerBound].text, range.lowerBound + 2..<range.upperBound) : (nil, range)
    }
  }

  /// Returns the arguments between brackets by their names.
  ///
  /// - Parameters:
  ///   - names: those of arguments that are given without them, in their order.
  ///   - allowed: the names that the function has; `nil` for any.
  /// - Throws: the obstacle for an argument that the function does not have, or that is given twice.
  func arguments(
    _ open: Int, named names: [String], allowed: [String]? = nil, orElse obstacle: SourceObstacle
  ) throws(SourceObstacle) -> [String: Range<Int>] {
    var given: [String: Range<Int>] = [:]
    for (position, argument) in arguments(open).enumerated() {
      guard let name = argument.name ?? (position < names.count ? names[position] : nil), given[name] == nil,
        allowed?.contains(name) ?? true
      else { throw obstacle }
      given[name] = argument.value
    }
    return given
  }

  // MARK: Values

  /// Returns the value of an expression: a literal, a name with such a value, `const(…)` or a UUID.
  func value(_ range: Range<Int>, depth: Int = 0) throws(SourceObstacle) -> SourceValue {
    guard depth < 16, let first = range.first, first < tokens.count else {
      throw SourceObstacle(tokens.first, "an expression that is not read")
    }
    let token = tokens[first]
    func refuse() -> SourceObstacle {
      SourceObstacle(token, "\(CExpression.words(tokens[range])) is not computed here")
    }
    switch token.kind {
    case .string(let octets):
      guard var all = octets else { throw SourceObstacle(token, "a text that is not read") }
      for index in range.dropFirst() {
        guard case .string(let more) = tokens[index].kind, let more else { throw refuse() }
        all += more
      }
      return .text(all)
    case .number where range.count == 1:
      // Python writes numbers that begin with 0 differently from C.
      let isPlain = token.text.count == 1 || token.text.first != "0" || token.text.dropFirst().first?.isNumber != true
      guard isPlain, let number = SourceNumber.value(token.text), token.text.last?.lowercased() != "u" else {
        throw refuse()
      }
      return .number(number, bits: nil)
    case .mark where token.text == "-" && range.count == 2:
      guard let number = try value(first + 1..<range.upperBound, depth: depth + 1).number else { throw refuse() }
      return .number(0 &- number, bits: nil)
    case .mark where token.text == "(" && partners[first] == range.upperBound - 1:
      return try value(first + 1..<range.upperBound - 1, depth: depth + 1)
    case .word where range.count == 1:
      if token.text == "True" || token.text == "False" { return .number(token.text == "True" ? 1 : 0, bits: nil) }
      return try value(binding(of: token.text), depth: depth + 1)
    case .word: return try call(range, depth: depth)
    default: throw refuse()
    }
  }

  /// Returns the octets of an expression: a literal, or what functions of the file make; `nil` when its value is something
  /// else.
  func octets(_ range: Range<Int>) throws(SourceObstacle) -> [UInt8]? {
    if let value = try? value(range) { return value.octets }
    return try PythonEvaluator.octets(range, in: self)
  }

  /// Returns a number times a power of ten, rounded: `0.02` with 5 places is 2000. Returns `nil` for anything but a
  /// literal and a name of one.
  func decimal(_ range: Range<Int>, places: Int, depth: Int = 0) -> Int64? {
    guard depth < 16, let first = range.first, first < tokens.count else { return nil }
    let token = tokens[first]
    if token.isMark("-") {
      return decimal(first + 1..<range.upperBound, places: places, depth: depth + 1).map { -$0 }
    }
    if token.isMark("("), partners[first] == range.upperBound - 1 {
      return decimal(first + 1..<range.upperBound - 1, places: places, depth: depth + 1)
    }
    if token.isWord {
      guard range.count == 1, let value = try? binding(of: token.text) else { return nil }
      return decimal(value, places: places, depth: depth + 1)
    }
    // `.5` is two tokens.
    guard range.count <= 2, tokens[range].allSatisfy({ $0.kind == .number || $0.isMark(".") }) else { return nil }
    let parts = tokens[range].map { $0.text }.joined().split(separator: ".", omittingEmptySubsequences: false)
    guard 1...2 ~= parts.count, parts.contains(where: { !$0.isEmpty }), parts.allSatisfy({ $0.count <= 9 }),
      parts.allSatisfy({ $0.utf8.allSatisfy { $0.isDigit } })
    else { return nil }
    let fraction = (parts.count > 1 ? parts[1] : "") + String(repeating: "0", count: places + 1)
    guard let number = Int64(parts[0] + fraction.prefix(places + 1)) else { return nil }
    return (number + 5) / 10
  }

  private func call(_ range: Range<Int>, depth: Int) throws(SourceObstacle) -> SourceValue {
    let words = tokens[range].prefix { !$0.isMark("(") }.map { $0.text }.joined()
    let open = range.lowerBound + tokens[range].prefix { !$0.isMark("(") }.count
    guard open < range.upperBound, partners[open] == range.upperBound - 1, arguments(open).count == 1,
      let argument = arguments(open).first, argument.name == nil
    else { throw SourceObstacle(tokens[range.lowerBound], "\(CExpression.words(tokens[range])) is not computed here") }
    let isList =
      tokens[argument.value.lowerBound].isMark("[")
      && partners[argument.value.lowerBound] == argument.value.upperBound - 1
    switch words {
    case "const", "micropython.const": return try value(argument.value, depth: depth + 1)
    case "bytes" where isList, "bytearray" where isList:
      var octets: [UInt8] = []
      for part in split(argument.value.lowerBound + 1..<argument.value.upperBound - 1) {
        guard let number = try value(part, depth: depth + 1).number, let octet = UInt8(exactly: number) else {
          throw SourceObstacle(tokens[part.lowerBound], "a number that is no octet")
        }
        octets.append(octet)
      }
      return .octets(octets)
    case "bluetooth.UUID", "ubluetooth.UUID", "UUID", "aioble.UUID":
      switch try value(argument.value, depth: depth + 1) {
      case .number(let number, _):
        guard let uuid = SourceUUID(number, bits: 16) else {
          throw SourceObstacle(tokens[open], "a UUID that is not read")
        }
        return .uuid(uuid)
      case .text(let text):
        return .uuid(try SourceUUID.read(text, of: [36], at: tokens[open], in: self))
      default: throw SourceObstacle(tokens[open], "a UUID that is not read")
      }
    default: throw SourceObstacle(tokens[range.lowerBound], "what \(words)() returns is not known")
    }
  }

  /// Returns the parts of a list or a tuple, written directly or as the value of a name.
  func list(_ range: Range<Int>, depth: Int = 0) throws(SourceObstacle) -> [Range<Int>] {
    guard depth < 8, let first = range.first else { throw SourceObstacle(tokens.first, "a list that is not read") }
    if tokens[first].isMark("[") || tokens[first].isMark("("), partners[first] == range.upperBound - 1 {
      return split(first + 1..<range.upperBound - 1)
    }
    guard range.count == 1, tokens[first].isWord else { throw SourceObstacle(tokens[first], "a list that is not read") }
    let name = tokens[first].text
    // Code that adds to a list calls a method on it, or has it as an argument.
    for index in places[name] ?? [] where index + 1 < tokens.count && !isMember(index) && tokens[index + 1].isMark(".")
    {
      throw SourceObstacle(tokens[index], "\(name) may be changed here")
    }
    return try list(binding(of: name), depth: depth + 1)
  }
}
