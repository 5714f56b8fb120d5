/// The values of expressions in the methods of an object.
extension PythonObject {
  mutating func values(
    of open: Int, skippingSelf: Bool, _ frame: Frame
  ) throws(SourceObstacle) -> [PythonArgument] {
    var arguments: [PythonArgument] = []
    for (position, part) in program.arguments(open).enumerated() {
      let first = program.tokens[part.value.lowerBound]
      if skippingSelf, position == 0, first.isWord("self"), part.value.count == 1 { continue }
      guard !first.isMark("*"), !first.isMark("**") else { throw SourceObstacle(first, "arguments that are in a list") }
      arguments.append(PythonArgument(name: part.name, value: try value(part.value, frame)))
    }
    return arguments
  }

  /// Returns the value of an expression.
  ///
  /// - Throws: when the expression may change the object in a way that is not followed.
  mutating func value(_ range: Range<Int>, _ frame: Frame, depth: Int = 0) throws(SourceObstacle) -> PythonValue {
    let tokens = program.tokens
    guard let first = range.first, depth < 24 else {
      return .unknown(SourceObstacle(tokens[min(range.lowerBound, tokens.count - 1)], "an expression that is not read"))
    }
    let token = tokens[first]
    func inner(_ range: Range<Int>) throws(SourceObstacle) -> PythonValue {
      try value(range, frame, depth: depth + 1)
    }
    for word in ["or", "and"] {
      guard let place = program.outerPlaces(in: range, where: { $0.isWord(word) }).first else { continue }
      let left = try inner(first..<place)
      if case .unknown = left.plain { return try unknown(range, frame) }
      return try left.isTrue() == (word == "or") ? left : inner(place + 1..<range.upperBound)
    }
    if token.isWord("not") {
      let value = try inner(first + 1..<range.upperBound)
      if case .unknown = value.plain { return value }
      return .bool(!(try value.isTrue()))
    }
    let comparisons = program.outerPlaces(in: range) { $0.isWord("is") || $0.isMark("==") || $0.isMark("!=") }
    if let place = comparisons.first {
      let isNot = tokens[place + 1].isWord("not")
      let left = try inner(first..<place)
      let right = try inner(place + (isNot ? 2 : 1)..<range.upperBound)
      for side in [left, right] { if case .unknown = side.plain { return side.plain } }
      return .bool((left.plain == right.plain) != (isNot || tokens[place].isMark("!=")))
    }
    let others = program.outerPlaces(in: range) {
      $0.isWord("if") || $0.isWord("in") || $0.isWord("for") || $0.isWord("lambda")
    }
    guard others.isEmpty else { return try unknown(range, frame) }
    if let place = program.outerPlaces(in: range, where: { $0.isMark("+") }).first, place > first {
      switch (try inner(first..<place).plain, try inner(place + 1..<range.upperBound).plain) {
      case (.text(let one), .text(let other)) where one.count + other.count < 2_000: return .text(one + other)
      case (.list(let one), .list(let other)) where one.count + other.count < 2_000: return .list(one + other)
      default: return try unknown(range, frame)
      }
    }
    return try term(range, frame, depth: depth)
  }

  /// Returns the value of an expression without operators between its parts.
  private mutating func term(_ range: Range<Int>, _ frame: Frame, depth: Int) throws(SourceObstacle) -> PythonValue {
    let tokens = program.tokens
    let (first, last) = (range.lowerBound, range.upperBound - 1)
    let token = tokens[first]
    func inner(_ range: Range<Int>) throws(SourceObstacle) -> PythonValue {
      try value(range, frame, depth: depth + 1)
    }
    switch token.kind {
    case .string, .number:
      guard let read = try? program.value(range) else {
        guard range.count > 1 else { return .unknown(SourceObstacle(token, "a text or number that is not read")) }
        return try unknown(range, frame)
      }
      if let number = read.number { return .number(number) }
      return read.text.map { .text($0) } ?? .unknown(SourceObstacle(token, "a text that is not read"))
    case .mark where token.text == "-" && range.count == 2:
      if case .number(let number) = try inner(first + 1..<range.upperBound) { return .number(0 &- number) }
      return try unknown(range, frame)
    case .mark where program.partners[first] == last && token.text == "{": return try dictionary(first, frame, depth)
    case .mark where program.partners[first] == last && (token.text == "[" || token.text == "("):
      let parts = program.split(first + 1..<last)
      if token.text == "(", parts.count == 1, !tokens[last - 1].isMark(",") { return try inner(parts[0]) }
      var list: [PythonValue] = []
      for part in parts {
        guard program.outerPlaces(in: part, where: { $0.isWord("for") }).isEmpty else {
          return try unknown(range, frame)
        }
        list.append(try inner(part))
      }
      return PythonValue.list(list).isLarge ? try unknown(range, frame) : .list(list)
    case .word where range.count == 1: return try value(ofName: first, frame, depth)
    case .word where tokens[last].isMark(")"): return try call(range, frame, depth)
    case .word where tokens[last].isMark("]"):
      let open = program.partners[last]
      guard open > first else { return try unknown(range, frame) }
      let (container, key) = (try inner(first..<open), try inner(open + 1..<last))
      return container.value(for: key) ?? .unknown(SourceObstacle(token, "a part of a value that is not read"))
    case .word where token.isWord("self") && range.count == 3:
      let name = tokens[last].text
      if let field = fields[name] { return field }
      if method(name) == nil, let constant = chain.first(where: { $0.constants[name] != nil })?.constants[name] {
        return try value(constant, Frame(level: 0), depth: depth + 1)
      }
      return .unknown(SourceObstacle(token, "self.\(name) is not set before"))
    default: return try unknown(range, frame)
    }
  }

  /// Returns the value of a name that stands alone.
  private mutating func value(ofName first: Int, _ frame: Frame, _ depth: Int) throws(SourceObstacle) -> PythonValue {
    let tokens = program.tokens
    let token = tokens[first]
    switch token.text {
    case "None": return .none
    case "True", "False": return .bool(token.text == "True")
    case "self": throw SourceObstacle(token, "the object is handed on")
    default: break
    }
    if let local = frame.locals[token.text] { return local }
    do throws(SourceObstacle) {
      // At the top of the file, nothing is local.
      let value = try self.value(try program.binding(of: token.text), Frame(level: 0), depth: depth + 1)
      // A list that is used elsewhere may be changed there.
      if value.isContainer,
        let other = (program.places[token.text] ?? []).first(where: { isOtherUse($0, than: first) })
      {
        return .unknown(SourceObstacle(tokens[other], "\(token.text) may be changed here"))
      }
      return value
    } catch {
      return .unknown(error)
    }
  }

  private mutating func dictionary(
    _ open: Int, _ frame: Frame, _ depth: Int
  ) throws(SourceObstacle) -> PythonValue {
    var result = PythonValue.dictionary([])
    let range = open..<program.partners[open] + 1
    for part in program.split(open + 1..<program.partners[open]) {
      guard let colon = program.outerPlaces(in: part, where: { $0.isMark(":") }).first,
        program.outerPlaces(in: part, where: { $0.isWord("for") }).isEmpty,
        let next = result.setting(
          try value(part.lowerBound..<colon, frame, depth: depth + 1),
          to: try value(colon + 1..<part.upperBound, frame, depth: depth + 1))
      else { return try unknown(range, frame) }
      result = next
    }
    return result
  }

  private mutating func call(
    _ range: Range<Int>, _ frame: Frame, _ depth: Int
  ) throws(SourceObstacle) -> PythonValue {
    let tokens = program.tokens
    let open = program.partners[range.upperBound - 1]
    guard open > range.lowerBound else { return try unknown(range, frame) }
    let words = tokens[range.lowerBound..<open].map { $0.text }.joined()
    if tokens[range.lowerBound].isWord("self"), open == range.lowerBound + 3 {
      return try call(tokens[open - 1].text, values(of: open, skippingSelf: false, frame), at: range.lowerBound)
    }
    let parts = program.arguments(open)
    let name = words.hasPrefix("dbus.") ? String(words.dropFirst(5)) : words
    func isOne(_ names: Set<String>) -> Bool { names.contains(name) && classes.classes[name] == nil }
    if isOne(["dict", "list"]), parts.isEmpty { return name == "dict" ? .dictionary([]) : .list([]) }
    guard let first = parts.first, first.name == nil else { return try unknown(range, frame) }
    if isOne(["String", "Boolean", "Int16", "UInt16", "UInt32", "Byte", "Array", "Dictionary"]),
      words.hasPrefix("dbus.")
    {
      let value = try self.value(first.value, frame, depth: depth + 1)
      let signature = try parts.first { $0.name == "signature" }.map { part throws(SourceObstacle) in
        try self.value(part.value, frame, depth: depth + 1)
      }
      var inner: String?
      if case .text(let octets)? = signature?.plain { inner = String(decoding: octets, as: UTF8.self) }
      guard parts.count == (signature == nil ? 1 : 2), (signature == nil) == (inner == nil) else {
        return try unknown(range, frame)
      }
      switch name {
      case "String": return .typed("s", value)
      case "Boolean": return .typed("b", .bool(try value.isTrue()))
      case "Int16": return .typed("n", value)
      case "UInt16": return .typed("q", value)
      case "UInt32": return .typed("u", value)
      case "Byte": return .typed("y", value)
      case "Array": return inner.map { .typed("a" + $0, value.plain) } ?? value.plain
      default: return inner.map { .typed("a{\($0)}", value.plain) } ?? value.plain
      }
    }
    if isOne(["bytes", "bytearray"]), parts.count == 1 {
      let value = try self.value(first.value, frame, depth: depth + 1)
      if case .list = value.plain { return .typed("ay", value.plain) }
      return try unknown(range, frame)
    }
    if isOne(["Variant", "dbus_next.Variant"]), parts.count == 2,
      case .text(let type) = try value(first.value, frame, depth: depth + 1)
    {
      let value = try self.value(parts[1].value, frame, depth: depth + 1)
      return .typed(String(decoding: type, as: UTF8.self), value.plain)
    }
    if isOne(["len"]), parts.count == 1 {
      switch try value(first.value, frame, depth: depth + 1).plain {
      case .list(let list): return .number(Int64(list.count))
      case .dictionary(let entries): return .number(Int64(entries.count))
      default: return try unknown(range, frame)
      }
    }
    return try unknown(range, frame)
  }

  /// Whether a place uses a name elsewhere than a use, and does not set it.
  private func isOtherUse(_ place: Int, than use: Int) -> Bool {
    let isBinding =
      program.statements[place] == place && program.depths[place] == 0
      && place + 1 < program.tokens.count && program.tokens[place + 1].isMark("=")
    return place != use && !isBinding && !program.isMember(place)
  }

  /// A value that is not computed.
  ///
  /// - Throws: when the object, or what a field of it has, is handed to a call, which may change it.
  private func unknown(_ range: Range<Int>, _ frame: Frame) throws(SourceObstacle) -> PythonValue {
    let tokens = program.tokens
    if let index = range.first(where: { frame.locals[tokens[$0].text]?.isContainer ?? false }) {
      throw SourceObstacle(tokens[index], "\(tokens[index].text) may be changed here")
    }
    for index in range where tokens[index].isWord("self") && !program.isMember(index) {
      var open = index - 1
      while open >= range.lowerBound {
        if tokens[open].isMark("("), open > range.lowerBound, tokens[open - 1].isWord,
          !["str", "int", "len", "dbus.ObjectPath", "ObjectPath", "format", "repr"].contains(tokens[open - 1].text)
        {
          throw SourceObstacle(tokens[index], "the object is handed to \(tokens[open - 1].text)()")
        }
        open = program.placeBefore(open)
      }
      let isField = index + 2 < tokens.count && tokens[index + 1].isMark(".")
      guard isField, index + 3 >= tokens.count || !tokens[index + 3].isMark("(") else {
        throw SourceObstacle(tokens[index], "what this does to the object is not known here")
      }
    }
    return .unknown(
      SourceObstacle(tokens[range.lowerBound], "\(CExpression.words(tokens[range])) is not computed here"))
  }
}
