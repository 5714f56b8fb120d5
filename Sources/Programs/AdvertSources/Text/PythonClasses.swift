/// The classes that a file in Python declares at its top.
struct PythonClasses {
  let program: PythonProgram
  private(set) var classes: [String: Class] = [:]

  /// A method, with the tokens of its body.
  struct Method {
    let name: String
    /// The names after `self`, each with its default value.
    let parameters: [(name: String, value: Range<Int>?)]
    let body: Range<Int>
    /// The words before the method that begin with `@`.
    let decorators: [Range<Int>]
    /// The type of D-Bus after `->`; `nil` when there is none.
    let returnType: String?
  }

  /// A class of the file.
  struct Class {
    let name: String
    let place: Int
    /// The class that it is made of, in the words of the file: `dbus.service.Object`.
    let base: String
    /// The methods by their names; of several with one name, the first.
    let methods: [String: Method]
    /// The constants of the class.
    let constants: [String: Range<Int>]
  }

  init(_ program: PythonProgram) throws(SourceObstacle) {
    self.program = program
    for index in program.places["class"] ?? [] where program.statements[index] == index && program.depths[index] == 0 {
      guard index + 1 < program.tokens.count, program.tokens[index + 1].isWord else { continue }
      let name = program.tokens[index + 1].text
      guard classes[name] == nil else {
        throw SourceObstacle(program.tokens[index], "the file has several classes \(name)")
      }
      classes[name] = read(name, at: index)
    }
  }

  /// The classes from one of the file up to the last that the file declares.
  func chain(of name: String) -> [Class] {
    var chain: [Class] = []
    var next = name
    while chain.count < 8, let one = classes[next], !chain.contains(where: { $0.name == next }) {
      chain.append(one)
      next = one.base
    }
    return chain
  }

  private func read(_ name: String, at index: Int) -> Class {
    let tokens = program.tokens
    var base = ""
    if index + 2 < tokens.count, tokens[index + 2].isMark("("), let first = program.arguments(index + 2).first,
      program.arguments(index + 2).count == 1
    {
      base = tokens[first.value].map { $0.text }.joined()
    } else if index + 2 < tokens.count, tokens[index + 2].isMark("(") {
      // Several classes: what they do together is not followed.
      base = "?"
    }
    var methods: [String: Method] = [:]
    var constants: [String: Range<Int>] = [:]
    var decorators: [Range<Int>] = []
    for statement in program.suite(of: index).map(program.statements(in:)) ?? [] {
      let end = program.end(ofStatement: statement)
      if tokens[statement].isMark("@") {
        decorators.append(statement + 1..<end)
      } else if tokens[statement].isWord("def"), let method = method(at: statement, decorators) {
        if methods[method.name] == nil { methods[method.name] = method }
        decorators = []
      } else {
        if statement + 1 < tokens.count, tokens[statement + 1].isMark("=") {
          constants[tokens[statement].text] = statement + 2..<end
        }
        decorators = []
      }
    }
    return Class(name: name, place: index, base: base, methods: methods, constants: constants)
  }

  private func method(at index: Int, _ decorators: [Range<Int>]) -> Method? {
    let tokens = program.tokens
    guard index + 2 < tokens.count, tokens[index + 1].isWord, tokens[index + 2].isMark("("),
      let body = program.suite(of: index)
    else { return nil }
    let parts = program.arguments(index + 2)
    guard let first = parts.first, first.name == nil, tokens[first.value.lowerBound].isWord("self") else { return nil }
    var parameters: [(name: String, value: Range<Int>?)] = []
    for part in parts.dropFirst() {
      if let name = part.name {
        parameters.append((name, part.value))
        continue
      }
      guard tokens[part.value.lowerBound].isWord else { return nil }
      // With a type: `data: bytes = b""`.
      let value = part.value.first { tokens[$0].isMark("=") }.map { $0 + 1..<part.value.upperBound }
      parameters.append((tokens[part.value.lowerBound].text, value))
    }
    var type: String?
    let after = program.partners[index + 2] + 1
    if after + 1 < tokens.count, tokens[after].isMark("->"), case .string(let octets?) = tokens[after + 1].kind {
      type = String(decoding: octets, as: UTF8.self)
    }
    return Method(
      name: tokens[index + 1].text, parameters: parameters, body: body, decorators: decorators, returnType: type)
  }
}
