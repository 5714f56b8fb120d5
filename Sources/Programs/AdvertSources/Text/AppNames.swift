/// The values of names in Kotlin, Java, Swift and C#.
extension AppProgram {
  /// A declaration of a name.
  struct Declaration {
    /// The index of the name.
    let name: Int
    /// The value; `nil` for a parameter, and for all other names without one value.
    let value: Range<Int>?
    /// The tokens for which the name means this declaration.
    let region: Range<Int>
    /// Whether the name is a member of a type, or stands outside of all types.
    let isMember: Bool
    /// Whether the language excludes that the name gets another value.
    let isConstant: Bool
  }

  /// Returns the declaration of a name at a place, of which nothing in the file changes the value.
  ///
  /// - Throws: when there is none, or not one.
  func declaration(of name: String, at use: Int, onlyMembers: Bool = false) throws(SourceObstacle) -> Declaration {
    let declaration = try innermost(of: name, at: use, onlyMembers: onlyMembers)
    try checkUnchanged(declaration)
    return declaration
  }

  /// Returns the name of the type, or of the extended type, around a token; `nil` outside of all types.
  private func typeName(around index: Int) -> String? {
    var brace = blocks[index]
    while brace >= 0, !isTypeBody(brace) { brace = blocks[brace] }
    return brace < 0 ? nil : typeName(ofBody: brace)
  }

  private func innermost(of name: String, at use: Int, onlyMembers: Bool) throws(SourceObstacle) -> Declaration {
    var all = declarations(of: name).filter {
      $0.region.contains(use) && (!onlyMembers || $0.isMember) && $0.name != use
    }
    // A type of Swift and its extensions share their members.
    if all.isEmpty, language == .swift, let type = typeName(around: use) {
      let bodies = bodies(ofType: type)
      all = declarations(of: name).filter { $0.isMember && bodies.contains(blocks[$0.name]) }
    }
    // A file uses its own names first, and the program's are not those of other files.
    let near = all.filter { file(of: $0.name) == file(of: use) }
    all = near.isEmpty ? all.filter { isVisible($0, at: use) } : near
    if all.isEmpty, let type = importedType(of: name) {
      all = declarations(of: name).filter { declaration in
        declaration.isMember && bodies(ofType: type).contains { $0..<partners[$0] ~= declaration.name }
      }
    }
    guard let innermost = all.max(by: { $0.region.lowerBound < $1.region.lowerBound }) else {
      throw SourceObstacle(tokens[use], "the file does not define \(name) as a constant")
    }
    // Only branches of an #if can declare a name twice in one block.
    let rivals = all.filter {
      $0.region.lowerBound == innermost.region.lowerBound || blocks[$0.name] == blocks[innermost.name] && !$0.isMember
    }
    guard rivals.count == 1 else {
      throw SourceObstacle(tokens[innermost.name], "\(name) is defined several times")
    }
    // Within a function, a use before the declaration means another one.
    guard innermost.isMember || innermost.name < use else {
      throw SourceObstacle(tokens[innermost.name], "\(name) is defined behind its use")
    }
    try checkOfOtherFile(innermost)
    return innermost
  }

  /// Whether code can name a declaration of another file that stands in its own type, or outside of types.
  private func isVisible(_ declaration: Declaration, at use: Int) -> Bool {
    guard file(of: declaration.name) != 0, !isPrivate(declaration.name - 1) else { return false }
    return blocks[declaration.name] >= 0 || file(of: use) == 0 && others.visible.contains(tokens[declaration.name].text)
  }

  /// Refuses a variable of another file, which every file of the project can set.
  private func checkOfOtherFile(_ declaration: Declaration) throws(SourceObstacle) {
    guard file(of: declaration.name) != 0, !declaration.isConstant else { return }
    if language == .cSharp, modifiers(before: declaration.name).contains("readonly") { return }
    throw SourceObstacle(
      tokens[declaration.name], "\(tokens[declaration.name].text) is a variable of another file, which can set it")
  }

  /// Whether only the file of a declaration can use it, by the words before its name or its keyword.
  func isPrivate(_ index: Int) -> Bool {
    modifiers(before: index + 1).contains { $0 == "private" || $0 == "fileprivate" }
  }

  /// Returns the type whose member the file imports by its name: `import demo.Names.SERVICE`; `nil` without one.
  private func importedType(of name: String) -> String? {
    guard language == .kotlin || language == .java else { return nil }
    return (places[name] ?? []).first { index in
      guard isMark(index - 1, "."), tokens[index - 2].text.first?.isUppercase ?? false else { return false }
      var start = index
      while start > 0, !isFirstOnLine(start) { start -= 1 }
      return isWord(start, "import")
    }.map { tokens[$0 - 2].text }
  }

  /// Returns the value of a declaration of a name.
  func value(of name: String, at use: Int, onlyMembers: Bool = false) throws(SourceObstacle) -> Range<Int> {
    let declaration = try innermost(of: name, at: use, onlyMembers: onlyMembers)
    if let value = laterValue(declaration) { return value }
    try checkUnchanged(declaration)
    guard let value = declaration.value, !value.isEmpty else {
      throw SourceObstacle(tokens[declaration.name], "\(name) has no one value where it is declared")
    }
    return value
  }

  /// Returns the value that a member gets in the one place that sets it; `nil` for all that could be used before: only
  /// `lateinit var` of Kotlin, and a variable of Swift that is not optional, cannot.
  private func laterValue(_ declaration: Declaration) -> Range<Int>? {
    let index = declaration.name
    guard declaration.isMember, declaration.value == nil, isMark(index + 1, ":"), isWord(index - 1, "var", "let") else {
      return nil
    }
    switch language {
    case .kotlin: guard modifiers(before: index - 1).contains("lateinit") else { return nil }
    case .swift:
      var next = index + 2
      while tokens[next].isWord || isMark(next, ".", "!"), !isFirstOnLine(next) { next += 1 }
      guard next > index + 2, isFirstOnLine(next) || isMark(next, ";"), !isMark(next, "{", "=") else { return nil }
    case .java, .cSharp: return nil
    }
    var setting: Int?
    for place in places[tokens[index].text] ?? [] where place != index {
      guard tokens[place + 1].kind == .mark, Self.assignments.contains(tokens[place + 1].text) || isMark(place - 1, "&")
      else { continue }
      guard setting == nil, isMark(place + 1, "="), !isMark(place - 1, "&") else { return nil }
      setting = place
    }
    return setting.map { $0 + 2..<end(ofExpression: $0 + 2) }
  }

  /// Returns the value of a member of a type of the project: `Constants.SERVICE`, `Constants.Names.SERVICE`.
  ///
  /// - Parameter types: the name of the type behind those of the types around it.
  func value(of name: String, inTypes types: [String], at use: Int) throws(SourceObstacle) -> Range<Int> {
    var bodies: [Range<Int>] = []
    // A namespace of C# is written as a type.
    let types = language == .cSharp ? types.drop { self.bodies(ofType: $0).isEmpty } : types[...]
    for (depth, type) in types.enumerated() {
      let inner = self.bodies(ofType: type).map { $0 + 1..<partners[$0] }
      bodies = depth == 0 ? inner : inner.filter { one in bodies.contains { $0.contains(one.lowerBound) } }
    }
    let found = declarations(of: name).filter { declaration in
      declaration.isMember && bodies.contains { $0.contains(declaration.name) }
    }
    guard found.count == 1, let declaration = found.first else {
      throw SourceObstacle(
        tokens[use], "the file and its project do not define \(types.joined(separator: ".")).\(name) once")
    }
    try checkOfOtherFile(declaration)
    try checkUnchanged(declaration)
    guard let value = declaration.value, !value.isEmpty else {
      throw SourceObstacle(tokens[declaration.name], "\(name) has no one value where it is declared")
    }
    return value
  }

  private static let assignments: Set<String> = ["=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "++", "--"]

  private func checkUnchanged(_ declaration: Declaration) throws(SourceObstacle) {
    let name = tokens[declaration.name].text
    // Parameters of Java and C# are variables.
    let isFixed = declaration.isConstant && !(language.isLikeJava && declaration.value == nil)
    guard !isFixed, !found.unchanged.contains(declaration.name) else { return }
    let declared = Set(declarations(of: name).map { $0.name })
    let places = file(of: declaration.name) == 0 ? places : allPlaces
    for index in places[name] ?? [] where index != declaration.name {
      guard declaration.isMember || declaration.region.contains(index) && !isMember(index) else { continue }
      let isNamedArgument = language == .kotlin && isMark(index + 1, "=") && isMark(brackets[index], "(")
      // `new T { name = 1 }`
      let isInitialised =
        language == .cSharp && isMark(index - 1, "{", ",") && !isMark(end(ofExpression: index + 2), ";")
      guard !isNamedArgument, !isInitialised, !declared.contains(index) else { continue }
      let isSet =
        index + 1 < tokens.count && tokens[index + 1].kind == .mark && Self.assignments.contains(tokens[index + 1].text)
        || isMark(index - 1, "++", "--") || isMark(index - 1, "&") && language != .kotlin
        || language == .cSharp && isWord(index - 1, "ref", "out")
      if isSet { throw SourceObstacle(tokens[index], "\(name) is set here, too") }
    }
    found.unchanged.insert(declaration.name)
  }

  // MARK: Declarations

  /// Returns all declarations of a name.
  func declarations(of name: String) -> [Declaration] {
    if let known = found.declarations[name] { return known }
    let all: [Declaration] = (allPlaces[name] ?? []).compactMap { index in
      guard index > 0, !isMember(index) else { return nil }
      return language.isLikeJava ? javaDeclaration(index) : declaration(index)
    }
    found.declarations[name] = all
    return all
  }

  /// The most tokens that are looked at beside a name.
  private static let reach = 100

  /// A declaration of Kotlin or Swift.
  private func declaration(_ index: Int) -> Declaration? {
    if isWord(index - 1, "val", "var", "let") {
      // Parameters of a constructor, and names that a condition binds, have other values.
      let isPlain =
        !isMark(brackets[index], "(") && !isWord(index - 2, "if", "guard", "while", "case", "catch")
        && !isMark(index - 2, ",", "(")
      let isOpen = modifiers(before: index - 1).contains { ["open", "abstract", "lazy"].contains($0) }
      let isConstant = isWord(index - 1, "val", "let")
      return Declaration(
        name: index, value: isPlain && !isOpen ? initialValue(index) : nil, region: region(index),
        isMember: isMemberPlace(index),
        isConstant: isConstant)
    }
    // A function with the name is no value.
    if isWord(index - 1, "fun", "func", "class", "object", "struct", "enum", "typealias") { return nil }
    guard isParameter(index) else { return nil }
    return Declaration(name: index, value: nil, region: parameterRegion(index), isMember: false, isConstant: true)
  }

  private func isParameter(_ index: Int) -> Bool {
    let open = brackets[index]
    // `{ name ->`, `{ a, name ->`, `{ name in`, `for (name in`, `for name in`, `val (a, name) =`
    if isWord(index + 1, "in") || isMark(index + 1, "->") { return true }
    if isMark(open, "{"), isMark(index + 1, ","),
      let arrow = (index..<min(index + 40, tokens.count)).first(where: {
        isMark($0, "->") || isWord($0, "in") || isMark($0, ";", "}", "{", "(")
      }), isMark(arrow, "->") || isWord(arrow, "in")
    {
      return true
    }
    guard isMark(open, "(") else {
      return language == .kotlin && isMark(index + 1, ":") && isMark(open, "{") && !isFirstOnLine(index)
    }
    if isWord(open - 1, "val", "var", "let", "case") { return true }
    let after = partners[open] + 1
    if isMark(after, "->") || isWord(after, "in") { return true }
    guard isMark(index + 1, ":") else { return false }
    if language == .kotlin { return true }
    // In Swift, calls have labels, too.
    var start = open - 1
    while start > 0, isMark(start, ">", "<", ",") || tokens[start].isWord, !isWord(start, "func", "init", "subscript"),
      open - start < 12
    { start -= 1 }
    return isWord(start, "func", "init", "subscript") || isMark(open - 1, "{")
  }

  private static let noTypes: Set<String> = [
    "return", "new", "throw", "else", "case", "instanceof", "import", "package", "assert", "yield", "do", "goto",
    "break",
    "continue", "extends", "implements", "throws", "class", "interface", "enum",
  ]

  private func javaDeclaration(_ index: Int) -> Declaration? {
    if language == .cSharp, let value = propertyValue(index) {
      return Declaration(name: index, value: value, region: region(index), isMember: true, isConstant: false)
    }
    let arrow = language == .java ? "->" : "=>"
    let isElement = language == .cSharp && isWord(index + 1, "in") && tokens[index - 1].isWord
    if isMark(index + 1, arrow) || isElement
      || isMark(brackets[index], "(") && isMark(partners[brackets[index]] + 1, arrow)
    {
      return Declaration(name: index, value: nil, region: parameterRegion(index), isMember: false, isConstant: true)
    }
    guard
      tokens[index - 1].isWord && !Self.noTypes.contains(tokens[index - 1].text) || isMark(index - 1, ">", "]")
        || language == .cSharp && isMark(index - 1, "?") && isMark(index + 1, "=", ";", ",", ")"),
      isMark(index + 1, "=", ";", ",", ")", ":", "[")
    else { return nil }
    // `a > b` and `list[1] b` are no types.
    if isMark(index - 1, ">") || isMark(index - 1, "]") {
      var start = index - 1
      while start > max(index - Self.reach, 0), !isMark(start, ";", "{", "}", "(", "=") {
        start = isMark(start, "]") ? partners[start] - 1 : start - 1
      }
      guard start >= 0, tokens.indices.contains(start + 1), tokens[start + 1].isWord || isMark(start + 1, "@") else {
        return nil
      }
    }
    guard !isMark(brackets[index], "(") else {
      return Declaration(name: index, value: nil, region: parameterRegion(index), isMember: false, isConstant: true)
    }
    let isFinal = modifiers(before: index).contains { ["final", "const"].contains($0) }
    return Declaration(
      name: index, value: isMark(index + 1, "=") ? index + 2..<end(ofExpression: index + 2) : nil,
      region: region(index),
      isMember: isMemberPlace(index), isConstant: isFinal && isMark(index + 1, "="))
  }

  /// Returns the value of a property of C# that nothing sets: `Guid Pulse => …`, `Guid Pulse { get; } = …`.
  private func propertyValue(_ index: Int) -> Range<Int>? {
    guard isMemberPlace(index), tokens[index - 1].isWord || isMark(index - 1, ">", "]", "?") else { return nil }
    var next = index + 1
    if isMark(next, "{"), isWord(next + 1, "get"), isMark(next + 2, ";"), partners[next] == next + 3 { next += 4 }
    guard isMark(next, "=>") || next > index + 1 && isMark(next, "=") else { return nil }
    return next + 1..<end(ofExpression: next + 1)
  }

  private func modifiers(before index: Int) -> [String] {
    var words: [String] = []
    var start = index - 1
    while start >= max(index - 12, 0), tokens[start].isWord || isMark(start, "<", ">", "]", "[") {
      words.append(tokens[start].text)
      if !language.isLikeJava, isFirstOnLine(start) { break }
      start -= 1
    }
    return words
  }

  /// Returns the value behind a name and its type; `nil` when it is computed in another way.
  private func initialValue(_ index: Int) -> Range<Int>? {
    var next = index + 1
    if isMark(next, ":") {
      next += 1
      while next < tokens.count, !isFirstOnLine(next),
        tokens[next].isWord || isMark(next, ".", "?", "!", "<", ">", ",", ":", "&", "[")
      {
        if isWord(next, "by") { return nil }
        next = isMark(next, "[") ? partners[next] + 1 : next + 1
      }
    }
    guard isMark(next, "=") else { return nil }
    let end = end(ofExpression: next + 1)
    // A getter behind the value takes its place.
    return isWord(end, "get") && isMark(end + 1, "(") ? nil : next + 1..<end
  }

  private func isMemberPlace(_ index: Int) -> Bool { isTypeBody(blocks[index]) && !isMark(brackets[index], "(") }

  /// Returns the tokens for which a declaration holds: its block, and for a companion object the type around it.
  private func region(_ index: Int) -> Range<Int> {
    var block = blocks[index]
    guard block >= 0 else { return 0..<tokens.count }
    if isCompanion(block) { block = blocks[block] }
    guard block >= 0 else { return 0..<tokens.count }
    return isTypeBody(block) ? block..<partners[block] : index..<partners[block]
  }

  /// Returns the tokens for which a parameter holds: its list, and the body behind it.
  private func parameterRegion(_ index: Int) -> Range<Int> {
    let open = brackets[index]
    guard isMark(open, "(") else {
      guard isMark(open, "{") else { return index..<tokens.count }
      return index..<partners[open]
    }
    var next = partners[open] + 1
    let last = next + Self.reach
    while next < tokens.count, !isMark(next, "{", ";", "=", "}", "->", "=>") {
      guard next < last else { return open..<tokens.count }
      next = isMark(next, "(", "[") ? partners[next] + 1 : next + 1
    }
    if language == .swift, isMark(next, "->") {
      // The type of a function is between its arrow and its body.
      var body = next + 1
      while body < last, !isMark(body, "{", ";", "}"), !isWord(body, "in"), !isFirstOnLine(body) {
        body = placeBehind(body)
      }
      if isMark(body, "{") { return open..<partners[body] }
    }
    if isMark(next, "->", "=>") { next += 1 }
    if isMark(next, "{") { return open..<partners[next] }
    if isMark(next, "=") || next < tokens.count && isMark(next - 1, "->", "=>") {
      return open..<end(ofExpression: next + 1)
    }
    return open..<partners[open]
  }
}
