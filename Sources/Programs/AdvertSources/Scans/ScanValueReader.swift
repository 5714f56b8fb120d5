internal import AdvertReading

/// Reads the values of expressions of JavaScript, Dart, Python, Rust and Go: literals, lists, objects, calls, and names that the file
/// sets once.
struct ScanValueReader<Program: TokenProgram> {
  let program: Program
  /// The mark between the name and the value of a named argument.
  let nameMark: String
  /// Whether the language is Rust or Go, which have types before braces, and `&` before values.
  let isCompiled: Bool
  /// Returns the value of a name that the file sets once.
  private let binding: (_ name: String, _ use: Int) throws(SourceObstacle) -> Range<Int>
  /// The results of conditions that the program decides when it runs.
  private let cases: ScanCases
  /// The first condition without a result, on which a value depends; `nil` when there is none.
  private(set) var openCondition: String?
  /// The remaining work that one call may cause.
  private var work = 4_000

  init(
    _ program: Program, nameMark: String, isCompiled: Bool = false, in cases: ScanCases = ScanCases(),
    binding: @escaping (_ name: String, _ use: Int) throws(SourceObstacle) -> Range<Int>
  ) {
    self.program = program
    self.nameMark = nameMark
    self.isCompiled = isCompiled
    self.cases = cases
    self.binding = binding
  }

  var tokens: TokenList { program.tokens }

  /// Returns the arguments between brackets, with the names of named ones.
  mutating func arguments(_ open: Int, depth: Int = 0) -> [ScanValue.Argument] {
    program.parts(open).map { part in
      let isNamed =
        part.count > 2 && tokens[part.lowerBound].isWord && tokens[part.lowerBound + 1].isMark(nameMark)
      let value = isNamed ? part.lowerBound + 2..<part.upperBound : part
      return ScanValue.Argument(
        name: isNamed ? tokens[part.lowerBound].text : nil, value: self.value(value, depth: depth + 1))
    }
  }

  /// Returns a value; what is not computed is an unknown value with the reason.
  mutating func value(_ range: Range<Int>, depth: Int = 0) -> ScanValue {
    let range = bare(range)
    guard let first = range.first else { return ScanValue(line: 1, .unknown("a value that is missing")) }
    let token = tokens[first]
    work -= 1
    guard depth < 32, work > 0 else {
      return ScanValue(line: token.line, .unknown("an expression that is too long"))
    }
    do throws(SourceObstacle) {
      return ScanValue(at: program.range(range), try content(range, depth: depth))
    } catch {
      return ScanValue(error)
    }
  }

  /// Returns an expression without brackets, `await`, `new`, `const` and types around it.
  private func bare(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = range.first, range.count > 1 {
      let last = range.upperBound - 1
      if ["await", "new", "const"].contains(where: { tokens[first].isWord($0) }) {
        range = first + 1..<range.upperBound
      } else if tokens[first].isMark("("), program.partners[first] == last, !hasComma(range) {
        range = first + 1..<last
      } else if tokens[first].isMark("<"), let end = range.first(where: { tokens[$0].isMark(">") }) {
        // `<Guid>[…]` of Dart.
        range = end + 1..<range.upperBound
      } else if isCompiled, tokens[first].isMark("&") || tokens[first].isWord("mut") {
        range = first + 1..<range.upperBound
      } else if isCompiled, tokens[last].isMark("?") {
        range = first..<last
      } else if isCompiled, range.count > 4, tokens[last].isMark(")"), program.partners[last] == last - 1,
        Self.conversions.contains(tokens[last - 2].text), tokens[last - 3].isMark(".")
      {
        range = first..<last - 3
      } else if tokens[last].isMark("!") {
        range = first..<last
      } else if let cast = range.dropFirst().first(where: { tokens[$0].isWord("as") }), !isInBrackets(cast, range) {
        range = first..<cast
      } else {
        return range
      }
    }
    return range
  }

  private func hasComma(_ range: Range<Int>) -> Bool {
    range.count > 2 && (program.parts(range.lowerBound).count > 1 || tokens[range.upperBound - 2].isMark(","))
  }

  private func isInBrackets(_ index: Int, _ range: Range<Int>) -> Bool {
    range.contains { $0 < index && program.partners[$0] > index }
  }

  private mutating func content(_ range: Range<Int>, depth: Int) throws(SourceObstacle) -> ScanValue.Content {
    if let choice = choice(range) {
      return value(try isTrue(choice.condition, depth: depth) ? choice.then : choice.otherwise, depth: depth + 1)
        .content
    }
    let first = range.lowerBound
    let token = tokens[first]
    let isWhole = program.partners[first] == range.upperBound - 1
    if isCompiled, let content = compiled(range, depth: depth) { return content }
    switch token.kind {
    case .character(let octet?) where range.count == 1: return .number(Int64(octet))
    case .string(let octets):
      guard var all = octets else { throw SourceObstacle(token, "a text that is not read") }
      for index in range.dropFirst() {
        guard case .string(let more?) = tokens[index].kind else { throw refusal(range) }
        all += more
      }
      // In Dart, the value of a name stands there.
      guard nameMark != ":" || isCompiled || !all.contains(UInt8(ascii: "$")) else {
        throw SourceObstacle(token, "a text that is not read")
      }
      return .text(all)
    case .number:
      let isPlain = token.text.count == 1 || token.text.first != "0" || token.text.dropFirst().first?.isNumber != true
      guard range.count == 1, isPlain, let number = SourceNumber.value(token.text) else { throw refusal(range) }
      return .number(number)
    case .mark where token.text == "-" && range.count == 2:
      guard case .number(let number) = try content(first + 1..<range.upperBound, depth: depth + 1) else {
        throw refusal(range)
      }
      return .number(0 &- number)
    case .mark where (token.text == "[" || token.text == "(") && isWhole:
      return .list(program.parts(first).map { value($0, depth: depth + 1) })
    case .mark where token.text == "{" && isWhole: return try object(first, depth: depth)
    case .word: return try named(range, depth: depth)
    default: throw refusal(range)
    }
  }

  /// Returns the parts of `condition ? then : otherwise`, or of `then if condition else otherwise`; `nil` for any other
  /// expression.
  private func choice(_ range: Range<Int>) -> (condition: Range<Int>, then: Range<Int>, otherwise: Range<Int>)? {
    var places: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound, places.count < 2 {
      let marks = places.isEmpty ? ("?", "if") : (":", "else")
      if tokens[index].isMark(marks.0) || index > range.lowerBound && tokens[index].isWord(marks.1) {
        places.append(index)
      }
      index = program.placeBehind(index)
    }
    guard places.count == 2 else { return nil }
    let parts = (range.lowerBound..<places[0], places[0] + 1..<places[1], places[1] + 1..<range.upperBound)
    guard !parts.0.isEmpty, !parts.1.isEmpty, !parts.2.isEmpty else { return nil }
    return tokens[places[0]].isMark("?")
      ? (condition: parts.0, then: parts.1, otherwise: parts.2)
      : (condition: parts.1, then: parts.0, otherwise: parts.2)
  }

  private mutating func isTrue(_ condition: Range<Int>, depth: Int) throws(SourceObstacle) -> Bool {
    let condition = bare(condition)
    let isNegated = tokens[condition.lowerBound].isMark("!") || tokens[condition.lowerBound].isWord("not")
    if isNegated, program.partners[condition.lowerBound + 1] == condition.upperBound - 1 {
      return !(try isTrue(condition.lowerBound + 1..<condition.upperBound, depth: depth + 1))
    }
    if case .bool(let result) = value(condition, depth: depth + 1).content { return result }
    let words = CExpression.words(tokens[condition])
    // Of longer ones, the words are only the beginning.
    guard condition.count <= 8, words.count < 60 else { throw refusal(condition) }
    if let result = cases.results[words] { return result }
    openCondition = openCondition ?? words
    throw SourceObstacle(tokens[condition.lowerBound], "\(words) is decided when the program runs")
  }

  private func refusal(_ range: Range<Int>) -> SourceObstacle {
    SourceObstacle(tokens[range.lowerBound], "\(CExpression.words(tokens[range])) is not computed here")
  }

  private mutating func object(_ open: Int, depth: Int) throws(SourceObstacle) -> ScanValue.Content {
    var entries: [ScanValue.Entry] = []
    for part in program.parts(open) {
      let token = tokens[part.lowerBound]
      if token.isMark("...") || token.isMark("**") {
        // What it brings takes the place of keys before it.
        let other = value(part.lowerBound + 1..<part.upperBound, depth: depth + 1)
        if case .object(let more) = other.content {
          entries += more
        } else {
          entries.append(ScanValue.Entry(key: nil, value: other))
        }
        continue
      }
      var key: String?
      if token.isWord, nameMark == ":" { key = token.text }
      // In Python, a key is an expression.
      if nameMark == "=", part.count > 2, tokens[part.lowerBound + 1].isMark(":") {
        switch value(part.lowerBound..<part.lowerBound + 1, depth: depth + 1).content {
        case .text(let octets): key = String(decoding: octets, as: UTF8.self)
        case .number(let number): key = "\(number)"
        default: break
        }
      }
      if case .string(let octets?) = token.kind { key = String(decoding: octets, as: UTF8.self) }
      guard let key else { throw SourceObstacle(token, "a key that is not read") }
      if part.count == 1, token.isWord, nameMark == ":" {
        entries.append(ScanValue.Entry(key: key, value: value(part, depth: depth + 1)))
        continue
      }
      guard part.count > 2, tokens[part.lowerBound + 1].isMark(":") else {
        throw SourceObstacle(token, "a key that is not read")
      }
      entries.append(
        ScanValue.Entry(key: key, value: value(part.lowerBound + 2..<part.upperBound, depth: depth + 1)))
    }
    return .object(entries)
  }

  /// Returns the value of a name, of a member of an object, or of a call.
  private mutating func named(_ range: Range<Int>, depth: Int) throws(SourceObstacle) -> ScanValue.Content {
    let first = range.lowerBound
    if range.count == 1 {
      switch tokens[first].text {
      case "null", "undefined", "None": return .nothing
      case "true", "True": return .bool(true)
      case "false", "False": return .bool(false)
      default: return value(try container(first), depth: depth + 1).content
      }
    }
    var names: [Int] = [first]
    var index = first + 1
    while index + 1 < range.upperBound, [".", "?.", "::"].contains(where: { tokens[index].isMark($0) }),
      tokens[index + 1].isWord
    {
      names.append(index + 1)
      index += 2
    }
    // Constants of TinyGo.
    if isCompiled, index == range.upperBound, tokens[names[names.count - 1]].isWord("ServiceUUIDNordicUART") {
      return .text(Array("6e400001-b5a3-f393-e0a9-e50e24dcca9e".utf8))
    }
    if isCompiled, index == range.upperBound, let number = Self.goService(tokens[names[names.count - 1]].text) {
      let value = ScanValue(at: program.range(range), .number(Int64(number)))
      return .call("New16BitUUID", [ScanValue.Argument(name: nil, value: value)])
    }
    if index == range.upperBound, names.count > 1, tokens[names[names.count - 2]].isWord("AdvertisementDataType"),
      let type = BleakPattern.types[tokens[names[names.count - 1]].text]
    {
      return .number(type)
    }
    if index == range.upperBound {
      // `UUIDS.HEART_RATE` is a key of an object, or a constant of a class.
      if names.count == 2, tokens[first].text.first?.isUppercase ?? false,
        let value = try? binding(tokens[names[1]].text, names[1]), (try? binding(tokens[first].text, first)) == nil
      {
        return self.value(value, depth: depth + 1).content
      }
      var content = value(try container(first), depth: depth + 1).content
      for name in names.dropFirst() {
        // `new bleno.PrimaryService({ uuid: … })` has the UUID that it was made with.
        if case .call(let type, let arguments) = content, type.hasSuffix("PrimaryService"),
          tokens[name].isWord("uuid"), let first = arguments.first
        {
          content = first.value.content
        }
        guard case .object(let entries) = content, !entries.contains(where: { $0.key == nil }),
          let entry = entries.last(where: { $0.key == tokens[name].text })
        else { throw refusal(range) }
        content = entry.value.content
      }
      return content
    }
    guard tokens[index].isMark("("), program.partners[index] == range.upperBound - 1, let last = names.last else {
      throw refusal(range)
    }
    return .call(tokens[last].text, arguments(index, depth: depth))
  }

  /// The methods that change a list or an object.
  private static var changing: Set<String> {
    [
      "push", "unshift", "splice", "pop", "shift", "add", "addAll", "insert", "append", "extend", "update", "remove",
      "clear",
      "fill", "sort", "reverse", "assign", "set", "setdefault", "putIfAbsent",
    ]
  }

  /// Returns the value of a name; a list or an object only when nothing in the file changes it.
  private func container(_ use: Int) throws(SourceObstacle) -> Range<Int> {
    let name = tokens[use].text
    let value = try binding(name, use)
    let literal = bare(value)
    guard let first = literal.first, tokens[first].isMark("[") || tokens[first].isMark("{") else { return value }
    for index in program.places[name] ?? [] where !program.isMember(index) && !value.contains(index) {
      var next = index + 1
      var last = index
      while tokens[next].isMark(".") || tokens[next].isMark("?.") || tokens[next].isMark("[") {
        if tokens[next].isMark("[") {
          next = program.partners[next] + 1
        } else {
          last = next + 1
          next += 2
        }
      }
      let isSet =
        next > index + 1 && tokens[next].kind == .mark && tokens[next].text.hasSuffix("=")
        && !["==", "===", "!=", "!==", "<=", ">="].contains(tokens[next].text)
      guard !isSet, !(last > index && tokens[next].isMark("(") && Self.changing.contains(tokens[last].text)) else {
        throw SourceObstacle(tokens[index], "\(name) is changed here")
      }
    }
    return value
  }
}

extension ScriptProgram {
  /// Returns the value in the only declaration of a name of JavaScript or Dart, which nothing in the file changes.
  ///
  /// - Parameter use: the place of the name that is looked up, which a variable of Rust or Go must be declared for.
  func constant(_ name: String, at use: Int? = nil) throws(SourceObstacle) -> Range<Int> {
    var found: Range<Int>?
    for index in places[name] ?? [] where !isMember(index) {
      if language != .script, isParameterOfFunction(index) {
        throw SourceObstacle(tokens[index], "\(name) is a parameter of a function")
      }
      let isKey = tokens[index + 1].isMark(":") && tokens[owners[index]].isMark("{") && !isDeclared(index)
      let isArgument = tokens[index + 1].isMark(":") && tokens[owners[index]].isMark("(")
      if isKey || isArgument && !isParameter(index) { continue }
      if let value = declaredValue(index) {
        guard found == nil else { throw SourceObstacle(tokens[index], "\(name) is declared several times") }
        if language != .script, let use, !isDeclared(index, for: use) {
          throw SourceObstacle(tokens[use], "the file does not set \(name) once")
        }
        found = value
        continue
      }
      let isChange =
        tokens[index + 1].kind == .mark && Self.assignments.contains(tokens[index + 1].text)
        || tokens[index - 1].isMark("++") || tokens[index - 1].isMark("--") || isParameter(index)
        || tokens[index - 1].isWord("function") || tokens[index - 1].isWord("class")
      guard !isChange else { throw SourceObstacle(tokens[index], "\(name) is set here, too") }
    }
    guard let found, !found.isEmpty else {
      throw SourceObstacle(places[name]?.last.map { tokens[$0] } ?? tokens.first, "the file does not set \(name) once")
    }
    return found
  }

  /// Whether a declaration of Rust or Go holds at a place: a constant does everywhere, a variable in its block.
  private func isDeclared(_ index: Int, for use: Int) -> Bool {
    if ["const", "static"].contains(where: { tokens[index - 1].isWord($0) }) { return true }
    let open = owners[index]
    return open < 0 || tokens[open].isMark("(") && owners[open] < 0
      || index < use && open < use && partners[open] > use
  }

  /// Whether a name is declared between the brackets after `fn name` or `func name`.
  private func isParameterOfFunction(_ index: Int) -> Bool {
    let open = owners[index]
    guard open > 1, tokens[open].isMark("("), tokens[index + 1].isMark(":") || tokens[index + 1].isWord else {
      return false
    }
    for place in stride(from: open - 1, through: max(open - 40, 0), by: -1) {
      if tokens[place].isWord("fn") || tokens[place].isWord("func") { return true }
      if [";", "{", "}", "=", "("].contains(where: { tokens[place].isMark($0) }) { return false }
    }
    return false
  }

  /// Returns the value behind a declaration such as `const a: T = 1` or `static const String a = "b"`; `nil` for all else.
  private func declaredValue(_ index: Int) -> Range<Int>? {
    let before = tokens[index - 1]
    let isTyped =
      before.isWord && !["return", "await", "new", "in", "of", "case", "function", "class"].contains(before.text)
      || before.isMark(">")
    // `name := "a"` of Go, and `var ( name = "a" )`.
    let owner = owners[index]
    let isGrouped =
      language == .go && tokens[owner].isMark("(")
      && (tokens[owner - 1].isWord("var") || tokens[owner - 1].isWord("const"))
    guard isTyped || isGrouped || tokens[index + 1].isMark(":=") else { return nil }
    var next = index + 1
    if tokens[next].isMark(":") {
      // The type of TypeScript.
      while next < tokens.count, !tokens[next].isMark("="), !tokens[next].isMark(";"), !tokens[next].isMark(")") {
        next = placeBehind(next)
      }
    }
    guard tokens[next].isMark("=") || tokens[next].isMark(":=") else { return nil }
    var end = next + 1
    while end < tokens.count {
      let token = tokens[end]
      if token.isMark(";") || token.isMark(",") || token.isMark(")") || token.isMark("}") || token.isMark("]") { break }
      if end > next + 1, token.line > tokens[end - 1].range.endLine, !continues(end) { break }
      end = placeBehind(end)
    }
    return next + 1..<end
  }

  private func continues(_ index: Int) -> Bool {
    let marks = [".", "?.", "+", "||", "&&", "?", ":", "??", "="]
    let (token, before) = (tokens[index], tokens[index - 1])
    return token.kind == .mark && marks.contains(token.text)
      || before.kind == .mark && (marks + ["=>", "("]).contains(before.text)
  }
}
