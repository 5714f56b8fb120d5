/// The names that a statement of a function can use while the function is followed.
final class PythonScope {
  /// The scope of the function around this one; `nil` for a place of the file.
  let parent: PythonScope?
  /// The place of the file whose names are used when no scope has a name.
  private(set) var place: Int
  var values: [String: PythonValue] = [:]
  /// The functions that the function defines, each with the place of its `def`.
  var functions: [String: Int] = [:]
  /// The names that belong to a function around this one.
  var nonlocals: Set<String> = []
  /// The names whose list or bytes something else may have, too.
  var shared: Set<String> = []

  init(parent: PythonScope? = nil, place: Int) {
    self.parent = parent
    self.place = place
  }

  /// The outermost scope.
  var root: PythonScope { parent?.root ?? self }

  /// Moves a scope without a function to another statement of the file.
  func startsAgain(at place: Int) { self.place = place }

  /// Returns the scope that has a name; `nil` when the file has it.
  func owner(of name: String) -> PythonScope? {
    if values[name] != nil, !nonlocals.contains(name) { return self }
    return parent?.owner(of: name)
  }

  /// Returns the place of the `def` of a function, and the scope that has it.
  func function(_ name: String) -> (place: Int, scope: PythonScope)? {
    if let place = functions[name] { return (place, self) }
    return parent?.function(name)
  }

  /// Sets a name, in the scope to which it belongs.
  func set(_ name: String, to value: PythonValue, isShared: Bool) {
    let scope = nonlocals.contains(name) ? parent?.owner(of: name) ?? self : self
    scope.values[name] = value
    if isShared { scope.shared.insert(name) } else { scope.shared.remove(name) }
  }
}

/// A function that a file in Python defines.
struct PythonFunction {
  let name: String
  /// The place of its `def`.
  let place: Int
  /// The names of the parameters, each with its default value.
  let parameters: [(name: String, value: Range<Int>?)]
  /// The tokens of its body.
  let body: Range<Int>

  /// Whether the function is a method.
  var isMethod: Bool { parameters.first?.name == "self" }

  /// Reads the function whose `def` is at a place; `nil` for one on a single line, and for parameters in a list.
  init?(at place: Int, in program: PythonProgram) {
    let tokens = program.tokens
    let start = tokens[place].isWord("async") ? place + 1 : place
    guard start + 2 < tokens.count, tokens[start].isWord("def"), tokens[start + 1].isWord,
      tokens[start + 2].isMark("("),
      let body = program.suite(of: place)
    else { return nil }
    var parameters: [(name: String, value: Range<Int>?)] = []
    for part in program.parts(start + 2) {
      guard tokens[part.lowerBound].isWord else { return nil }
      // With a type: `data: bytes = b""`.
      let value = part.first { tokens[$0].isMark("=") }.map { $0 + 1..<part.upperBound }
      parameters.append((tokens[part.lowerBound].text, value))
    }
    self.name = tokens[start + 1].text
    self.place = place
    self.parameters = parameters
    self.body = body
  }
}

extension PythonProgram {
  /// Returns the body of a compound statement; `nil` when it is on the line of the statement itself.
  func suite(of statement: Int) -> Range<Int>? {
    let start = colon(of: statement) + 1
    guard start < tokens.count, tokens[start - 1].isMark(":"), statements[start] == start,
      depths[start] > depths[statement]
    else { return nil }
    var end = start
    while end < tokens.count, depths[end] > depths[statement] { end += 1 }
    return start..<end
  }

  /// Returns the place of the colon that ends the head of a compound statement.
  func colon(of statement: Int) -> Int {
    var colon = statement
    while colon < tokens.count, statements[colon] == statements[statement], !tokens[colon].isMark(":") {
      colon = placeBehind(colon)
    }
    return colon
  }

  /// Returns the starts of the statements of a body, without those inside of other statements.
  func statements(in body: Range<Int>) -> [Int] {
    guard let first = body.first else { return [] }
    return body.filter { statements[$0] == $0 && depths[$0] == depths[first] && !tokens[$0].isMark(";") }
  }

  /// Returns the start of the innermost statement around a place that is as wanted; `nil` when there is none.
  func statement(around place: Int, where isWanted: (SourceToken) -> Bool) -> Int? {
    var start = statements[place]
    var depth = depths[place]
    while start > 0, depth > 0 {
      start -= 1
      guard statements[start] == start, depths[start] < depth else { continue }
      depth = depths[start]
      if isWanted(tokens[start]) { return start }
    }
    return nil
  }

  /// Returns the innermost function around a place; `nil` at the top of the file, and where the function is not read.
  func function(around place: Int) -> PythonFunction? {
    statement(around: place) { $0.isWord("def") || $0.isWord("async") }.flatMap { PythonFunction(at: $0, in: self) }
  }

  /// Returns the name of the class around a place; `nil` outside of classes.
  func className(around place: Int) -> String? {
    statement(around: place) { $0.isWord("class") }.map { tokens[$0 + 1].text }
  }
}
