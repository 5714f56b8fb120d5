internal import AdvertisingData

/// Computes the values of expressions of C and C++: literals, constants of the file, and constants of the stacks.
///
/// - Note: for all other expressions it throws, with the line and the reason.
struct CExpression {
  let program: CProgram
  /// The place of the expression: the search for names starts there.
  let use: Int
  /// The remaining work that one expression may cause.
  private var work = 20_000
  var depth = 0

  init(_ program: CProgram, at use: Int) {
    self.program = program
    self.use = use
  }

  typealias Tokens = ArraySlice<SourceToken>

  static func value(_ range: Range<Int>, in program: CProgram) throws(SourceObstacle) -> SourceValue {
    var expression = CExpression(program, at: range.lowerBound)
    return try expression.value(program.tokens[range])
  }

  /// Returns the octets of a list: numbers, and macros that make several octets.
  static func octets(_ range: Range<Int>, in program: CProgram) throws(SourceObstacle) -> [UInt8] {
    var expression = CExpression(program, at: range.lowerBound)
    return try expression.list(program.tokens[range])
  }

  mutating func value(_ tokens: Tokens) throws(SourceObstacle) -> SourceValue {
    depth += 1
    defer { depth -= 1 }
    guard depth < 64 else { throw SourceObstacle(tokens.first, "deeper nesting than is read") }
    if tokens.count == 1, let name = tokens.first, name.isWord, let replacement = program.macro(name.text),
      program.declaration(of: name.text, at: use) == nil, replacement.count > 1
    {
      try spend(name)
      return try value(replacement[...])
    }
    var rest = tokens
    let value = try level(0, &rest)
    if let token = rest.first { throw SourceObstacle(token, "an expression that is not read: \(Self.words(tokens))") }
    return value
  }

  /// Returns the value that an expression at another place has there. Its work counts.
  mutating func value(at place: Range<Int>) throws(SourceObstacle) -> SourceValue {
    var expression = CExpression(program, at: place.lowerBound)
    (expression.work, expression.depth) = (work, depth + 1)
    defer { work = expression.work }
    return try expression.value(program.tokens[place])
  }

  mutating func number(_ tokens: Tokens) throws(SourceObstacle) -> Int64 {
    guard let number = try value(tokens).number else {
      throw SourceObstacle(tokens.first, "\(Self.words(tokens)) is no number")
    }
    return number
  }

  static func words(_ tokens: Tokens) -> String {
    let text = tokens.prefix(8).map { token in
      if case .string(let octets) = token.kind {
        "\"" + String(decoding: octets ?? [], as: UTF8.self) + "\""
      } else {
        token.text
      }
    }.joined(separator: " ")
    return text.isEmpty ? "nothing" : String(text.prefix(60))
  }

  // MARK: Operators

  private static let levels: [[String]] = [["|"], ["^"], ["&"], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]]

  private mutating func level(_ level: Int, _ rest: inout Tokens) throws(SourceObstacle) -> SourceValue {
    guard level < Self.levels.count else { return try unary(&rest) }
    var value = try self.level(level + 1, &rest)
    while let token = rest.first, token.kind == .mark, Self.levels[level].contains(token.text) {
      rest = rest.dropFirst()
      let other = try self.level(level + 1, &rest)
      guard let left = value.number, let right = other.number, let result = Self.apply(token.text, left, right) else {
        throw SourceObstacle(token, "\(token.text) is not computed here")
      }
      value = .number(result, bits: nil)
    }
    return value
  }

  static func apply(_ mark: String, _ left: Int64, _ right: Int64) -> Int64? {
    func checked(_ result: (partialValue: Int64, overflow: Bool)) -> Int64? {
      result.overflow ? nil : result.partialValue
    }
    switch mark {
    case "|": return left | right
    case "^": return left ^ right
    case "&": return left & right
    case "<<": return 0...31 ~= right && 0...0xFFFF_FFFF ~= left ? left << right : nil
    case ">>": return 0...63 ~= right && left >= 0 ? left >> right : nil
    case "+": return checked(left.addingReportingOverflow(right))
    case "-": return checked(left.subtractingReportingOverflow(right))
    case "*": return checked(left.multipliedReportingOverflow(by: right))
    case "/": return right == 0 ? nil : checked(left.dividedReportingOverflow(by: right))
    case "%": return right == 0 ? nil : checked(left.remainderReportingOverflow(dividingBy: right))
    default: return nil
    }
  }

  private mutating func unary(_ rest: inout Tokens) throws(SourceObstacle) -> SourceValue {
    try spend(rest.first)
    depth += 1
    defer { depth -= 1 }
    guard depth < 64 else { throw SourceObstacle(rest.first, "deeper nesting than is read") }
    guard let token = rest.first else { throw SourceObstacle(program.tokens[use].line, "an expression without an end") }
    switch token.text {
    case "-" where token.kind == .mark, "+" where token.kind == .mark, "~" where token.kind == .mark:
      rest = rest.dropFirst()
      guard case .number(let number, let bits) = try unary(&rest) else {
        throw SourceObstacle(token, "no number behind \(token.text)")
      }
      return .number(token.text == "-" ? 0 &- number : token.text == "~" ? ~number : number, bits: bits)
    case "(" where token.kind == .mark: return try bracket(&rest)
    default: return try primary(&rest)
    }
  }

  mutating func spend(_ token: SourceToken?) throws(SourceObstacle) {
    work -= 1
    guard work > 0 else { throw SourceObstacle(token, "an expression that is too long") }
  }

  /// Whether tokens are one value, whichever operators are beside them.
  private static func isWhole(_ tokens: Tokens) -> Bool {
    guard tokens.count > 1 else { return true }
    if tokens.allSatisfy({ if case .string = $0.kind { true } else { false } }) { return true }
    var rest = tokens.first?.isWord ?? false ? tokens.dropFirst() : tokens
    guard rest.first?.isMark("(") ?? false, (try? inner(&rest)) != nil else { return false }
    // A cast and its value are also one value, unless a member or an element of it is used.
    return rest.isEmpty || tokens.first?.isMark("(") ?? false && rest.count == 1 && rest.first?.kind != .mark
  }

  // MARK: Brackets

  /// Returns the tokens between the first bracket and the bracket that closes it, and takes both from `rest`.
  static func inner(_ rest: inout Tokens) throws(SourceObstacle) -> Tokens {
    var level = 0
    for index in rest.indices where rest[index].kind == .mark {
      switch rest[index].text {
      case "(", "[", "{": level += 1
      case ")", "]", "}":
        level -= 1
        guard level == 0 else { continue }
        let inner = rest[rest.startIndex + 1..<index]
        rest = rest[(index + 1)...]
        return inner
      default: break
      }
    }
    throw SourceObstacle(rest.first, "a bracket that is not closed")
  }

  static let integerTypes: [String: (bits: Int, isSigned: Bool)] = [
    "uint8_t": (8, false), "int8_t": (8, true), "uint16_t": (16, false), "int16_t": (16, true), "uint32_t": (32, false),
    "int32_t": (32, true), "byte": (8, false), "u8_t": (8, false), "u16_t": (16, false),
  ]
  private static let typeWords: Set<String> = [
    "const", "char", "unsigned", "signed", "int", "long", "short", "void", "size_t", "struct", "static", "bool", "std",
    "ble_uuid_t", "float", "double",
  ]

  private mutating func bracket(_ rest: inout Tokens) throws(SourceObstacle) -> SourceValue {
    let inner = try Self.inner(&rest)
    let isType =
      !inner.isEmpty
      && inner.allSatisfy { token in
        token.isMark("*") || token.isMark("&") || token.isMark("::")
          || token.isWord
            && (Self.typeWords.contains(token.text) || Self.integerTypes[token.text] != nil
              || token.text.hasSuffix("_t"))
      }
    let isMacro = inner.contains { program.definitions[$0.text] != nil }
    guard isType, !isMacro, let next = rest.first, !next.isMark(")"), !next.isMark(",") else {
      return try members(of: value(inner), &rest)
    }
    if next.isMark("{") { throw SourceObstacle(next, "a value with its type before it") }
    let value = try unary(&rest)
    guard case .number(let number, _) = value else { return value }
    let isPointer = inner.contains { $0.isMark("*") }
    guard !isPointer else { throw SourceObstacle(next, "a number as an address") }
    guard inner.count == 1, let type = inner.first.flatMap({ Self.integerTypes[$0.text] }) else {
      if inner.contains(where: {
        $0.isWord("char") || $0.isWord("short") || $0.isWord("float") || $0.isWord("double") || $0.isWord("bool")
      }) {
        throw SourceObstacle(next, "a cast that is not computed here")
      }
      return .number(number, bits: nil)
    }
    return .number(Self.cast(number, type), bits: type.bits)
  }

  static func cast(_ number: Int64, _ type: (bits: Int, isSigned: Bool)) -> Int64 {
    let masked = number & (Int64(1) << type.bits - 1)
    return type.isSigned && masked >> (type.bits - 1) == 1 ? masked - (Int64(1) << type.bits) : masked
  }

  // MARK: Names and literals

  private mutating func primary(_ rest: inout Tokens) throws(SourceObstacle) -> SourceValue {
    guard let token = rest.popFirst() else {
      throw SourceObstacle(program.tokens[use].line, "an expression without an end")
    }
    switch token.kind {
    case .number:
      guard let number = SourceNumber.value(token.text) else {
        throw SourceObstacle(token, "\(token.text) is not read")
      }
      return .number(number, bits: nil)
    case .character(let octet):
      guard let octet else { throw SourceObstacle(token, "a character that is not read") }
      return .number(Int64(octet), bits: nil)
    case .string(let octets):
      guard var octets else { throw SourceObstacle(token, "a text that is not read") }
      while case .string(let more)? = rest.first?.kind {
        guard let more else { throw SourceObstacle(token, "a text that is not read") }
        octets += more
        rest = rest.dropFirst()
        try spend(token)
      }
      // Macros after the text may add more text.
      if let next = rest.first, next.isWord {
        throw SourceObstacle(next, "a text with \(next.text) behind it")
      }
      return try members(of: .text(octets), &rest)
    case .word: return try name(token, &rest)
    default: throw SourceObstacle(token, "an expression that is not read")
    }
  }

  private mutating func name(_ token: SourceToken, _ rest: inout Tokens) throws(SourceObstacle) -> SourceValue {
    var name = token.text
    while rest.first?.isMark("::") ?? false, rest.dropFirst().first?.isWord ?? false {
      name += "::" + (rest.dropFirst().first?.text ?? "")
      rest = rest.dropFirst(2)
    }
    if name == "sizeof" { return try size(token, &rest) }
    if rest.first?.isMark("<") ?? false, name == "static_cast" || name == "reinterpret_cast" || name == "const_cast" {
      // The type is the part before the value, as in C.
      guard let end = rest.firstIndex(where: { $0.isMark(">") }) else {
        throw SourceObstacle(token, "a cast that is not read")
      }
      let open = SourceToken(kind: .mark, text: "(", range: token.range, condition: nil)
      let close = SourceToken(kind: .mark, text: ")", range: token.range, condition: nil)
      let type = [open] + rest[rest.startIndex + 1..<end] + [close]
      rest = rest[(end + 1)...]
      let inner = try Self.inner(&rest)
      var whole = (type + [open] + inner + [close])[...]
      return try unary(&whole)
    }
    if rest.first?.isMark("(") ?? false, program.definitions[name] == nil {
      let inner = try Self.inner(&rest)
      return try members(of: call(name, token, inner), &rest)
    }
    // A service has the UUID that it was created with.
    if let maker = rest.dropFirst().first, maker.isWord("createService"),
      rest.first?.isMark("->") ?? false || rest.first?.isMark(".") ?? false
    {
      rest = rest.dropFirst(2)
      guard rest.first?.isMark("(") ?? false, let uuid = Self.parts(try Self.inner(&rest)).first else {
        throw SourceObstacle(token, "a service that is not read")
      }
      return try members(of: .uuid(self.uuid(value(uuid), token, isBluefruit: false)), &rest)
    }
    if program.definitions[name] != nil {
      guard let replacement = program.macro(name), program.declaration(of: name, at: use) == nil else {
        throw program.severalDefinitions(token, name)
      }
      guard !replacement.isEmpty else { throw SourceObstacle(token, "\(name) is defined as nothing") }
      // The replacement becomes part of the surrounding expression.
      guard Self.isWhole(replacement[...]) else {
        throw SourceObstacle(token, "\(name) is defined without brackets")
      }
      return try members(of: value(replacement[...]), &rest)
    }
    if let value = program.settings[name], !program.declares(name) {
      program.askedSettings.note(name)
      return .number(value, bits: nil)
    }
    if let value = SourceConstants.value(name), !program.declares(name) {
      return .number(value, bits: nil)
    }
    if let mark = rest.first, mark.isMark(".") || mark.isMark("->"), let member = rest.dropFirst().first, member.isWord,
      program.declaration(of: name, at: use)?.value == nil
    {
      throw SourceObstacle(token, "what \(name)\(mark.text)\(member.text) gives is decided when the program runs")
    }
    return try members(of: variable(name, token), &rest)
  }

  private mutating func variable(_ name: String, _ token: SourceToken) throws(SourceObstacle) -> SourceValue {
    guard let declaration = program.declaration(of: name, at: use) else {
      var obstacle = SourceObstacle(token, "the file does not define \(name) once as a constant")
      obstacle.openName = program.openName(of: name)
      throw obstacle
    }
    if declaration.isArray {
      guard program.change(of: declaration) == nil else { return .octets(try filled(declaration, token)) }
      return try array(declaration, token)
    }
    let result: SourceValue
    if program.change(of: declaration) != nil {
      result = try stepped(declaration, token)
    } else {
      guard let value = declaration.value else { throw noValue(token) }
      let tokens = program.tokens[value]
      if !declaration.isPointer,
        let type = declaration.type.first(where: {
          $0.hasSuffix("BLEService") || $0.hasSuffix("UUID") || $0 == "BLEUuid"
        })
      {
        return try call(type, token, tokens)
      }
      result = try self.value(tokens)
    }
    let isObject = ["String", "string"].contains { declaration.type.contains($0) }
    if case .number(let number, _) = result {
      let type = declaration.type.compactMap { Self.integerTypes[$0] }.first
      if declaration.type.contains("char") || declaration.type.contains("bool") || declaration.type.contains("float") {
        guard 0...127 ~= number else { throw SourceObstacle(token, "\(name) is of a type that is not read") }
      }
      return type.map { .number(Self.cast(number, $0), bits: $0.bits) } ?? .number(number, bits: nil)
    }
    if case .text = result {
      return isObject || declaration.isPointer || declaration.type.contains("auto") ? result : try refuse(token, name)
    }
    return result
  }

  func noValue(_ token: SourceToken) -> SourceObstacle {
    SourceObstacle(token, "\(token.text) has no value where it is declared")
  }

  /// Returns the octets of an array as it is declared.
  mutating func array(_ declaration: CProgram.Declaration, _ token: SourceToken) throws(SourceObstacle) -> SourceValue {
    guard let value = declaration.value else { throw noValue(token) }
    let name = token.text
    let tokens = program.tokens[value]
    if tokens.count == 1, case .string(let octets)? = tokens.first?.kind {
      guard let octets else { throw SourceObstacle(token, "a text that is not read") }
      guard try arrayLength(declaration).map({ $0 > octets.count }) ?? true else {
        throw SourceObstacle.fault(token, "\(name) has no room for its text")
      }
      return .text(octets)
    }
    var rest = tokens
    let inner = rest.first?.isMark("{") ?? false ? try Self.inner(&rest) : tokens
    var octets = try list(inner)
    if let length = try arrayLength(declaration) {
      guard octets.count <= length else {
        throw SourceObstacle.fault(token, "\(name) has \(length) elements, and its list has \(octets.count)")
      }
      guard length <= Self.longestList else { throw SourceObstacle(token, "an array that is too long") }
      // C fills the rest of a list with zeros.
      octets += repeatElement(0, count: length - octets.count)
    }
    guard declaration.isOfOctets else { throw SourceObstacle(token, "\(name) is no array of octets") }
    return .octets(octets)
  }

  private func refuse(_ token: SourceToken, _ name: String) throws(SourceObstacle) -> SourceValue {
    throw SourceObstacle(token, "\(name) is of a type that is not read")
  }

  /// Returns the number between the brackets after a name; `nil` when there are no brackets, or nothing in
  /// them.
  mutating func arrayLength(_ declaration: CProgram.Declaration) throws(SourceObstacle) -> Int? {
    let open = declaration.name + 1
    guard program.tokens[open].isMark("["), program.partners[open] > open + 1 else { return nil }
    return Int(clamping: try number(program.tokens[open + 1..<program.partners[open]]))
  }

  /// Applies `.c_str()`, `->getUUID()` and similar members.
  private mutating func members(of value: SourceValue, _ rest: inout Tokens) throws(SourceObstacle) -> SourceValue {
    var value = value
    while let mark = rest.first, mark.isMark(".") || mark.isMark("->") {
      let member = rest.dropFirst().first
      rest = rest.dropFirst(2)
      guard rest.first?.isMark("(") ?? false, try Self.inner(&rest).isEmpty else {
        throw SourceObstacle(mark, "\(member?.text ?? "a member") is not read")
      }
      switch (member?.text, value) {
      case ("c_str", .text), ("data", .text), ("getUUID", .uuid), ("uuid", .uuid): break
      case ("length", .text(let text)), ("size", .text(let text)): value = .number(Int64(text.count), bits: nil)
      case ("toString", .text): break
      default: throw SourceObstacle(mark, "\(member?.text ?? "a member")() is not read")
      }
    }
    return value
  }
}
