internal import AdvertReading

/// A variable of a program that is a structure, followed from its declaration to the call that has it as an argument.
struct StructVariable {
  let program: CProgram
  let name: String
  /// The members that are set, by their paths.
  private(set) var members: [String: Setting] = [:]
  /// Whether all members that are not set are zero.
  private(set) var isCleared = false
  private(set) var obstacle: SourceObstacle?

  struct Setting {
    let value: Range<Int>
    let text: TextRange
  }

  /// Reads the state of the variable when its address is passed to a call.
  ///
  /// - Parameters:
  ///   - argument: the tokens of the argument: `&name`.
  ///   - call: the place of the call.
  ///   - known: calls that do not change the variable.
  ///   - isWholeSet: whether the caller requires that all members are set, so that nothing need be cleared. The argument
  ///     can then be before the call, in another variable.
  init(
    argument: Range<Int>, of call: Int, in program: CProgram, known: Set<String>, isWholeSet: Bool = false
  ) throws(SourceObstacle) {
    self.program = program
    let tokens = program.tokens[argument]
    guard tokens.count == 2, tokens.first?.isMark("&") ?? false, let name = tokens.last, name.isWord,
      let declaration = program.declaration(of: name.text, at: call)
    else {
      throw SourceObstacle(
        program.tokens[call], "\(CExpression.words(tokens)) is no variable that the file declares once")
    }
    self.name = name.text
    guard !declaration.isPointer, !declaration.isArray else {
      throw SourceObstacle(name, "\(name.text) is no structure")
    }
    let owner = program.owners[declaration.name]
    let isStatic = declaration.type.contains("static") || owner < 0
    isCleared = isStatic
    take(declaration)
    let uses = (program.places[name.text] ?? []).filter { index in
      index != declaration.name && !program.isMember(index) && (owner < 0 || program.owners[index] == owner)
    }
    let end = max(argument.lowerBound, call)
    for index in uses {
      // Changes of a local variable after the call do not count. A static variable keeps its changes.
      if index >= end, !isStatic { break }
      if argument.contains(index) { continue }
      if owner < 0, program.owners[index] != program.owners[call], isPlain(index, known) { continue }
      take(index, known, isElsewhere: program.owners[index] != program.owners[call] || index > end)
      if let obstacle { throw obstacle }
    }
    if let obstacle { throw obstacle }
    guard isCleared || isWholeSet else {
      throw SourceObstacle(name, "\(name.text) is not cleared before its members are set")
    }
  }

  private mutating func take(_ declaration: CProgram.Declaration) {
    guard let value = declaration.value, !value.isEmpty else { return }
    var inside = value
    if program.tokens[value.lowerBound].isMark("{") {
      inside = value.lowerBound + 1..<program.partners[value.lowerBound]
    }
    isCleared = true
    takeList(inside, path: "")
  }

  /// Takes `{ .name = value, .inner = { … } }`, or `{ 0 }`.
  private mutating func takeList(_ inside: Range<Int>, path: String) {
    let tokens = program.tokens
    if inside.isEmpty || inside.count == 1 && tokens[inside.lowerBound].text == "0" { return }
    var index = inside.lowerBound
    while index < inside.upperBound {
      guard tokens[index].isMark(".") else {
        obstacle = SourceObstacle(tokens[index], "\(name) is set by the order of its members")
        return
      }
      let start = index
      guard let member = self.path(&index, until: inside.upperBound), index < inside.upperBound,
        tokens[index].isMark("=")
      else {
        obstacle = SourceObstacle(tokens[start], "a member of \(name) that is not read")
        return
      }
      var end = index + 1
      while end < inside.upperBound, !tokens[end].isMark(",") {
        end = program.placeBehind(end)
      }
      if let refusal = program.refusal(ofCondition: start..<end, "\(name)\(member) is set") {
        obstacle = refusal
        return
      }
      let isList = tokens[index + 1].isMark("{") && index + 2 < end && tokens[index + 2].isMark(".")
      if isList {
        takeList(index + 2..<program.partners[index + 1], path: path + member)
      } else {
        set(path + member, index + 1..<end, program.range(start..<end))
      }
      index = end + 1
    }
  }

  /// Reads `.one.two`, and moves the index to the token after it.
  private func path(_ index: inout Int, until end: Int) -> String? {
    var path = ""
    while index + 1 < end, program.tokens[index].isMark("."), program.tokens[index + 1].isWord {
      path += "." + program.tokens[index + 1].text
      index += 2
    }
    return path.isEmpty ? nil : path
  }

  private mutating func set(_ path: String, _ value: Range<Int>, _ text: TextRange) {
    // A new value of a structure replaces all its members.
    for other in members.keys where other.hasPrefix(path + ".") { members[other] = nil }
    members[path] = Setting(value: value, text: text)
  }

  /// Whether a use of a global variable in another function does not change it.
  private func isPlain(_ index: Int, _ known: Set<String>) -> Bool {
    guard index > 0, program.tokens[index - 1].isMark("&") else { return isRead(index) }
    return callee(of: index).map { known.contains($0) } ?? false
  }

  private func isRead(_ index: Int) -> Bool {
    var next = index + 1
    guard path(&next, until: program.tokens.count) != nil else { return isInSize(index) }
    let isAddress =
      index > 0 && program.tokens[index - 1].isMark("&") && (index < 2 || !program.tokens[index - 2].isWord)
    let isStep = index > 0 && (program.tokens[index - 1].isMark("++") || program.tokens[index - 1].isMark("--"))
    let isSet =
      next < program.tokens.count
      && ["=", "+=", "-=", "|=", "&=", "^=", "++", "--", "[", "->", "<<=", ">>=", "*=", "/="].contains(
        program.tokens[next].text)
    return !isAddress && !isStep && !isSet
  }

  private func isInSize(_ index: Int) -> Bool {
    index > 1 && (program.tokens[index - 1].isWord("sizeof") || program.tokens[index - 2].isWord("sizeof"))
  }

  /// Returns the function whose call has a token in its arguments.
  private func callee(of index: Int) -> String? {
    var open = index - 1
    while open > 0 {
      if program.tokens[open].isMark("("), program.tokens[open - 1].isWord { return program.tokens[open - 1].text }
      if [";", "{", "}", "("].contains(where: { program.tokens[open].isMark($0) }) { return nil }
      open = program.placeBefore(open)
    }
    return nil
  }

  private mutating func take(_ index: Int, _ known: Set<String>, isElsewhere: Bool) {
    let tokens = program.tokens
    func refuse(_ reason: String) { obstacle = SourceObstacle(tokens[index], "\(name) \(reason)") }
    if index > 0, tokens[index - 1].isMark("&"), index < 2 || !tokens[index - 2].isWord {
      var next = index + 1
      let isWhole = path(&next, until: tokens.count) == nil
      guard let callee = callee(of: index) else { return refuse("is handed on by its address") }
      if isWhole, callee == "memset" {
        clear(index)
      } else if !known.contains(callee) {
        refuse("is given to \(callee)(), which may change it")
      }
      return
    }
    if isRead(index) { return }
    var next = index + 1
    guard let member = path(&next, until: tokens.count), next < tokens.count, tokens[next].isMark("=") else {
      return refuse("is changed in a way that is not read")
    }
    guard !isElsewhere else { return refuse("is set here, and at another time than before the call") }
    guard program.statements[index] == index else { return refuse("is set inside of an expression") }
    if let doubt = program.doubt(index) {
      obstacle = doubt
      return
    }
    let statement = program.statement(of: index)
    set(member, next + 1..<statement.upperBound, program.range(statement))
  }

  private mutating func clear(_ index: Int) {
    let tokens = program.tokens
    guard let open = (0..<index).last(where: { tokens[$0].isWord("memset") }) else { return }
    let arguments = program.parts(open + 1)
    guard arguments.count == 3,
      tokens[arguments[1]].map({ $0.text }) == ["0"] || tokens[arguments[1]].map({ $0.text }) == ["0x00"],
      tokens[arguments[2]].contains(where: { $0.isWord("sizeof") }), tokens[arguments[2]].count <= 5
    else {
      obstacle = SourceObstacle(tokens[index], "\(name) is filled in a way that is not read")
      return
    }
    if let doubt = program.doubt(index) {
      obstacle = doubt
      return
    }
    members = [:]
    isCleared = true
  }

  // MARK: Questions

  /// Returns a number; `nil` when the member is not set.
  func number(_ path: String) throws(SourceObstacle) -> Int64? {
    guard let setting = members[path] else { return nil }
    guard let number = try CExpression.value(setting.value, in: program).number else {
      throw SourceObstacle(setting.text.line, "\(name)\(path) is no number")
    }
    return number
  }

  /// Returns the octets of an array, of a text, or of a list of C after its type; `nil` when the member is not set.
  func octets(_ path: String) throws(SourceObstacle) -> [UInt8]? {
    guard let setting = members[path] else { return nil }
    if let list = compoundLiteral(setting.value) { return try CExpression.octets(list, in: program) }
    // The name of another member of the variable refers to that member.
    guard let octets = try CExpression.value(setting.value, in: program).octets else {
      throw SourceObstacle(setting.text.line, "\(name)\(path) is no array of octets")
    }
    return octets
  }

  func text(_ path: String) -> TextRange? { members[path]?.text }
  func setting(_ path: String) -> Setting? { members[path] }

  /// Returns the range between the braces of `(type[]){ … }`.
  func compoundLiteral(_ value: Range<Int>) -> Range<Int>? {
    let tokens = program.tokens
    guard value.count > 3, tokens[value.lowerBound].isMark("(") else { return nil }
    let brace = program.partners[value.lowerBound] + 1
    guard brace < value.upperBound, tokens[brace].isMark("{"), program.partners[brace] == value.upperBound - 1 else {
      return nil
    }
    return brace + 1..<program.partners[brace]
  }

  /// Refuses members that are not in the known set.
  func check(known: Set<String>) throws(SourceObstacle) {
    for (path, setting) in members.sorted(by: { $0.value.text.line < $1.value.text.line }) where !known.contains(path) {
      throw SourceObstacle(setting.text.line, "the member \(path.dropFirst()) is not read")
    }
  }
}
