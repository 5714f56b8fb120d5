internal import AdvertisingData

/// A program in C or C++: its tokens, the function of each token, and whether each token surely runs when its function
/// runs.
struct CProgram: TokenProgram {
  let tokens: TokenList
  let definitions: [String: [CTokens.Definition]]
  let includes: [String]
  let isCPlusPlus: Bool
  /// Whether the program is lines that were copied without a function around them.
  let isExcerpt: Bool
  /// The included files between angle brackets, which are not the project's own.
  let libraryIncludes: Set<String>
  /// Whether a switch of the project decided which of its code is compiled.
  let usesSwitches: Bool
  /// The conditions that nothing decides, by the numbers that tokens have.
  let conditions: [Int: CTokens.Condition]
  /// The matching bracket of each bracket; for other tokens, the token itself.
  private(set) var partners: TokenPositions
  /// The innermost opening bracket around each token; -1 where there is none.
  private(set) var around = TokenPositions(outside: -1)
  private(set) var functions: [Function] = []
  /// The functions with a `goto`.
  private(set) var jumping: Set<Int> = []
  /// The function of each token; -1 outside of all functions.
  private(set) var owners: TokenPositions
  /// The condition on which each token runs when its function runs.
  private(set) var contexts: [Context] = []
  /// The start of the statement of each token.
  private(set) var statements: TokenPositions
  /// The places of each word.
  private(set) var places: [String: [Int]] = [:]
  /// Whether files beside its headers are a part of the program.
  let takesSources: Bool
  /// The functions that readers have asked for.
  let asked = AskedFunctions()
  /// The settings of the project that are numbers, by their names, and those that readers have asked for.
  let settings: [String: Int64]
  let askedSettings = AskedFunctions()
  /// The answers about names that were searched for already.
  let answers = NameAnswers()
  /// The reason why no part of the file is read; `nil` when the file is read.
  private(set) var obstacle: SourceObstacle?

  struct Function {
    let name: String
    let parameters: Range<Int>
    let body: Range<Int>
  }

  /// The condition on which a statement of a function runs.
  enum Context: Hashable {
    /// Runs whenever the function runs to its end.
    case always
    /// Does not always run, or runs at an unknown time. The text names the reason, for people.
    case sometimes(String)
    /// Runs several times.
    case repeated
  }

  static let memberMarks = [".", "->", "::"]

  /// A limit above the nesting of real programs.
  private static let deepest = 200

  /// - Parameters:
  ///   - supposed: names that are supposed to be set or not, where nothing else says it.
  ///   - takesSources: whether files beside its headers are taken that register a base of UUIDs.
  ///   - sketch: the other files of the sketch that the program is a part of.
  init(
    _ text: String, isCPlusPlus: Bool, project: SourceProject = SourceProject(), supposed: [String: Bool] = [:],
    isExcerpt: Bool = false, takesSources: Bool = false,
    sketch: ProjectSources.Sketch? = nil
  ) {
    let read = CTokens(
      text, isCPlusPlus: isCPlusPlus, switches: project.switches, supposed: supposed, sources: project.sources,
      takesSources: takesSources, sketch: sketch)
    self.isCPlusPlus = isCPlusPlus
    self.isExcerpt = isExcerpt
    self.takesSources = takesSources
    usesSwitches = read.usesSwitches
    settings = project.numbers
    conditions = read.conditions
    tokens = TokenList(read.tokens)
    definitions = read.definitions
    includes = read.includes
    libraryIncludes = read.libraryIncludes
    obstacle = read.obstacle
    partners = TokenPositions(Array(0..<tokens.count), outside: nil)
    owners = TokenPositions(Array(repeating: -1, count: tokens.count), outside: -1)
    contexts = Array(repeating: .always, count: tokens.count)
    statements = partners
    places = tokens.places
    guard obstacle == nil else { return }
    let brackets = TokenBrackets(
      tokens, refusal: "a bracket that none before it belongs to, or that an #if decides on"
    ) { $0.condition == $1.condition }
    partners = brackets.partners
    around = brackets.owners
    obstacle = brackets.obstacle
    guard obstacle == nil else { return }
    takeDeclarations(tokens.indices, depth: 0)
  }

  // MARK: Outside of functions

  private mutating func takeDeclarations(_ range: Range<Int>, depth: Int) {
    guard depth < Self.deepest else {
      obstacle = obstacle ?? SourceObstacle(tokens[range.lowerBound].line, "deeper nesting than is read")
      return
    }
    var index = range.lowerBound
    var start = index
    while index < range.upperBound {
      let token = tokens[index]
      statements[index] = start
      switch token.text {
      case ";" where token.kind == .mark:
        index += 1
        start = index
      case "(" where token.kind == .mark, "[" where token.kind == .mark:
        for inner in index..<partners[index] + 1 { statements[inner] = start }
        index = partners[index] + 1
      case "{" where token.kind == .mark:
        let end = partners[index]
        if let header = header(before: index, since: start) {
          takeFunction(header, body: index + 1..<end)
          start = end + 1
        } else if holdsDeclarations(start..<index) {
          takeDeclarations(index + 1..<end, depth: depth + 1)
          start = end + 1
        } else {
          for inner in index..<end + 1 { statements[inner] = start }
        }
        index = end + 1
      case ":"
      where token.kind == .mark && index == start + 1
        && ["public", "private", "protected"].contains(tokens[start].text):
        index += 1
        start = index
      default: index += 1
      }
    }
  }

  /// Returns the name and the parameters of the function whose body begins at a brace; `nil` when no function's body
  /// does.
  private func header(before brace: Int, since start: Int) -> (name: Int, parameters: Range<Int>)? {
    // The parameters are in the first brackets after a name: after them comes `const`, or a list that sets members.
    var index = start
    while index < brace {
      if tokens[index].isMark("=") { return nil }
      guard tokens[index].isMark("(") else {
        index += 1
        continue
      }
      let end = partners[index]
      // A statement outside of all functions is one of an excerpt.
      if index > start, ["if", "while", "for", "switch"].contains(tokens[index - 1].text) { return nil }
      if index > start, tokens[index - 1].isWord,
        !["__attribute__", "alignas", "decltype"].contains(tokens[index - 1].text)
      {
        return (index - 1, index + 1..<end)
      }
      index = end + 1
    }
    return nil
  }

  private func holdsDeclarations(_ head: Range<Int>) -> Bool {
    let words = tokens[head]
    guard !words.contains(where: { $0.isMark("=") }) else { return false }
    guard let first = words.first(where: { $0.text != "typedef" && $0.text != "export" }) else { return false }
    if first.isWord("template") { return words.contains { $0.isWord("class") || $0.isWord("struct") } }
    return ["namespace", "extern", "class", "struct", "inline"].contains(first.text)
  }

  // MARK: Functions

  private mutating func takeFunction(_ header: (name: Int, parameters: Range<Int>), body: Range<Int>) {
    let number = functions.count
    functions.append(Function(name: tokens[header.name].text, parameters: header.parameters, body: body))
    for index in header.parameters { owners[index] = number }
    for index in body { owners[index] = number }
    var context = Context.always
    if let jump = tokens[body].first(where: { $0.isWord("goto") }) {
      context = .sometimes("the goto in line \(jump.line)")
      jumping.insert(number)
    }
    takeStatements(body, context, depth: 0)
  }

  private mutating func takeStatements(_ range: Range<Int>, _ context: Context, depth: Int) {
    var index = range.lowerBound
    var context = context
    while index < range.upperBound, obstacle == nil {
      let token = tokens[index]
      index = takeStatement(at: index, until: range.upperBound, context, depth: depth)
      // The code after this statement does not run unless a jump leads there.
      if context == .always, token.isWord("return") || token.isWord("throw") {
        context = .sometimes("the \(token.text) in line \(token.line)")
      }
    }
  }

  /// Takes one statement, and returns the start of the next.
  private mutating func takeStatement(at index: Int, until end: Int, _ context: Context, depth: Int) -> Int {
    guard index < end else { return end }
    let token = tokens[index]
    guard depth < Self.deepest else {
      obstacle = obstacle ?? SourceObstacle(token.line, "deeper nesting than is read")
      return end
    }
    let next = index + 1 < end ? index + 1 : end
    func some(_ what: String) -> Context {
      context == .repeated ? .repeated : .sometimes("the \(what) in line \(token.line)")
    }
    switch token.text {
    case "{" where token.kind == .mark:
      takeStatements(index + 1..<partners[index], context, depth: depth + 1)
      return partners[index] + 1
    case "if", "switch":
      var open = next
      while open < end, !tokens[open].isMark("(") { open += 1 }
      guard open < end else { return end }
      note(index..<partners[open] + 1, start: index, context)
      // What follows the success of the library's own start is what a program sends.
      let success = token.text == "if" ? success(open + 1..<partners[open]) : nil
      let body = takeStatement(
        at: partners[open] + 1, until: end, success == true ? context : some(token.text), depth: depth + 1)
      guard token.text == "if", body < end, tokens[body].isWord("else") else { return body }
      return takeStatement(
        at: body + 1, until: end, success == false ? context : some("else of the if"), depth: depth + 1)
    case "for", "while":
      guard next < end, tokens[next].isMark("(") else { return next }
      note(index..<partners[next] + 1, start: index, .repeated)
      return takeStatement(at: partners[next] + 1, until: end, .repeated, depth: depth + 1)
    case "do":
      return takeStatement(at: next, until: end, .repeated, depth: depth + 1)
    case "try": return takeStatement(at: next, until: end, context, depth: depth + 1)
    case "catch":
      guard next < end, tokens[next].isMark("(") else { return next }
      return takeStatement(at: partners[next] + 1, until: end, some("catch"), depth: depth + 1)
    case "case", "default":
      var colon = next
      while colon < end, !tokens[colon].isMark(":") { colon += 1 }
      return min(colon + 1, end)
    default: return takeSimple(at: index, until: end, context)
    }
  }

  /// Returns whether a condition is that a library has started: `BLE.begin()`, or has made an object: `advertising` and
  /// `advertising != nullptr`; `false` for their contrary, and `nil` for all other conditions.
  private func success(_ condition: Range<Int>) -> Bool? {
    var words = tokens[condition].map { $0.text }
    var isNegated = words.first == "!"
    if isNegated { words.removeFirst() }
    if words.count == 3, ["==", "!="].contains(words[1]), let null = words.firstIndex(where: Self.nulls.contains) {
      isNegated = isNegated != (words[1] == "==")
      words = [words[2 - null]]
    }
    if words.count == 1 { return isMade(words[0], before: condition.lowerBound) ? !isNegated : nil }
    if words.count == 7, words[5] == "==", ["1", "true"].contains(words[6]) { words.removeLast(2) }
    guard words.count == 5, ["BLE", "Bluefruit"].contains(words[0]), words[1...] == [".", "begin", "(", ")"] else {
      return nil
    }
    return !isNegated
  }

  private static let nulls: Set<String> = ["nullptr", "NULL"]
  /// Functions of libraries that return an object each time.
  private static let makers: Set<String> = ["getAdvertising", "createServer", "createService"]
  /// The most tokens of a value that makes an object.
  private static let longestMaking = 32

  /// Whether each pointer with a name is declared with an object that a library makes.
  private func isMade(_ name: String, before place: Int) -> Bool {
    let settings = (places[name] ?? []).filter { tokens[$0 + 1].isMark("=") }
    guard let first = settings.first, first < place else { return false }
    return settings.allSatisfy { setting in
      guard tokens[setting - 1].isMark("*") || tokens[setting - 1].isWord("auto") else { return false }
      let value = tokens[setting + 2..<setting + Self.longestMaking].prefix { !$0.isMark(";") }
      return !value.contains { $0.isMark("?") } && value.contains { Self.makers.contains($0.text) }
    }
  }

  private mutating func takeSimple(at start: Int, until end: Int, _ context: Context) -> Int {
    var index = start
    while index < end, !tokens[index].isMark(";") {
      index = placeBehind(index)
    }
    let limit = min(index + 1, end)
    note(start..<limit, start: start, context)
    // The body of a function object runs at another time.
    for brace in start..<limit where tokens[brace].isMark("{") && isFunctionObject(brace) {
      for inner in brace..<partners[brace] {
        contexts[inner] = .sometimes("the function object in line \(tokens[brace].line)")
      }
    }
    // The code after these operators may or may not run.
    if let choice = (start..<limit).first(where: {
      tokens[$0].kind == .mark && ["&&", "||", "?"].contains(tokens[$0].text)
    }) {
      for inner in choice..<limit where contexts[inner] == .always {
        contexts[inner] = .sometimes("the condition in line \(tokens[choice].line)")
      }
    }
    return limit
  }

  private mutating func note(_ range: Range<Int>, start: Int, _ context: Context) {
    for index in range where index < tokens.count {
      contexts[index] = context
      statements[index] = start
    }
    // The first part of a condition may already decide it.
    guard context == .always,
      let choice = range.first(where: { index in
        index < tokens.count && tokens[index].kind == .mark && ["&&", "||", "?"].contains(tokens[index].text)
      })
    else { return }
    for inner in choice..<range.upperBound where inner < tokens.count {
      contexts[inner] = .sometimes("the condition in line \(tokens[choice].line)")
    }
  }

  private func isFunctionObject(_ brace: Int) -> Bool {
    guard brace > 0 else { return false }
    var index = brace - 1
    // `[…](…) mutable -> Type {`
    while index > 0,
      tokens[index].isWord || tokens[index].isMark("->") || tokens[index].isMark("*") || tokens[index].isMark("::")
    {
      index -= 1
    }
    if tokens[index].isMark(")") { index = partners[index] - 1 }
    // `uint8_t data[] {` has a name before the brackets, and so does an element.
    guard index >= 0, tokens[index].isMark("]") else { return false }
    let before = partners[index] - 1
    return before < 0
      || !tokens[before].isWord && !tokens[before].isMark("]") && !tokens[before].isMark(")")
        && !tokens[before].isMark(">")
  }

  // MARK: Questions

  /// Returns the name of the function that contains a token.
  func functionName(of index: Int) -> String? {
    owners[index] >= 0 ? functions[owners[index]].name : nil
  }

  /// Returns the complete statement of a token, up to its semicolon.
  func statement(of index: Int) -> Range<Int> {
    let start = statements[index]
    var end = start
    while end < tokens.count, statements[end] == start || end < index, !tokens[end].isMark(";") {
      end =
        tokens[end].kind == .mark && partners[end] > end && statements[partners[end]] == start
        ? partners[end] + 1 : end + 1
    }
    return start..<max(min(end, tokens.count), start)
  }

  /// Whether the text is a program for Bluefruit. Another file of a sketch may include the library.
  var isBluefruit: Bool { places["Bluefruit"] != nil || includes.contains { $0.hasSuffix("bluefruit.h") } }

  /// Returns the calls of a library's function by its name, without calls of methods.
  func calls(of name: String) -> [Int] {
    asked.note(name)
    return (places[name] ?? []).filter { index in
      tokens[index + 1].isMark("(") && owners[index] >= 0 && (!isMember(index) || isGlobal(index))
    }
  }

  /// The names that alone decide whether functions that readers asked for are called.
  var openNamesOfCalls: [String] {
    asked.names.flatMap { places[$0] ?? [] }.compactMap { tokens[$0].condition.flatMap { conditions[$0]?.name } }
  }

  /// Whether a name is one of the global namespace: `::name`.
  func isGlobal(_ index: Int) -> Bool { tokens[index - 1].isMark("::") && !tokens[index - 2].isWord }
}
