/// The values of names at a place of a file: of the top of the file, of a function around the place, and of `self`.
extension PythonEvaluator {
  /// Returns the value of a name.
  ///
  /// - Parameters:
  ///   - place: the place whose names count. A function that is followed has its own.
  ///   - use: the place of the name, for messages.
  mutating func value(of name: String, at place: Int, use: Int) throws(SourceObstacle) -> PythonValue {
    try nest(use)
    defer { leave() }
    try spend(use, program.tokens.count / 1_000 + (program.places[name]?.count ?? 0))
    if name.hasPrefix("self.") { return try attribute(String(name.dropFirst(5)), use) }
    var inner = program.function(around: place)
    while let function = inner {
      if function.parameters.contains(where: { $0.name == name }) { return try parameter(name, of: function, use) }
      if let value = try made(name, in: function.body, before: place, use) { return value }
      inner = program.function(around: function.place)
    }
    let isAtTop = program.function(around: place) == nil
    guard let value = try made(name, in: program.tokens.indices, before: isAtTop ? place : program.tokens.count, use)
    else { throw refusal(use, "the file does not set \(name)") }
    return value
  }

  // MARK: Names of a body

  /// Returns the value that the statements of a body give a name; `nil` when none sets it.
  private mutating func made(
    _ name: String, in body: Range<Int>, before place: Int, _ use: Int
  ) throws(SourceObstacle) -> PythonValue? {
    let isTop = body.lowerBound == 0
    var targets: [Int] = []
    for index in program.places[name] ?? [] where body.contains(index) && !program.isMember(index) {
      guard let target = target(index, name) else { continue }
      if isTop, program.depths[index] > 0, let function = program.function(around: index) {
        // A name of a function is another one, unless the function says that it is the file's.
        let isOfFile = function.body.contains { program.tokens[$0].isWord("global") }
        guard isOfFile else { continue }
      }
      guard target, program.statements[index] == index, isInBlock(index, of: place) else {
        throw refusal(index, "\(name) is set in a condition, or in a way that is not followed")
      }
      targets.append(index)
    }
    let settings = targets.filter { program.tokens[$0 + 1].isMark("=") }
    guard let start = settings.first else { return nil }
    // When a function runs, any of several values may be set.
    guard !isTop || settings.count == 1 || place < program.tokens.count else {
      throw refusal(settings[1], "\(name) is set several times")
    }
    let scope = PythonScope(place: start)
    // A loop around the place could run later statements before it.
    for index in targets where index < place || isLooped(index, place) {
      guard index < place else { throw refusal(index, "\(name) is changed in a loop") }
      scope.startsAgain(at: index)
      try follow(index, program.end(ofStatement: index), scope)
    }
    guard let value = scope.values[name] else { return nil }
    try checkOnlyRead(name, value, in: body, except: targets)
    return value
  }

  /// Whether a use of a name sets or changes it: `true` in a statement that is followed, `false` in another way, `nil` when
  /// it only reads it.
  private func target(_ index: Int, _ name: String) -> Bool? {
    let tokens = program.tokens
    let next = tokens[index + 1]
    let isStart = program.statements[index] == index
    if next.isMark("=") {
      if isStart { return true }
      // The name of an argument, or one of several that are set.
      return program.partners(around: index) == nil ? false : nil
    }
    if next.isMark("+=") { return isStart }
    if next.isMark("."), ["append", "extend"].contains(tokens[index + 2].text), tokens[index + 3].isMark("(") {
      return isStart
    }
    if next.isMark("."), PythonEvaluator.changingMethods.contains(tokens[index + 2].text) {
      return false
    }
    if next.kind == .mark, next.text.hasSuffix("="), !["==", "!=", "<=", ">="].contains(next.text) { return false }
    if next.isMark(":"), isStart { return false }
    if next.isMark("["), case let end = program.partners[index + 1] + 1, end < tokens.count, tokens[end].isMark("=") {
      return false
    }
    if ["for", "as", "del", "import"].contains(where: { tokens[index - 1].isWord($0) }) { return false }
    // `a, name = …` and `(name, b) = …`: a name before the mark, but no index and no argument there.
    let end = program.end(ofStatement: program.statements[index])
    guard (index..<end).contains(where: { tokens[$0].isMark("=") && program.partners(around: $0) == nil }) else {
      return nil
    }
    guard let open = program.partners(around: index) else { return false }
    return program.statements[open] == open ? false : nil
  }

  /// Whether a statement is in a block that has a later place, too, so that it runs before the place.
  private func isInBlock(_ index: Int, of place: Int) -> Bool {
    let depth = program.depths[index]
    return !(index..<max(min(place, program.tokens.count), index)).contains { program.depths[$0] < depth }
  }

  /// Whether a loop has both places.
  private func isLooped(_ one: Int, _ other: Int) -> Bool {
    let found = program.statement(around: other) { $0.isWord("def") || $0.isWord("for") || $0.isWord("while") }
    guard let start = found, !program.tokens[start].isWord("def") else { return false }
    return program.suite(of: start)?.contains(one) ?? true
  }

  /// Functions that do not change what they are given.
  private static let readers: Set<String> = [
    "len", "bytes", "bytearray", "print", "gap_advertise", "advertise", "gatts_register_services", "const", "tuple",
    "start_advertising", "extend", "append", "join", "pack", "str", "min", "max", "reversed", "isinstance",
  ]

  /// Refuses bytes and lists that something else can change.
  private func checkOnlyRead(
    _ name: String, _ value: PythonValue, in body: Range<Int>, except targets: [Int]
  ) throws(SourceObstacle) {
    guard value.isContainer || value.isBytes else { return }
    for index in program.places[name] ?? []
    where body.contains(index) && !program.isMember(index) && !targets.contains(index) {
      let start = program.statements[index]
      if index == start + 2, program.tokens[start + 1].isMark("="), program.end(ofStatement: start) == index + 1,
        isChanged(program.tokens[start].text, except: start)
      {
        throw refusal(index, "\(program.tokens[start].text) is a second name of \(name), and is changed")
      }
      guard let open = program.partners(around: index), program.tokens[open].isMark("("), open > 0 else { continue }
      let called = program.tokens[open - 1]
      guard called.isWord, !Self.readers.contains(called.text) else { continue }
      guard keepsArguments(called.text, at: index) else { throw refusal(index, "\(called.text)() may change \(name)") }
    }
  }

  /// Whether a function of this file, or of a module beside it, leaves lists and bytes as it gets them.
  private func keepsArguments(_ name: String, at use: Int) -> Bool {
    let own = (try? program.function(named: name, at: use)) ?? (try? program.method(named: name, at: use))
    guard let function = own ?? nil else {
      return program.module(of: name).map { program.text(ofModule: $0) != nil } ?? false
    }
    return function.parameters.allSatisfy { parameter in
      (program.places[parameter.name] ?? []).allSatisfy { index in
        guard function.body.contains(index), !program.isMember(index) else { return true }
        let next = program.tokens[index + 1]
        // A new value is one of its own.
        if next.isMark("="), program.statements[index] == index { return true }
        guard target(index, parameter.name) == nil else { return false }
        guard let open = program.partners(around: index), program.tokens[open].isMark("("), open > 0 else {
          return true
        }
        let called = program.tokens[open - 1]
        return !called.isWord || Self.readers.contains(called.text)
      }
    }
  }

  /// Whether a statement changes a name, beside one that sets it.
  private func isChanged(_ name: String, except start: Int) -> Bool {
    (program.places[name] ?? []).contains { $0 != start && !program.isMember($0) && target($0, name) != nil }
  }

  // MARK: Parameters

  /// Returns the value that all calls of a function give one of its parameters.
  private mutating func parameter(
    _ name: String, of function: PythonFunction, _ use: Int
  ) throws(SourceObstacle) -> PythonValue {
    let tokens = program.tokens
    guard let position = function.parameters.firstIndex(where: { $0.name == name }) else { throw refusal(use) }
    var called = function.name
    if called == "__init__" {
      guard let type = program.className(around: function.place) else { throw refusal(use) }
      called = type
    }
    let offset = function.isMethod ? 1 : 0
    var found: PythonValue?
    let uses = (program.places[called] ?? []).filter { index in
      !["def", "class", "import"].contains { tokens[index - 1].isWord($0) }
    }
    for index in uses {
      guard tokens[index + 1].isMark("("), !tokens[program.statements[index]].isWord("class") else {
        if tokens[program.statements[index]].isWord("from") { continue }
        throw refusal(index, "\(called) is used here other than in a call")
      }
      let arguments = program.arguments(index + 1)
      let given =
        arguments.first { $0.name == name }
        ?? (position - offset < arguments.count && position >= offset && arguments[position - offset].name == nil
          ? arguments[position - offset] : nil)
      let isInList = arguments.contains { ["*", "**"].contains(tokens[$0.value.lowerBound].text) }
      guard !isInList else { throw refusal(index, "arguments that are in a list") }
      guard let range = given?.value ?? function.parameters[position].value else {
        throw refusal(index, "\(called)() is called without \(name)")
      }
      let value = try self.value(range, PythonScope(place: range.lowerBound))
      guard found ?? value == value else {
        throw refusal(index, "\(called)() is called with several values of \(name)")
      }
      found = value
    }
    guard let found else { throw refusal(use, "no line of the file calls \(called)(), which gets \(name)") }
    return found
  }

  // MARK: Attributes

  /// Returns the value of an attribute of `self` that one statement of the file sets.
  private mutating func attribute(_ name: String, _ use: Int) throws(SourceObstacle) -> PythonValue {
    let tokens = program.tokens
    var setting: Int?
    for index in program.places[name] ?? [] where program.isMember(index) {
      let start = program.statements[index]
      let end = program.end(ofStatement: start)
      let next = tokens[index + 1]
      let isChanged =
        next.isMark(".") && PythonEvaluator.changingMethods.contains(tokens[index + 2].text)
        || next.kind == .mark && next.text.hasSuffix("=") && !["=", "==", "!=", "<=", ">="].contains(next.text)
        || next.isMark("[") && tokens[min(program.partners[index + 1] + 1, tokens.count - 1)].isMark("=")
      guard !isChanged else { throw refusal(index, "self.\(name) is changed here") }
      let equals = (index..<end).first { tokens[$0].isMark("=") && program.partners(around: $0) == nil }
      guard let equals else { continue }
      guard setting == nil, equals == index + 1, index == start + 2, tokens[start].isWord("self") else {
        throw refusal(index, "self.\(name) is set several times, or in a way that is not followed")
      }
      setting = index
    }
    guard let setting = setting ?? constant(name, at: use) else {
      throw refusal(use, "the file does not set self.\(name)")
    }
    let value = setting + 2..<program.end(ofStatement: setting)
    return try self.value(value, PythonScope(place: value.lowerBound))
  }

  /// Returns the place that sets a constant of the class around a place; `nil` unless one class of the file sets it once.
  private func constant(_ name: String, at use: Int) -> Int? {
    let settings = (program.places[name] ?? []).filter { index in
      !program.isMember(index) && program.statements[index] == index && program.tokens[index + 1].isMark("=")
        && program.depths[index] > 0 && program.function(around: index) == nil
    }
    guard let setting = settings.first, settings.count == 1, let type = program.className(around: setting),
      program.className(around: use) == type
    else { return nil }
    return setting
  }
}

extension PythonProgram {
  /// Returns the bracket that opens around a token in its statement; `nil` outside of brackets.
  func partners(around index: Int) -> Int? {
    var start = index - 1
    while start >= statements[index], start >= 0 {
      if tokens[start].isMark("(") || tokens[start].isMark("[") || tokens[start].isMark("{"), partners[start] >= index {
        return start
      }
      start = placeBefore(start)
    }
    return nil
  }

  /// Returns the word before the innermost bracket around a token in its statement; `nil` outside of brackets.
  func callee(around index: Int) -> String? {
    var open = index - 1
    while open > statements[index] {
      if tokens[open].isMark("(") { return tokens[open - 1].text }
      open = placeBefore(open)
    }
    return nil
  }

  /// Returns the only function of a name at the top of the file; `nil` when there is none.
  func function(named name: String, at use: Int) throws(SourceObstacle) -> PythonFunction? {
    try definition(of: name, isAtTop: true, at: use)
  }

  /// Returns the only method of a name in the file; `nil` when there is none.
  func method(named name: String, at use: Int) throws(SourceObstacle) -> PythonFunction? {
    try definition(of: name, isAtTop: false, at: use)
  }

  private func definition(of name: String, isAtTop: Bool, at use: Int) throws(SourceObstacle) -> PythonFunction? {
    let places = (places[name] ?? []).filter {
      $0 > 0 && tokens[$0 - 1].isWord("def") && (depths[$0] == 0) == isAtTop
    }
    guard let place = places.first else { return nil }
    guard places.count == 1, let function = PythonFunction(at: statements[place], in: self) else {
      throw SourceObstacle(tokens[use], "the file defines \(name) several times, or in a way that is not read")
    }
    return function
  }

  /// Returns the text of a module beside the program, or in its `lib` folder; `nil` when the project has none.
  func text(ofModule name: String) -> String? { text(beside: name) ?? Self.helpers[name] }

  /// Returns the text of a module that is beside the program.
  func text(beside name: String) -> String? {
    guard let sources, !PythonEvaluator.modules.contains(name) else { return nil }
    let path = name.split(separator: ".").joined(separator: "/") + ".py"
    return ["", "lib/", "../", "../lib/"].lazy.compactMap { sources.text($0 + path) }.first
  }

  /// Whether the file imports a module of the project as a whole.
  func importsModule(_ name: String) -> Bool {
    (places[name] ?? []).contains { tokens[statements[$0]].isWord("import") } && text(ofModule: name) != nil
  }

  /// Returns the module from which the file takes a function: by `from module import name`, or in `module.name`.
  func module(of name: String) -> String? {
    let parts = name.split(separator: ".").map(String.init)
    if parts.count == 2, importsModule(parts[0]) { return parts[0] }
    for index in places[name] ?? [] where index > 0 && !isMember(index) {
      let start = statements[index]
      guard tokens[start].isWord("from"), start + 3 <= index, tokens[start + 2].isWord("import"),
        !PythonEvaluator.modules.contains(tokens[start + 1].text)
      else { continue }
      return tokens[start + 1].text
    }
    return nil
  }
}
