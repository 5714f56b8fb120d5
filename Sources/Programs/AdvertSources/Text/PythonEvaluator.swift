/// Follows the functions of a file in Python that make bytes, such as the helper `advertising_payload` of MicroPython's
/// examples and the forms in which people copy it.
///
/// A name at a place of the file counts when all code that sets it is known: the statements of its function or of the top
/// of the file, the only assignment to an attribute of `self`, and the arguments of all calls for a parameter. All else is an
/// obstacle.
struct PythonEvaluator {
  let program: PythonProgram
  private var steps = 0
  private var nesting = 0
  /// The modules beside the program that were read, by their names.
  var readModules: [String: PythonProgram] = [:]

  /// Methods of lists and of arrays of bytes that change them.
  static let changingMethods: Set<String> = [
    "append", "extend", "insert", "pop", "remove", "clear", "reverse", "sort", "__setitem__", "__delitem__", "__iadd__",
  ]

  /// The most statements and expressions that are followed.
  private static let maximumSteps = 20_000

  init(_ program: PythonProgram) { self.program = program }

  /// Returns the octets of an expression at its place in the file; `nil` when its value is something else.
  static func octets(_ range: Range<Int>, in program: PythonProgram) throws(SourceObstacle) -> [UInt8]? {
    var evaluator = PythonEvaluator(program)
    switch try evaluator.value(range, PythonScope(place: range.lowerBound)) {
    case .octets(let octets), .text(let octets): return octets
    default: return nil
    }
  }

  func refusal(_ index: Int, _ reason: String = "this statement is not followed") -> SourceObstacle {
    SourceObstacle(program.tokens[min(index, program.tokens.count - 1)], reason)
  }

  /// Counts work, so that no text takes long.
  mutating func spend(_ index: Int, _ work: Int = 1) throws(SourceObstacle) {
    steps += work
    guard steps < Self.maximumSteps else { throw refusal(index, "more statements than are followed") }
  }

  /// Counts one more look-up inside of another.
  mutating func nest(_ index: Int) throws(SourceObstacle) {
    nesting += 1
    guard nesting < 24 else { throw refusal(index, "more names in names than are followed") }
  }

  mutating func leave() { nesting -= 1 }

  // MARK: Functions

  /// Returns what a function returns for its arguments.
  ///
  /// - Parameters:
  ///   - arguments: the values that the call gives.
  ///   - closure: the scope of the function around it.
  mutating func run(
    _ function: PythonFunction, _ arguments: [PythonArgument], closure: PythonScope?, at call: Int
  ) throws(SourceObstacle) -> PythonValue {
    try nest(call)
    defer { leave() }
    let scope = PythonScope(parent: closure, place: function.place)
    for (index, parameter) in function.parameters.enumerated() {
      let positional = index < arguments.count && arguments[index].name == nil ? arguments[index] : nil
      if let given = arguments.first(where: { $0.name == parameter.name }) ?? positional {
        scope.set(parameter.name, to: given.value, isShared: true)
      } else if let value = parameter.value {
        scope.set(parameter.name, to: try self.value(value, PythonScope(place: function.place)), isShared: true)
      } else {
        throw refusal(call, "\(function.name)() is called without \(parameter.name)")
      }
    }
    let names = Set(function.parameters.map { $0.name })
    guard arguments.count <= function.parameters.count,
      arguments.allSatisfy({ $0.name.map { names.contains($0) } ?? true })
    else { throw refusal(call, "\(function.name)() is called with other arguments") }
    switch try run(function.body, scope, function, at: call) {
    case .returned(let value): return value
    default: return .none
    }
  }

  private enum Outcome {
    case next
    case left
    case continued
    case returned(PythonValue)
  }

  private mutating func run(
    _ body: Range<Int>, _ scope: PythonScope, _ function: PythonFunction, at call: Int
  ) throws(SourceObstacle) -> Outcome {
    // An `elif` or `else` after a condition that held is left out.
    var isDecided = false
    for start in program.statements(in: body) {
      try spend(start)
      let token = program.tokens[start]
      var outcome = Outcome.next
      switch token.text {
      case "if", "elif":
        if token.text == "elif", isDecided { continue }
        isDecided = try value(start + 1..<program.colon(of: start), scope).isTrue()
        if isDecided { outcome = try runSuite(of: start, scope, function, at: call) }
      case "else":
        if !isDecided { outcome = try runSuite(of: start, scope, function, at: call) }
      case "for":
        outcome = try runLoop(start, scope, function, at: call)
        // An `else` of the loop is not followed.
        isDecided = true
      case "def":
        guard let inner = PythonFunction(at: start, in: program) else { throw refusal(start) }
        scope.functions[inner.name] = start
      default: outcome = try run(from: start, to: program.end(ofStatement: start), scope, function, at: call)
      }
      guard case .next = outcome else { return outcome }
    }
    return .next
  }

  /// Follows the body of a compound statement, also one on the same line.
  private mutating func runSuite(
    of start: Int, _ scope: PythonScope, _ function: PythonFunction, at call: Int
  ) throws(SourceObstacle) -> Outcome {
    if let suite = program.suite(of: start) { return try run(suite, scope, function, at: call) }
    let end = program.end(ofStatement: start)
    let body = program.colon(of: start) + 1
    guard body < end, end >= program.tokens.count || !program.tokens[end].isMark(";") else { throw refusal(start) }
    return try run(from: body, to: end, scope, function, at: call)
  }

  private mutating func runLoop(
    _ start: Int, _ scope: PythonScope, _ function: PythonFunction, at call: Int
  ) throws(SourceObstacle) -> Outcome {
    guard program.tokens[start + 1].isWord, program.tokens[start + 2].isWord("in") else { throw refusal(start) }
    for item in try items(start + 3..<program.colon(of: start), scope) {
      try spend(start)
      scope.set(program.tokens[start + 1].text, to: item, isShared: true)
      switch try runSuite(of: start, scope, function, at: call) {
      case .left: return .next
      case .returned(let value): return .returned(value)
      case .next, .continued: break
      }
    }
    return .next
  }

  /// Follows a simple statement.
  private mutating func run(
    from start: Int, to end: Int, _ scope: PythonScope, _ function: PythonFunction, at call: Int
  ) throws(SourceObstacle) -> Outcome {
    let tokens = program.tokens
    switch tokens[start].text {
    case "return": return .returned(start + 1 < end ? try value(start + 1..<end, scope) : .none)
    case "break": return .left
    case "continue": return .continued
    case "pass", "import", "from": break
    case "nonlocal":
      for index in start + 1..<end where tokens[index].isWord { scope.nonlocals.insert(tokens[index].text) }
    case "raise":
      let text = start + 3 < end ? tokens[start + 3].searchedText : ""
      throw SourceObstacle(
        tokens[call].line,
        "\(function.name)() raises \(start + 1 < end ? tokens[start + 1].text : "an error")"
          + (text.isEmpty ? "" : ": \(text)"),
        SourceObstacle.Refusal(isCertain: true, remedy: "call \(function.name)() with fewer or shorter fields"))
    default:
      if !tokens[start].isText { try follow(start, end, scope) }
    }
    return .next
  }

  private mutating func items(_ range: Range<Int>, _ scope: PythonScope) throws(SourceObstacle) -> [PythonValue] {
    switch try value(range, scope) {
    case .list(let list): return list
    case .octets(let octets): return octets.map { .number(Int64($0)) }
    default: throw refusal(range.lowerBound, "a loop that is not followed")
    }
  }

  // MARK: Statements

  /// Follows an assignment or a call.
  mutating func follow(_ start: Int, _ end: Int, _ scope: PythonScope) throws(SourceObstacle) {
    let tokens = program.tokens
    guard tokens[start].isWord, start + 1 < end else { throw refusal(start) }
    let name = tokens[start].text
    if tokens[start + 1].isMark("=") {
      let value = start + 2..<end
      let isName = value.count == 1 && tokens[value.lowerBound].isWord
      return scope.set(name, to: try self.value(value, scope), isShared: isName)
    }
    if tokens[start + 1].isMark("+=") {
      let added = try value(start + 2..<end, scope)
      guard let old = scope.owner(of: name)?.values[name], let sum = Self.sum(old, added) else { throw refusal(start) }
      try change(name, to: sum, old, scope, at: start)
      return
    }
    guard tokens[end - 1].isMark(")"), case let open = program.partners[end - 1], open > start else {
      throw refusal(start)
    }
    if open == start + 1, name == "print" { return }
    if open == start + 3, tokens[start + 1].isMark("."), ["append", "extend"].contains(tokens[start + 2].text) {
      let arguments = program.arguments(open)
      guard arguments.count == 1, let old = scope.owner(of: name)?.values[name] else { throw refusal(start) }
      let added = try value(arguments[0].value, scope)
      guard let new = tokens[start + 2].isWord("append") ? Self.appended(old, added) : Self.extended(old, added) else {
        throw refusal(start)
      }
      try change(name, to: new, old, scope, at: start)
      return
    }
    _ = try value(start..<end, scope)
  }

  /// Changes a list or bytes in place.
  private func change(
    _ name: String, to value: PythonValue, _ old: PythonValue, _ scope: PythonScope, at place: Int
  ) throws(SourceObstacle) {
    guard let owner = scope.owner(of: name), !value.isLarge else { throw refusal(place) }
    // A text or a number is replaced. A list and bytes can have a second name.
    var isReplaced = false
    if case .text = old { isReplaced = true }
    if case .number = old { isReplaced = true }
    guard isReplaced || !owner.shared.contains(name) else {
      throw refusal(place, "what else has \(name) is not known here")
    }
    owner.values[name] = value
  }

  // MARK: Sums

  /// Returns the sum of two values; `nil` when Python has none.
  static func sum(_ one: PythonValue, _ other: PythonValue) -> PythonValue? {
    switch (one, other) {
    case (.number(let one), .number(let other)):
      let (sum, isOver) = one.addingReportingOverflow(other)
      return isOver ? nil : .number(sum)
    case (.text(let one), .text(let other)): return .text(one + other)
    // MicroPython takes the octets of a text here.
    case (.octets(let one), .octets(let other)), (.octets(let one), .text(let other)): return .octets(one + other)
    case (.list(let one), .list(let other)): return .list(one + other)
    default: return nil
    }
  }

  private static func appended(_ value: PythonValue, _ item: PythonValue) -> PythonValue? {
    switch (value, item) {
    case (.octets(let octets), .number(let number)): UInt8(exactly: number).map { .octets(octets + [$0]) }
    case (.list(let list), _): .list(list + [item])
    default: nil
    }
  }

  private static func extended(_ value: PythonValue, _ items: PythonValue) -> PythonValue? {
    switch (value, items) {
    case (.octets, .octets), (.octets, .text), (.list, .list): return sum(value, items)
    case (.octets(let octets), .list(let list)):
      guard let more = octetsOfNumbers(list) else { return nil }
      return .octets(octets + more)
    default: return nil
    }
  }

  /// Returns the octets of a list of numbers; `nil` when one is no octet.
  static func octetsOfNumbers(_ list: [PythonValue]) -> [UInt8]? {
    var octets: [UInt8] = []
    for item in list {
      guard case .number(let number) = item, let octet = UInt8(exactly: number) else { return nil }
      octets.append(octet)
    }
    return octets
  }
}

/// A value that a call gives.
struct PythonArgument {
  var name: String?
  let value: PythonValue
}
