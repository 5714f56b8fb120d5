internal import AdvertReading

/// A program in Kotlin, Java, Swift or C#: its tokens, its blocks, and the one value that each name has.
struct AppProgram: TokenProgram {
  let language: AppTokens.Language
  let tokens: TokenList
  let namesInTexts: Set<String>
  let systemConditions: Set<Int>
  /// The matching bracket of each bracket; for other tokens, the token itself.
  private(set) var partners: TokenPositions
  /// The innermost bracket around each token; -1 outside of all brackets.
  private(set) var brackets: TokenPositions
  /// The innermost brace around each token; -1 outside of all braces.
  private(set) var blocks: TokenPositions
  /// The places of each word in the program itself.
  private(set) var places: [String: [Int]] = [:]
  /// The places of each word, also in the declarations of other files.
  private(set) var allPlaces: [String: [Int]] = [:]
  /// The number of tokens of the program itself, which those of other files follow.
  private let ownCount: Int
  /// The file of each of those, whether each begins a line there, and the constants that the program can name.
  private(set) var others: (files: [Int], beginsLine: [Bool], visible: Set<String>) = ([], [], [])
  private(set) var obstacle: SourceObstacle?
  /// The braces that begin the bodies of types, and of companion objects.
  private var typeBodies: Set<Int> = []
  private var companions: Set<Int> = []
  /// The names that were looked up, because many look-ups have the same answer.
  let found = FoundNames()

  /// The names that were looked up.
  final class FoundNames {
    var declarations: [String: [Declaration]] = [:]
    var unchanged: Set<Int> = []
  }

  /// - Parameter sources: the other files of the project, whose declarations the program uses; `nil` when none are read.
  init(_ text: String, language: AppTokens.Language, sources: ProjectSources? = nil) {
    self.language = language
    let read = AppTokens(text, language: language)
    ownCount = read.tokens.count
    var declared: [SourceToken] = []
    if let sources, read.obstacle == nil {
      let found = ProjectDeclarations(namedIn: read.tokens, language, sources)
      declared = found.tokens
      others = (found.files, found.beginsLine, found.visible)
    }
    tokens = TokenList(read.tokens + declared)
    namesInTexts = read.namesInTexts
    systemConditions = read.systemConditions
    obstacle = read.obstacle
    partners = TokenPositions(Array(0..<tokens.count), outside: nil)
    brackets = TokenPositions(Array(repeating: -1, count: tokens.count), outside: -1)
    blocks = brackets
    allPlaces = tokens.places
    places = declared.isEmpty ? allPlaces : TokenList(read.tokens).places
    guard obstacle == nil else { return }
    let pairs = TokenBrackets(tokens)
    partners = pairs.partners
    brackets = pairs.owners
    obstacle = pairs.obstacle
    guard obstacle == nil else { return }
    for index in tokens.indices {
      // The innermost brace, which other brackets may be in.
      let owner = brackets[index]
      blocks[index] = owner < 0 || isMark(owner, "{") ? owner : blocks[owner]
    }
    for brace in tokens.indices where isMark(brace, "{") {
      let head = head(of: brace)
      if head.contains(where: { isWord($0, "companion") }) { companions.insert(brace) }
      // The last keyword before the brace says what it begins.
      let keyword = head.first { index in
        tokens[index].isWord && !isMember(index) && (isTypeWord(index) || Self.codeWords.contains(tokens[index].text))
      }
      let isType = keyword.map { isTypeWord($0) } ?? false
      if isType || isAnonymousClass(brace) { typeBodies.insert(brace) }
    }
  }

  // MARK: Tokens

  func isMark(_ index: Int, _ marks: String...) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .mark && marks.contains(tokens[index].text)
  }

  func isWord(_ index: Int, _ words: String...) -> Bool {
    tokens.indices.contains(index) && tokens[index].isWord && words.contains(tokens[index].text)
  }

  static let memberMarks = [".", "?.", "::"]

  func isFirstOnLine(_ index: Int) -> Bool {
    if others.beginsLine.indices.contains(index - ownCount) { return others.beginsLine[index - ownCount] }
    return index == 0 || tokens[index - 1].range.endLine < tokens[index].line
  }

  /// The number of a token's file; 0 for the program itself.
  func file(of index: Int) -> Int {
    others.files.indices.contains(index - ownCount) ? others.files[index - ownCount] : 0
  }

  func words(_ range: Range<Int>) -> String { CExpression.words(tokens[range]) }

  /// The most tokens of an expression outside of brackets.
  private static let longestExpression = 1000

  /// Returns the end of the expression that begins at a token.
  func end(ofExpression start: Int) -> Int {
    var index = start
    for _ in 0..<Self.longestExpression where index < tokens.count {
      if isMark(index, ";", "}", ")", "]", ",") { break }
      if index > start, !language.isLikeJava, isFirstOnLine(index), !continues(index) { break }
      index = placeBehind(index)
    }
    return index
  }

  /// Whether the first token of a line belongs to the statement of the line before.
  private func continues(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    let token = tokens[index]
    if token.kind == .mark { return !["{", "@", "(", "[", "#", "-", "!"].contains(token.text) }
    if token.isWord,
      ["as", "is", "else", "in", "or", "and", "to", "shl", "xor", "catch", "by", "where"].contains(token.text)
    {
      return true
    }
    let before = tokens[index - 1]
    return before.kind == .mark && ![")", "]", "}", "!!", "!", "?", ">"].contains(before.text)
  }

  /// Whether a token begins a statement that runs whenever its block runs to its end.
  func beginsStatement(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    let before = tokens[index - 1]
    if before.kind == .mark, [";", "{", "}"].contains(before.text) { return true }
    guard !language.isLikeJava, isFirstOnLine(index), !continues(index) else {
      return language == .kotlin && before.isMark("->") && isLambdaArrow(index - 1)
    }
    // A line behind the head of an `if` is run sometimes.
    if before.isMark(")"), isWord(partners[index - 1] - 1, "if", "while", "for", "when", "switch", "catch") {
      return false
    }
    return !before.isWord
      || !["else", "return", "throw", "do", "try", "in", "case", "default", "finally"].contains(before.text)
  }

  private func isLambdaArrow(_ index: Int) -> Bool { isMark(brackets[index], "{") }

  // MARK: Types and functions

  private static let typeWords: Set<String> = [
    "class", "object", "struct", "enum", "interface", "extension", "actor", "protocol",
  ]

  /// Whether a word begins a type. In C#, `where T : class` does not.
  private func isTypeWord(_ index: Int) -> Bool {
    guard language == .cSharp else { return Self.typeWords.contains(tokens[index].text) }
    return isWord(index, "class", "struct", "enum", "interface", "record") && !isMark(index - 1, ":", ",")
  }

  private static let codeWords: Set<String> = [
    "fun", "func", "init", "deinit", "constructor", "get", "set", "if", "else", "for", "while", "when", "switch", "try",
    "catch",
    "finally", "do", "guard", "repeat", "defer", "synchronized",
  ]

  /// Whether a brace begins the body of a type, whose members have no order.
  func isTypeBody(_ brace: Int) -> Bool {
    brace < 0 || typeBodies.contains(brace)
  }

  /// The tokens before a brace in its statement, without those in brackets.
  private func head(of brace: Int) -> [Int] {
    var found: [Int] = []
    var index = brace - 1
    while index >= 0, !isMark(index, ";", "{", "}", "(", "[", "=") {
      found.append(index)
      if !language.isLikeJava, isFirstOnLine(index), !continues(index) { break }
      index = isMark(index, ")", "]") ? partners[index] - 1 : index - 1
    }
    return found
  }

  /// Returns the name of the type whose body begins at a brace; `nil` for a type without one.
  func typeName(ofBody brace: Int) -> String? {
    head(of: brace).first { isTypeWord($0) && !isMember($0) && tokens[$0 + 1].isWord }.map { tokens[$0 + 1].text }
  }

  /// Whether a brace begins the body of a class without a name in Java.
  private func isAnonymousClass(_ brace: Int) -> Bool {
    guard language == .java, isMark(brace - 1, ")") else { return false }
    var index = partners[brace - 1] - 1
    while index > 0, tokens[index].isWord || isMark(index, ".", "<", ">", ","), !isWord(index, "new") { index -= 1 }
    return isWord(index, "new")
  }

  /// Whether a brace begins the body of a companion object.
  func isCompanion(_ brace: Int) -> Bool { companions.contains(brace) }

  /// The bodies of the types with a name that the file defines.
  func bodies(ofType name: String) -> [Int] {
    (allPlaces[name] ?? []).compactMap { body(ofType: $0) }
  }

  /// Returns the brace behind the name of a type where it is defined; `nil` at all other places.
  private func body(ofType index: Int) -> Int? {
    guard index > 0, tokens[index - 1].isWord, isTypeWord(index - 1) else { return nil }
    var brace = index + 1
    while brace < tokens.count, !isMark(brace, "{", ";", "}") {
      brace = isMark(brace, "(", "[") ? partners[brace] + 1 : brace + 1
    }
    return isMark(brace, "{") ? brace : nil
  }

  /// Returns the definitions of the types with a name that other files can use, each from its keyword to its end.
  func bodiesWithHeads(ofType name: String) -> [Range<Int>] {
    (places[name] ?? []).compactMap { index in
      guard let brace = body(ofType: index), !isPrivate(index - 1) else { return nil }
      return index - 1..<partners[brace] + 1
    }
  }

  /// Refuses a file that defines its own type with the name of one of the system.
  func checkNotOwn(_ names: String...) throws(SourceObstacle) {
    for name in names {
      for index in places[name] ?? [] where index > 0 {
        let isType = ["class", "object", "struct", "enum", "interface", "typealias", "as"].contains {
          isWord(index - 1, $0) && (language != .cSharp || $0 != "as")
        }
        // `using DataWriter = Other;`
        let isAlias = language == .cSharp && isWord(index - 1, "using") && isMark(index + 1, "=")
        if isType || isAlias { throw SourceObstacle(tokens[index], "the file has its own \(name)") }
      }
    }
  }

  /// Returns the only function with a name that the file defines, by the place of the name; `nil` when it defines none.
  ///
  /// - Parameter types: the names of the type that has the function, and of those around it; empty for any.
  func function(named name: String, inTypes types: [String] = [], at use: Int) throws(SourceObstacle) -> Int? {
    let bodies = types.last.map { self.bodies(ofType: $0) }
    let definitions = ((bodies == nil ? places : allPlaces)[name] ?? []).filter { index in
      isFunction(index) && bodies?.contains(blocks[index]) ?? true
    }
    guard definitions.count < 2 else { throw SourceObstacle(tokens[use], "\(name)() is defined several times") }
    return definitions.first
  }

  /// Returns the value that a function returns, by the place of its name.
  func result(ofFunction index: Int) throws(SourceObstacle) -> Range<Int> {
    let name = tokens[index].text
    var start = index - 1
    while start >= 0, tokens[start].isWord || isMark(start, ".", "<", ">", "?"),
      tokens[start].line == tokens[index].line
    {
      if isWord(start, "open", "abstract") { throw SourceObstacle(tokens[index], "\(name)() can be another one") }
      if isFirstOnLine(start) { break }
      start -= 1
    }
    var next = partners[index + 1] + 1
    while next < tokens.count, !isMark(next, "{", "=", "=>", ";", "}") { next += 1 }
    if language == .kotlin && isMark(next, "=") || language == .cSharp && isMark(next, "=>") {
      return next + 1..<end(ofExpression: next + 1)
    }
    guard isMark(next, "{") else { throw SourceObstacle(tokens[index], "\(name)() has no body") }
    let returns = (next..<partners[next]).filter { isWord($0, "return") }
    guard returns.count == 1, let leaving = returns.first, blocks[leaving] == next, beginsStatement(leaving) else {
      throw SourceObstacle(tokens[index], "\(name)() does not end in one place")
    }
    return leaving + 1..<end(ofExpression: leaving + 1)
  }

  /// Returns the value that a call gives a parameter, or its default; `nil` for neither.
  ///
  /// - Parameters:
  ///   - name: the place of the parameter's name, in the brackets of its function.
  ///   - call: the opening bracket of the call.
  func argument(of name: Int, in call: Int) -> Range<Int>? {
    let list = parts(brackets[name])
    guard let position = list.firstIndex(where: { $0.contains(name) }) else { return nil }
    let given = parts(call)
    let label = language == .swift ? tokens[list[position].lowerBound].text : tokens[name].text
    let mark = language == .kotlin ? "=" : ":"
    func isNamed(_ argument: Range<Int>) -> Bool {
      language != .java && tokens[argument.lowerBound].isWord && isMark(argument.lowerBound + 1, mark)
    }
    if let one = given.first(where: { isNamed($0) && tokens[$0.lowerBound].text == label }) {
      return one.lowerBound + 2..<one.upperBound
    }
    // Arguments with a name can be in another order.
    if position < given.count, !given[...position].contains(where: isNamed) { return given[position] }
    guard let equals = list[position].first(where: { isMark($0, "=") }) else { return nil }
    return equals + 1..<list[position].upperBound
  }

  /// Whether a name is that of a function where it is defined.
  func isFunction(_ index: Int) -> Bool {
    guard isMark(index + 1, "("), index > 0 else { return false }
    switch language {
    case .kotlin: return isWord(index - 1, "fun")
    case .swift: return isWord(index - 1, "func")
    case .java, .cSharp:
      guard tokens[index - 1].isWord || isMark(index - 1, ">", "]") || language == .cSharp && isMark(index - 1, "?")
      else { return false }
      guard !isWord(index - 1, "new", "return", "throw", "else", "await") else { return false }
      return true
    }
  }
}
