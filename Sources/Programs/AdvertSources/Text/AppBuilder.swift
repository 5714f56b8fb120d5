/// The calls on a builder of Android that make an object, in the order in which they run.
struct AppBuilder {
  /// One call on a builder.
  struct Call {
    /// The index of the method's name.
    let name: Int
    let arguments: [Range<Int>]
    /// The call with its arguments.
    let range: Range<Int>
  }

  /// The class of the object: `AdvertiseData`.
  let type: String
  var expression: AppExpression
  private var program: AppProgram { expression.program }

  init(type: String, _ program: AppProgram) {
    self.type = type
    expression = AppExpression(program)
  }

  /// Returns the calls that make the object of an expression; `nil` for `null`.
  mutating func calls(_ range: Range<Int>, depth: Int = 0) throws(SourceObstacle) -> [Call]? {
    let range = expression.bare(range)
    guard depth < 16, !range.isEmpty, let parts = expression.segments(range) else { throw expression.refusal(range) }
    if range.count == 1, program.isWord(range.lowerBound, "null") { return nil }
    if let last = parts.last, expression.word(last) == "build", last.code == nil, let open = last.arguments,
      program.partners[open] == open + 1, parts.count > 1
    {
      return try building(Array(parts.dropLast()), depth: depth)
    }
    guard let value = try expression.meaning(parts) else { throw expression.refusal(range) }
    return try calls(value, depth: depth + 1)
  }

  /// Returns the calls of an expression that is a builder.
  private mutating func building(
    _ parts: [AppExpression.Segment], depth: Int
  ) throws(SourceObstacle) -> [Call] {
    var parts = parts[...]
    // The package may stand before the class.
    for word in ["android", "bluetooth", "le"]
    where parts.first.map({ expression.word($0) == word && $0.arguments == nil }) ?? false {
      parts = parts.dropFirst()
    }
    guard let first = parts.first else { throw SourceObstacle(program.tokens.first, "an expression that is not read") }
    if expression.word(first) == type, first.arguments == nil, let second = parts.dropFirst().first,
      expression.word(second) == "Builder", let open = second.arguments, program.partners[open] == open + 1
    {
      guard second.code == nil else { throw expression.refusal(second.name..<second.name + 1) }
      return try methods(parts.dropFirst(2))
    }
    guard first.arguments == nil, first.code == nil, depth < 16 else {
      throw SourceObstacle(program.tokens[first.name], "\(expression.word(first)) is no builder of \(type)")
    }
    return try variable(first.name, depth: depth) + methods(parts.dropFirst())
  }

  private mutating func methods(_ parts: ArraySlice<AppExpression.Segment>) throws(SourceObstacle) -> [Call] {
    var calls: [Call] = []
    for part in parts {
      if expression.word(part) == "apply", part.arguments == nil, let code = part.code {
        calls += try applied(code)
        continue
      }
      guard let open = part.arguments, part.code == nil else {
        throw SourceObstacle(program.tokens[part.name], "what \(expression.word(part)) does is not known here")
      }
      calls.append(
        Call(name: part.name, arguments: program.parts(open), range: part.name..<program.partners[open] + 1))
    }
    return calls
  }

  /// Returns the calls in `apply { … }`, one after the other.
  private mutating func applied(_ brace: Int) throws(SourceObstacle) -> [Call] {
    var calls: [Call] = []
    var index = brace + 1
    let end = program.partners[brace]
    while index < end {
      if program.isMark(index, ";") {
        index += 1
        continue
      }
      let next = min(program.end(ofExpression: index), end)
      guard next > index, program.beginsStatement(index), var parts = expression.segments(index..<next) else {
        throw SourceObstacle(program.tokens[index], "a statement that is not read")
      }
      if let first = parts.first, expression.word(first) == "this" { parts.removeFirst() }
      calls += try methods(parts[...])
      index = next
    }
    return calls
  }

  /// Returns the calls on a builder with a name, up to its use. All of them are in the block in which it is declared.
  private mutating func variable(_ use: Int, depth: Int) throws(SourceObstacle) -> [Call] {
    try expression.spend(use..<use + 1)
    let tokens = program.tokens
    let name = tokens[use].text
    let declaration = try program.declaration(of: name, at: use)
    guard let value = declaration.value else {
      throw SourceObstacle(tokens[declaration.name], "\(name) has no one value where it is declared")
    }
    guard !declaration.isMember else {
      throw SourceObstacle(tokens[declaration.name], "\(name) can be changed by every function")
    }
    guard !program.namesInTexts.contains(name) else { throw SourceObstacle(tokens[use], "\(name) is used in a text") }
    guard let parts = expression.segments(expression.bare(value)) else { throw expression.refusal(value) }
    var calls = try building(parts, depth: depth + 1)
    for index in program.places[name] ?? [] where index != declaration.name && declaration.region.contains(index) {
      guard !program.isMember(index), index != use else { continue }
      let end = program.end(ofExpression: index)
      guard program.isMark(index + 1, ".", "?."), let parts = expression.segments(index..<end) else {
        throw SourceObstacle(tokens[index], "\(name) is handed on")
      }
      if parts.count == 2, expression.word(parts[1]) == "build" { continue }
      guard program.blocks[index] == program.blocks[declaration.name], program.beginsStatement(index),
        parts.last.map({ expression.word($0) != "build" }) ?? false
      else { throw SourceObstacle(tokens[index], "whether \(name) is changed here is not certain") }
      if index < use { calls += try methods(parts.dropFirst()) }
    }
    return calls
  }
}
