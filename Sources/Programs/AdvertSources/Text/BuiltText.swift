internal import AdvertisingData

/// A text that a function puts together: a `std::string` or `String` to which it adds parts with `+=`, a sum of texts, the
/// data of a beacon, and what a function of the file returns of these.
struct BuiltText {
  private let program: CProgram

  init(_ program: CProgram) { self.program = program }

  /// Returns the octets of an expression; `nil` when it is none of these forms.
  func octets(_ range: Range<Int>, depth: Int = 0) throws(SourceObstacle) -> SourceOctets? {
    guard let first = range.first, depth < 8, program.tokens[first].isWord || program.tokens[first].isText else {
      return nil
    }
    if range.count == 1 { return try variable(first) }
    if isData(range) { return try ArduinoBeacon.octets(at: first, in: program) }
    if let value = returned(range) { return try octets(value, depth: depth + 1) }
    let terms = terms(of: range)
    guard terms.count > 1 else { return nil }
    var octets = SourceOctets([])
    for term in terms { octets += try text(term) }
    return octets
  }

  /// Whether an expression is `beacon.getData()`.
  private func isData(_ range: Range<Int>) -> Bool {
    let words = program.tokens[range.dropFirst()].map { $0.text }
    return words == [".", "getData", "(", ")"]
  }

  /// Returns the only value that a called function of the file returns, at its end; `nil` for all other expressions.
  private func returned(_ range: Range<Int>) -> Range<Int>? {
    let open = range.lowerBound + 1
    guard program.tokens[open].isMark("("), program.partners[open] == range.upperBound - 1 else { return nil }
    let name = program.tokens[range.lowerBound].text
    let named = program.functions.indices.filter { program.functions[$0].name == name }
    guard named.count == 1, let function = named.first else { return nil }
    let returns = program.functions[function].body.filter { program.tokens[$0].isWord("return") }
    guard returns.count == 1, let leaving = returns.first, program.owners[leaving] == function,
      program.doubt(leaving) == nil
    else { return nil }
    return leaving + 1..<program.statement(of: leaving).upperBound
  }

  private func terms(of range: Range<Int>) -> [Range<Int>] {
    let signs = program.outerPlaces(in: range) { $0.isMark("+") }
    return zip([range.lowerBound] + signs.map { $0 + 1 }, signs + [range.upperBound]).map { $0..<$1 }
  }

  /// Returns the octets of a text, which is no number and no character.
  private func text(_ range: Range<Int>) throws(SourceObstacle) -> SourceOctets {
    guard let first = range.first else {
      throw SourceObstacle(program.tokens[range.lowerBound], "an expression that is not read")
    }
    if let octets = try octets(range) { return octets }
    let arguments = WrittenArguments(
      program: program, call: ObjectCalls.Call(method: "+", index: first, arguments: [range], owner: -1))
    if let octets = try arguments.container(0) { return octets }
    return SourceOctets(try arguments.text(0))
  }

  // MARK: Variables

  /// Returns the octets of a variable of this function that begins as a text, and to which statements before its use add.
  private func variable(_ use: Int) throws(SourceObstacle) -> SourceOctets? {
    let name = program.tokens[use].text
    guard let declaration = program.declaration(of: name, at: use), !declaration.isPointer, !declaration.isArray,
      let type = declaration.type.first(where: { $0 == "string" || $0 == "String" }),
      case let owner = program.owners[use], owner >= 0, program.owners[declaration.name] == owner
    else { return nil }
    let uses = (program.places[name] ?? []).filter {
      program.owners[$0] == owner && declaration.name < $0 && $0 < use && !program.isMember($0)
    }
    guard uses.contains(where: { program.tokens[$0 + 1].isMark("+=") }) else { return nil }
    if let doubt = program.doubt(use) { throw doubt }
    var octets = SourceOctets([])
    if let value = declaration.value, !value.isEmpty { octets = try text(value) }
    for index in uses {
      let next = program.tokens[index + 1]
      let end = program.statement(of: index).upperBound
      if next.isMark("+=") || next.isMark("="), program.statements[index] == index {
        if let doubt = program.doubt(index) { throw doubt }
        if next.isMark("=") { octets = SourceOctets([]) }
        octets += try part(index + 2..<end, ofType: type)
      } else if !isRead(index) {
        throw SourceObstacle(program.tokens[index], "\(name) is handed on")
      }
    }
    return octets
  }

  /// Whether a use of a variable changes nothing: a method that returns a part of it, or an argument of a call of a library.
  private func isRead(_ index: Int) -> Bool {
    let tokens = program.tokens
    if tokens[index + 1].isMark(".") {
      return ["length", "size", "c_str", "data", "reserve", "isEmpty", "empty"].contains(tokens[index + 2].text)
    }
    let isAlone = tokens[index - 1].isMark("(") && tokens[index + 1].isMark(")")
    return isAlone && ["addData", "setManufacturerData", "print", "println"].contains(tokens[index - 2].text)
  }

  /// Returns the octets that are added to a variable: a text, or one character.
  private func part(_ range: Range<Int>, ofType type: String) throws(SourceObstacle) -> SourceOctets {
    guard let first = range.first else {
      throw SourceObstacle(program.tokens[range.lowerBound], "an expression that is not read")
    }
    let token = program.tokens[first]
    if case .character = token.kind, range.count == 1 { return octet(range) }
    // `(char)26` and `char(26)`
    let open = token.isWord ? first + 1 : first
    if token.isMark("(") || Self.octetTypes.contains(token.text), program.tokens[open].isMark("(") {
      let words = token.isWord ? [token.text] : program.tokens[open + 1..<program.partners[open]].map { $0.text }
      guard !words.isEmpty, words.allSatisfy({ Self.octetTypes.contains($0) }) else {
        throw SourceObstacle(token, "an expression that is not read")
      }
      // Arduino's String appends the digits of all other numbers.
      guard type == "string" || words == ["char"] else {
        throw SourceObstacle(token, "a number that String appends as digits")
      }
      return octet(token.isWord ? open + 1..<range.upperBound - 1 : program.partners[open] + 1..<range.upperBound)
    }
    if token.kind == .number {
      guard type == "string" else { throw SourceObstacle(token, "a number that String appends as digits") }
      return octet(range)
    }
    return try text(range)
  }

  private static let octetTypes: Set<String> = ["char", "unsigned", "signed", "uint8_t", "int8_t", "byte"]

  /// Returns the octet of a character, which is open when its value is not computed.
  private func octet(_ range: Range<Int>) -> SourceOctets {
    guard let number = (try? CExpression.value(range, in: program))?.number else { return SourceOctets([0], open: [0]) }
    return SourceOctets([UInt8(truncatingIfNeeded: number)])
  }
}
