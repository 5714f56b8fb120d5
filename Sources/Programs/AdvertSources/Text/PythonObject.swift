/// An object of a class of the file, made by following its constructor and the methods that are called on it, statement by
/// statement.
///
/// What is followed is straight-line code: assignments to the object and to local names, calls of its own methods, and
/// conditions whose outcome is known. All else is an obstacle. A value that cannot be computed is an obstacle only for what
/// depends on it.
struct PythonObject {
  let classes: PythonClasses
  let chain: [PythonClasses.Class]
  private(set) var fields: [String: PythonValue] = [:]
  /// The name of the interface that the constructor gives to `ServiceInterface` of dbus-next.
  private(set) var interface: PythonValue?
  private var steps = 0
  private var nesting = 0
  /// Fields whose list or dictionary another field has, too.
  private var shared: Set<String> = []

  var program: PythonProgram { classes.program }

  /// Classes of libraries whose constructors change nothing that is advertised.
  private static let objects: Set<String> = ["dbus.service.Object", "service.Object", "object", ""]
  private static let interfaces: Set<String> = ["ServiceInterface", "dbus_next.service.ServiceInterface"]
  /// The most statements that are followed.
  private static let maximumSteps = 5_000

  /// Names with their values, of one call.
  struct Frame {
    /// The position in the chain of the class that has the method.
    let level: Int
    var locals: [String: PythonValue] = [:]
    /// Names whose list or dictionary something else has, too.
    var shared: Set<String> = []
  }

  /// Makes an object by a call of its class.
  init(_ call: Int, _ name: String, in classes: PythonClasses) throws(SourceObstacle) {
    self.classes = classes
    chain = classes.chain(of: name)
    let program = classes.program
    guard let last = chain.last else {
      throw SourceObstacle(program.tokens[call], "the class \(name) is in another file")
    }
    guard Self.objects.contains(last.base) || Self.interfaces.contains(last.base) else {
      throw SourceObstacle(program.tokens[last.place], "the class \(last.base) is in another file")
    }
    for one in chain {
      for hook in ["__setattr__", "__getattribute__", "__getattr__", "__new__"] where one.methods[hook] != nil {
        throw SourceObstacle(program.tokens[one.place], "\(one.name) has a method \(hook)")
      }
    }
    try construct(from: 0, arguments: values(of: call + 1, skippingSelf: false, Frame(level: 0)))
  }

  /// Returns the method of a name with the position of its class.
  func method(_ name: String, from level: Int = 0) -> (method: PythonClasses.Method, level: Int)? {
    for index in level..<max(chain.count, level) {
      if let method = chain[index].methods[name] { return (method, index) }
    }
    return nil
  }

  /// The methods of all its classes, each with the first of its name.
  var methods: [PythonClasses.Method] {
    var found: [PythonClasses.Method] = []
    for method in chain.flatMap({ $0.methods.values }) where !found.contains(where: { $0.name == method.name }) {
      found.append(method)
    }
    return found.sorted { $0.body.lowerBound < $1.body.lowerBound }
  }

  /// Returns what a method returns.
  mutating func call(_ name: String, _ arguments: [PythonArgument], at place: Int) throws(SourceObstacle) -> PythonValue
  {
    guard let (method, level) = method(name) else {
      throw SourceObstacle(program.tokens[place], "what \(name)() does is in another file")
    }
    return try run(method, level, arguments, at: place)
  }

  /// Follows a statement outside of the class that begins with a name of the object: a call or an assignment.
  ///
  /// - Parameter member: the place of the word after the name and its dot.
  mutating func follow(member: Int, through end: Int) throws(SourceObstacle) {
    let frame = Frame(level: 0)
    let name = program.tokens[member].text
    if program.tokens[member + 1].isMark("("), program.partners[member + 1] == end - 1 {
      _ = try call(name, values(of: member + 1, skippingSelf: false, frame), at: member)
    } else if program.tokens[member + 1].isMark("=") {
      try set(name, to: value(member + 2..<end, frame), at: member)
    } else {
      throw SourceObstacle(program.tokens[member], "this statement is not followed")
    }
  }

  // MARK: Statements

  private mutating func construct(from level: Int, arguments: [PythonArgument]) throws(SourceObstacle) {
    guard let (method, level) = method("__init__", from: level) else { return }
    _ = try run(method, level, arguments, at: method.body.lowerBound)
  }

  private mutating func run(
    _ method: PythonClasses.Method, _ level: Int, _ arguments: [PythonArgument], at place: Int
  ) throws(SourceObstacle) -> PythonValue {
    nesting += 1
    defer { nesting -= 1 }
    guard nesting < 16 else { throw SourceObstacle(program.tokens[place], "more calls in calls than are followed") }
    var frame = Frame(level: level)
    for (index, parameter) in method.parameters.enumerated() {
      let positional = arguments.enumerated().filter { $0.element.name == nil && $0.offset == index }.first?.element
      if let given = arguments.first(where: { $0.name == parameter.name }) ?? positional {
        frame.locals[parameter.name] = given.value
      } else if let value = parameter.value {
        frame.locals[parameter.name] = try self.value(value, frame)
      } else {
        throw SourceObstacle(program.tokens[place], "\(method.name)() is called without \(parameter.name)")
      }
    }
    // What the caller has, too, is not changed through a parameter.
    frame.shared = Set(frame.locals.keys)
    guard arguments.count <= method.parameters.count else {
      throw SourceObstacle(program.tokens[place], "\(method.name)() is called with other arguments")
    }
    return try run(method.body, &frame) ?? .none
  }

  /// Follows a body; the value that it returns, or `nil` when it goes on.
  private mutating func run(_ body: Range<Int>, _ frame: inout Frame) throws(SourceObstacle) -> PythonValue? {
    // An `elif` or `else` after a condition that held is left out.
    var isDecided = false
    for start in program.statements(in: body) {
      steps += 1
      let token = program.tokens[start]
      guard steps < Self.maximumSteps else { throw SourceObstacle(token, "more statements than are followed") }
      let end = program.end(ofStatement: start)
      switch token.text {
      case "if", "elif":
        guard let suite = program.suite(of: start), let colon = (start..<suite.lowerBound).last else {
          throw SourceObstacle(token, "a condition on one line is not followed")
        }
        if token.text == "elif", isDecided { continue }
        isDecided = try value(start + 1..<colon, frame).isTrue()
        if isDecided, let result = try run(suite, &frame) { return result }
      case "else":
        guard let suite = program.suite(of: start) else { throw SourceObstacle(token, "this is not followed") }
        if !isDecided, let result = try run(suite, &frame) { return result }
      case "return":
        return start + 1 < end ? try value(start + 1..<end, frame) : PythonValue.none
      case "pass", "global", "import", "from": continue
      default:
        if case .string = token.kind { continue }
        try follow(start, end, &frame)
      }
    }
    return nil
  }

  private mutating func follow(_ start: Int, _ end: Int, _ frame: inout Frame) throws(SourceObstacle) {
    let tokens = program.tokens
    let token = tokens[start]
    guard token.isWord, start + 1 < end else { throw SourceObstacle(token, "this statement is not followed") }
    let signs = program.outerPlaces(in: start..<end) { $0.isMark("=") }
    if let equals = signs.first {
      guard signs.count == 1 else { throw SourceObstacle(token, "this assignment is not followed") }
      let value = try self.value(equals + 1..<end, frame)
      if value.isContainer { share(start..<equals, equals + 1..<end, &frame) }
      let target = start..<equals
      if target.count == 1 {
        frame.locals[token.text] = value
      } else if token.isWord("self"), target.count >= 3, tokens[start + 1].isMark("."),
        target.count == 3 || tokens[start + 3].isMark(":")
      {
        try set(tokens[start + 2].text, to: value, at: start)
      } else if target.count > 3, tokens[equals - 1].isMark("]"), case let open = program.partners[equals - 1] {
        let key = try self.value(open + 1..<equals - 1, frame)
        try change(start..<open, &frame) { $0.setting(key, to: value) }
      } else {
        throw SourceObstacle(token, "this assignment is not followed")
      }
      return
    }
    guard tokens[end - 1].isMark(")"), case let open = program.partners[end - 1], open > start else {
      throw SourceObstacle(token, "this statement is not followed")
    }
    let words = tokens[start..<open].map { $0.text }.joined()
    if words.hasSuffix(".__init__") {
      let isSuper = words.hasPrefix("super(")
      guard isSuper || words == chain[frame.level].base + ".__init__" else {
        throw SourceObstacle(token, "what \(words)() does is not known here")
      }
      return try constructBase(open, skippingSelf: !isSuper, frame)
    }
    if words == "print" || words.hasPrefix("logging.") || words.hasPrefix("logger.") || words.hasPrefix("log.") {
      // What is printed changes nothing, unless a call in it does.
      _ = try values(of: open, skippingSelf: false, frame)
      return
    }
    if words.hasSuffix(".append"), open - start >= 3, program.arguments(open).count == 1 {
      let item = try self.value(program.arguments(open)[0].value, frame)
      return try change(start..<open - 2, &frame) { $0.appending(item) }
    }
    guard token.isWord("self"), open == start + 3 else {
      throw SourceObstacle(token, "what \(words)() does is not known here")
    }
    _ = try call(tokens[start + 2].text, values(of: open, skippingSelf: false, frame), at: start)
  }

  /// Notes that two names have the same list or dictionary, when the value of an assignment is a name.
  private mutating func share(_ target: Range<Int>, _ value: Range<Int>, _ frame: inout Frame) {
    let tokens = program.tokens
    let isField = value.count == 3 && tokens[value.lowerBound].isWord("self")
    guard value.count == 1 || isField else { return }
    for range in [target, value] {
      if range.count == 1 { frame.shared.insert(tokens[range.lowerBound].text) }
      if isField, range.count == 3, tokens[range.lowerBound].isWord("self") {
        shared.insert(tokens[range.lowerBound + 2].text)
      }
    }
  }

  /// Runs the constructor of the class above, or takes the interface of a class of a library.
  private mutating func constructBase(
    _ open: Int, skippingSelf: Bool, _ frame: Frame
  ) throws(SourceObstacle) {
    let arguments = try values(of: open, skippingSelf: skippingSelf, frame)
    if frame.level + 1 < chain.count { return try construct(from: frame.level + 1, arguments: arguments) }
    if Self.interfaces.contains(chain[frame.level].base) { interface = arguments.first?.value }
  }

  private mutating func set(_ name: String, to value: PythonValue, at place: Int) throws(SourceObstacle) {
    guard method(name) == nil else {
      throw SourceObstacle(program.tokens[place], "setting \(name) runs a method")
    }
    fields[name] = value
  }

  /// Changes a list or dictionary in place: a local name or a field of the object.
  private mutating func change(
    _ target: Range<Int>, _ frame: inout Frame,
    _ body: (PythonValue) -> PythonValue?
  ) throws(SourceObstacle) {
    let tokens = program.tokens
    let token = tokens[target.lowerBound]
    let refusal = SourceObstacle(token, "what this changes is not known here")
    if target.count == 1, !frame.shared.contains(token.text), let old = frame.locals[token.text] {
      guard let new = body(old), !new.isLarge else { throw refusal }
      frame.locals[token.text] = new
    } else if target.count == 3, token.isWord("self"), case let name = tokens[target.lowerBound + 2].text,
      !shared.contains(name), let old = fields[name]
    {
      guard let new = body(old), !new.isLarge else { throw refusal }
      fields[name] = new
    } else {
      throw refusal
    }
  }
}
