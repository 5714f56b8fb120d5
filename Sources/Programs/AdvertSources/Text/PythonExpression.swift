/// The values of expressions.
extension PythonEvaluator {
  /// Returns the value of an expression.
  ///
  /// - Parameter scope: the names that the expression can use.
  mutating func value(_ range: Range<Int>, _ scope: PythonScope) throws(SourceObstacle) -> PythonValue {
    guard let first = range.first, range.upperBound <= program.tokens.count else {
      throw refusal(range.lowerBound, "an expression that is not read")
    }
    try spend(first)
    let value = try choice(range, scope)
    guard !value.isLarge else { throw refusal(first, "a value that is longer than is followed") }
    return value
  }

  func notComputed(_ range: Range<Int>) -> SourceObstacle {
    refusal(range.lowerBound, "\(CExpression.words(program.tokens[range])) is not computed here")
  }

  // MARK: Conditions

  private mutating func choice(_ range: Range<Int>, _ scope: PythonScope) throws(SourceObstacle) -> PythonValue {
    let tokens = program.tokens
    let others = program.outerPlaces(in: range) { $0.isWord("for") || $0.isWord("lambda") || $0.isMark(":=") }
    guard others.isEmpty else { throw notComputed(range) }
    if let condition = program.outerPlaces(in: range, where: { $0.isWord("if") }).first {
      guard let other = program.outerPlaces(in: condition..<range.upperBound, where: { $0.isWord("else") }).first else {
        throw notComputed(range)
      }
      return try value(condition + 1..<other, scope).isTrue()
        ? value(range.lowerBound..<condition, scope) : value(other + 1..<range.upperBound, scope)
    }
    for word in ["or", "and"] {
      guard let place = program.outerPlaces(in: range, where: { $0.isWord(word) }).first else { continue }
      let left = try value(range.lowerBound..<place, scope)
      return try left.isTrue() == (word == "or") ? left : value(place + 1..<range.upperBound, scope)
    }
    if tokens[range.lowerBound].isWord("not") {
      return .bool(!(try value(range.dropFirst(), scope).isTrue()))
    }
    return try comparison(range, scope)
  }

  private static let comparisons: Set<String> = ["==", "!=", "<", ">", "<=", ">=", "in", "is"]

  private mutating func comparison(_ range: Range<Int>, _ scope: PythonScope) throws(SourceObstacle) -> PythonValue {
    let tokens = program.tokens
    let found = program.outerPlaces(in: range) { !$0.isText && Self.comparisons.contains($0.text) }
    guard let place = found.first else { return try arithmetic(range, 0, scope) }
    let isIn = tokens[place].isWord("in")
    let isNot = isIn ? tokens[place - 1].isWord("not") : tokens[place].isWord("is") && tokens[place + 1].isWord("not")
    let (end, start) = (isIn && isNot ? place - 1 : place, !isIn && isNot ? place + 2 : place + 1)
    guard found.count == 1, range.lowerBound < end, start < range.upperBound else { throw notComputed(range) }
    let left = try value(range.lowerBound..<end, scope)
    let right = try value(start..<range.upperBound, scope)
    switch tokens[place].text {
    case "==": return .bool(left == right)
    case "!=": return .bool(left != right)
    case "is": return .bool((left == right) != isNot)
    case "in":
      guard case .list(let list) = right else { throw notComputed(range) }
      return .bool(list.contains(left) != isNot)
    default:
      guard case .number(let one) = left, case .number(let other) = right else { throw notComputed(range) }
      switch tokens[place].text {
      case "<": return .bool(one < other)
      case ">": return .bool(one > other)
      case "<=": return .bool(one <= other)
      default: return .bool(one >= other)
      }
    }
  }

  // MARK: Operators

  private static let levels: [Set<String>] = [["|"], ["^"], ["&"], ["<<", ">>"], ["+", "-"], ["*", "/", "//", "%"]]

  private mutating func arithmetic(
    _ range: Range<Int>, _ level: Int, _ scope: PythonScope
  ) throws(SourceObstacle) -> PythonValue {
    let tokens = program.tokens
    guard level < Self.levels.count else { return try unary(range, scope) }
    let found = program.outerPlaces(in: range) { $0.kind == .mark && Self.levels[level].contains($0.text) }
    // An operator after another one is a sign.
    guard
      let place = found.last(where: { place in
        guard place > range.lowerBound else { return false }
        let before = tokens[place - 1]
        return before.kind != .mark || [")", "]", "}"].contains(before.text)
      })
    else { return try arithmetic(range, level + 1, scope) }
    let left = try value(range.lowerBound..<place, scope)
    let right = try value(place + 1..<range.upperBound, scope)
    if tokens[place].isMark("+"), let sum = Self.sum(left, right) { return sum }
    if tokens[place].isMark("*"), case .number(let count) = right, 0...64 ~= count {
      switch left {
      case .octets(let octets): return .octets(Array(repeating: octets, count: Int(count)).flatMap { $0 })
      case .text(let octets): return .text(Array(repeating: octets, count: Int(count)).flatMap { $0 })
      default: break
      }
    }
    let mark = tokens[place].isMark("//") ? "/" : tokens[place].isMark("/") ? "" : tokens[place].text
    guard case .number(let one) = left, case .number(let other) = right, one >= 0, other >= 0,
      let result = CExpression.apply(mark, one, other)
    else { throw notComputed(range) }
    return .number(result)
  }

  private mutating func unary(_ range: Range<Int>, _ scope: PythonScope) throws(SourceObstacle) -> PythonValue {
    let token = program.tokens[range.lowerBound]
    guard token.isMark("-") || token.isMark("+") || token.isMark("~") else { return try member(range, scope) }
    guard case .number(let number) = try value(range.dropFirst(), scope) else { throw notComputed(range) }
    return .number(token.isMark("-") ? 0 &- number : token.isMark("~") ? ~number : number)
  }

  // MARK: Members and calls

  private mutating func member(_ range: Range<Int>, _ scope: PythonScope) throws(SourceObstacle) -> PythonValue {
    let tokens = program.tokens
    var (value, index) = try atom(range, scope)
    while index < range.upperBound {
      let end = program.partners[index] + 1
      if tokens[index].isMark("["), end <= range.upperBound {
        guard let part = try part(of: value, index + 1..<end - 1, scope) else { throw notComputed(range) }
        (value, index) = (part, end)
      } else if tokens[index].isMark("."), index + 2 < range.upperBound, tokens[index + 2].isMark("("),
        case let end = program.partners[index + 2] + 1, end <= range.upperBound
      {
        let arguments = try arguments(index + 2, scope)
        guard let result = PythonBuiltins.method(tokens[index + 1].text, of: value, arguments) else {
          throw notComputed(range)
        }
        (value, index) = (result, end)
      } else {
        throw notComputed(range)
      }
    }
    return value
  }

  mutating func arguments(_ open: Int, _ scope: PythonScope) throws(SourceObstacle) -> [PythonArgument] {
    var arguments: [PythonArgument] = []
    for part in program.arguments(open) {
      let first = program.tokens[part.value.lowerBound]
      guard !first.isMark("*"), !first.isMark("**") else {
        throw refusal(part.value.lowerBound, "arguments that are in a list")
      }
      arguments.append(PythonArgument(name: part.name, value: try value(part.value, scope)))
    }
    return arguments
  }

  /// Returns an element or a part of a value; `nil` when it has none there.
  private mutating func part(
    of value: PythonValue, _ range: Range<Int>, _ scope: PythonScope
  ) throws(SourceObstacle) -> PythonValue? {
    let colons = program.outerPlaces(in: range) { $0.isMark(":") }
    guard !colons.isEmpty else {
      guard case .number(let index) = try self.value(range, scope) else { return nil }
      return PythonBuiltins.element(index, of: value)
    }
    let bounds = zip([range.lowerBound] + colons.map { $0 + 1 }, colons + [range.upperBound])
    var numbers: [Int64?] = []
    for (start, end) in bounds {
      guard start < end else {
        numbers.append(nil)
        continue
      }
      guard case .number(let number) = try self.value(start..<end, scope) else { return nil }
      numbers.append(number)
    }
    return PythonBuiltins.slice(value, numbers)
  }

  /// Returns the value of the first part of an expression, and the place after it.
  private mutating func atom(_ range: Range<Int>, _ scope: PythonScope) throws(SourceObstacle) -> (PythonValue, Int) {
    let tokens = program.tokens
    let first = range.lowerBound
    let token = tokens[first]
    switch token.kind {
    case .string:
      var index = first
      var all: [UInt8] = []
      while index < range.upperBound, case .string(let octets) = tokens[index].kind {
        guard let octets else { throw refusal(index, "a text that is not read") }
        all += octets
        index += 1
      }
      return (token.text == PythonProgram.bytesMark ? .octets(all) : .text(all), index)
    case .number:
      guard let number = try program.value(first..<first + 1).number else { throw notComputed(range) }
      return (.number(number), first + 1)
    case .mark where token.text == "(" || token.text == "[":
      let end = program.partners[first]
      guard end < range.upperBound else { throw notComputed(range) }
      let parts = program.split(first + 1..<end)
      if token.text == "(", parts.count == 1, !tokens[end - 1].isMark(",") {
        return (try value(parts[0], scope), end + 1)
      }
      var list: [PythonValue] = []
      for part in parts { list.append(try value(part, scope)) }
      return (.list(list), end + 1)
    case .word: return try name(range, scope)
    default: throw notComputed(range)
    }
  }

  /// Modules whose functions and classes are known.
  static let modules: Set<String> = [
    "struct", "ustruct", "bluetooth", "ubluetooth", "micropython", "aioble", "binascii", "ubinascii",
  ]

  private mutating func name(_ range: Range<Int>, _ scope: PythonScope) throws(SourceObstacle) -> (PythonValue, Int) {
    let tokens = program.tokens
    let first = range.lowerBound
    var name = tokens[first].text
    var next = first + 1
    let isOfModule = Self.modules.contains(name) && scope.owner(of: name) == nil
    // A method that is followed has no value of its object.
    let isSelf = name == "self" && scope.owner(of: name).map { $0.values[name] == PythonValue.none } ?? true
    let isMember = isOfModule || isSelf || program.importsModule(name)
    if isMember, next + 1 < range.upperBound, tokens[next].isMark("."), tokens[next + 1].isWord {
      name += "." + tokens[next + 1].text
      next += 2
    }
    if next < range.upperBound, tokens[next].isMark("(") {
      let end = program.partners[next] + 1
      guard end <= range.upperBound else { throw notComputed(range) }
      return (try call(name, first, next, scope), end)
    }
    switch name {
    case "None": return (.none, next)
    case "True", "False": return (.bool(name == "True"), next)
    default: break
    }
    if let owner = scope.owner(of: name), let value = owner.values[name] { return (value, next) }
    return (try value(of: name, at: scope.root.place, use: first), next)
  }

  private mutating func call(
    _ name: String, _ first: Int, _ open: Int, _ scope: PythonScope
  ) throws(SourceObstacle) -> PythonValue {
    let end = program.partners[open] + 1
    if let (place, owner) = scope.function(name), let function = PythonFunction(at: place, in: program) {
      return try run(function, arguments(open, scope), closure: owner, at: first)
    }
    let last = name.split(separator: ".").last.map(String.init) ?? name
    if let function = try program.function(named: name, at: first) {
      return try run(function, arguments(open, scope), closure: nil, at: first)
    }
    if name == "isinstance", case let parts = program.parts(open), parts.count == 2 {
      let type = program.tokens[parts[1]].last?.text ?? ""
      guard let answer = PythonBuiltins.isInstance(try value(parts[0], scope), type) else {
        throw notComputed(first..<end)
      }
      return .bool(answer)
    }
    if name.hasPrefix("self."), let function = try program.method(named: last, at: first) {
      let given = try self.arguments(open, scope)
      return try run(
        function, (function.isMethod ? [PythonArgument(value: .none)] : []) + given, closure: nil, at: first)
    }
    let arguments = try arguments(open, scope)
    if let result = try imported(name, last, arguments, at: first) { return result }
    guard let result = PythonBuiltins.call(last, arguments) else {
      throw refusal(first, "what \(name)() returns is not known")
    }
    return result
  }

  /// Returns what a function of a module beside the program returns; `nil` when the name is of no such module.
  private mutating func imported(
    _ name: String, _ last: String, _ arguments: [PythonArgument], at place: Int
  ) throws(SourceObstacle) -> PythonValue? {
    guard let module = program.module(of: name) else { return nil }
    guard let text = program.text(ofModule: module) else {
      throw refusal(place, "what \(last)() returns is in \(module).py, which is not beside this file")
    }
    let read = readModules[module] ?? PythonProgram(text)
    readModules[module] = read
    var other = PythonEvaluator(read)
    do throws(SourceObstacle) {
      guard other.program.obstacle == nil, let function = try other.program.function(named: last, at: 0) else {
        throw refusal(place, "\(module).py does not define \(last) once")
      }
      return try other.run(function, arguments, closure: nil, at: 0)
    } catch {
      let line = program.tokens[place].line
      if error.refusal != nil { throw SourceObstacle(line, error.reason, error.refusal) }
      throw SourceObstacle(line, "\(module).py, line \(error.line): \(error.reason)")
    }
  }
}
