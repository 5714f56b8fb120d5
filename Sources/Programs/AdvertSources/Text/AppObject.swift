/// An object of C# that a program makes with `new`, and what the program does to it, in the order in which it runs.
///
/// The changes are in a straight line behind `new`. All that can change the object in any other way is a doubt.
struct AppObject {
  /// A call on the object or on a part of it, or a value that a part of it gets.
  struct Change {
    /// The names from the object to the method or the member: `Advertisement`, `ManufacturerData`, `Add`.
    let path: [String]
    /// The index of the last of the names.
    let index: Int
    /// The arguments of a call, or the one value of a member.
    let arguments: [Range<Int>]
    /// Whether the change is a call.
    let isCall: Bool
    /// The whole change.
    let range: Range<Int>
  }

  let program: AppProgram
  /// The changes, without those by methods and members that a reader calls plain.
  private(set) var changes: [Change] = []
  /// The arguments of the constructor.
  private(set) var arguments: [Range<Int>] = []
  /// The uses that change nothing, by the first name behind the object: `Start`.
  private(set) var plainUses: [(name: String, index: Int)] = []
  /// The reasons why the changes may not be all, each with the names to what may be changed; no names for the whole object.
  private(set) var doubts: [(path: [String], obstacle: SourceObstacle)] = []
  /// The name of the object; `nil` for one that is used where it is made.
  private(set) var name: String?
  /// The tokens that make the object.
  private(set) var making: Range<Int>

  private let plain: Set<String>
  private let new: Int
  /// Whether the object is a member of a type, which every method of the type can use.
  private(set) var isMember = false

  /// Members and methods at the end of an expression that only reads.
  private static let readers: Set<String> = ["CompanyId", "DataType", "Count", "Length", "ToString"]

  /// The most changes of one object that are read.
  private static let mostChanges = 64

  /// - Parameters:
  ///   - new: the place of the word `new`.
  ///   - plain: the methods and members that change nothing.
  ///   - use: the place at which the object is used, other than by its members; `nil` when there is none.
  init(
    madeAt new: Int, _ program: AppProgram, plain: Set<String> = [], usedAt use: Int? = nil
  ) throws(SourceObstacle) {
    self.program = program
    self.plain = plain
    self.new = new
    making = new..<new + 1
    try readMaking()
    try readUses(use)
    changes.sort { $0.index < $1.index }
    guard changes.count <= Self.mostChanges else {
      throw SourceObstacle(program.tokens[new], "more changes of an object than are read")
    }
    if let use {
      for late in changes where late.index > use { doubt(late, "it is changed after it is used") }
    }
    checkStraight()
  }

  /// Refuses an object that may be changed in another way.
  func checked() throws(SourceObstacle) -> AppObject {
    if let doubt = doubts.first { throw doubt.obstacle }
    return self
  }

  /// Replaces a change by a doubt.
  private mutating func doubt(_ change: Change, _ reason: String) {
    doubts.append((change.path, SourceObstacle(program.tokens[change.index], reason)))
    changes.removeAll { $0.index == change.index }
  }

  // MARK: Making

  /// Reads `new`, the type, the arguments and the initialiser.
  private mutating func readMaking() throws(SourceObstacle) {
    var index = new + 1
    while program.tokens[index].isWord || program.isMark(index, ".") { index += 1 }
    if program.isMark(index, "(") {
      arguments = program.parts(index)
      index = program.partners[index] + 1
    }
    if program.isMark(index, "{") {
      try readInitialiser(index, [])
      index = program.partners[index] + 1
    }
    making = new..<index
  }

  /// Reads `{ CompanyId = 1, Advertisement = { … } }`, or the elements of a list.
  private mutating func readInitialiser(_ open: Int, _ path: [String]) throws(SourceObstacle) {
    guard path.count < 8 else { throw SourceObstacle(program.tokens[open], "deeper nesting than is read") }
    for part in program.parts(open) {
      let name = part.lowerBound
      guard program.tokens[name].isWord, program.isMark(name + 1, "=") else {
        guard !path.isEmpty else { throw SourceObstacle(program.tokens[name], "an initialiser that is not read") }
        changes.append(Change(path: path + ["Add"], index: name, arguments: [part], isCall: true, range: part))
        continue
      }
      let path = path + [program.tokens[name].text]
      if program.isMark(name + 2, "{") {
        try readInitialiser(name + 2, path)
      } else if !plain.contains(program.tokens[name].text) {
        let value = name + 2..<part.upperBound
        changes.append(Change(path: path, index: name, arguments: [value], isCall: false, range: part))
      }
    }
  }

  // MARK: Uses

  /// Reads what the program does to the variable that gets the object.
  private mutating func readUses(_ use: Int?) throws(SourceObstacle) {
    guard program.isMark(new - 1, "=", "??="), program.tokens[new - 2].isWord else { return }
    let target = new - 2
    let isOwn = program.isMark(target - 1, ".") && program.isWord(target - 2, "this")
    // A member of another object belongs to that object.
    guard isOwn || !program.isMember(target) else { return }
    // So does a member that an initialiser sets.
    if program.isMark(target - 1, "{", ","), !program.isMark(making.upperBound, ";") { return }
    let declaration = program.declarations(of: program.tokens[target].text)
      .filter { $0.region.contains(target) || $0.name == target }
      .max { $0.region.lowerBound < $1.region.lowerBound }
    isMember = declaration?.isMember ?? true
    name = program.tokens[target].text
    var waiting = [(target: target, region: declaration?.region ?? 0..<program.tokens.count)]
    var aliases: Set<String> = []
    while let (target, region) = waiting.popLast() {
      let name = program.tokens[target].text
      let declarations = program.declarations(of: name)
      guard declarations.count <= Self.mostChanges else {
        throw SourceObstacle(program.tokens[target], "\(name) is declared several times")
      }
      guard !program.namesInTexts.contains(name) || plain.contains("ToString") else {
        throw SourceObstacle(program.tokens[target], "\(name) is used in a text")
      }
      for index in program.places[name] ?? [] where index != target && region.contains(index) {
        guard !program.isMember(index) || program.isWord(index - 2, "this"), index != use else { continue }
        let holding = declarations.filter { $0.region.contains(index) || $0.name == index }
        // A parameter or a variable of another function with the same name, or the declaration of a member.
        if !program.isMember(index), let inner = holding.max(by: { $0.region.lowerBound < $1.region.lowerBound }),
          inner.name == index && inner.value == nil || !inner.region.contains(target) && inner.name != target
        {
          continue
        }
        do throws(SourceObstacle) {
          guard let alias = try readUse(index, isAlias: !aliases.isEmpty) else { continue }
          guard aliases.insert(program.tokens[alias].text).inserted, aliases.count < 3 else {
            throw SourceObstacle(program.tokens[index], "\(name) is passed on")
          }
          waiting.append((alias, 0..<program.tokens.count))
        } catch {
          doubts.append((path(from: index).names, error))
        }
      }
    }
  }

  /// Returns the names behind a variable, and the token behind them.
  private func path(from index: Int) -> (names: [String], next: Int) {
    var names: [String] = []
    var next = index + 1
    if program.isMark(next, "!") { next += 1 }
    while program.isMark(next, ".", "?."), program.tokens[next + 1].isWord {
      names.append(program.tokens[next + 1].text)
      next += 2
      if program.isMark(next, "!") { next += 1 }
    }
    return (names, next)
  }

  /// Reads one use of the object's variable. Returns the place of another variable that gets the object, too.
  private mutating func readUse(_ index: Int, isAlias: Bool) throws(SourceObstacle) -> Int? {
    let (path, next) = path(from: index)
    guard let first = path.first else { return try readPlainUse(index) }
    let last = next - 1
    if plain.contains(first) || program.isMark(next, "+=", "-=") {
      plainUses.append((first, index))
      return nil
    }
    if let end = path.last, Self.readers.contains(end), !program.isMark(next, "=", "++", "--") { return nil }
    let isOwn = program.isWord(index - 2, "this")
    let start = isOwn ? index - 2 : index
    guard program.isMark(next, "(", "="), !isAlias, program.beginsStatement(start) else {
      throw SourceObstacle(program.tokens[index], "\(program.tokens[index].text) may be changed here")
    }
    let isCall = program.isMark(next, "(")
    let end = isCall ? program.partners[next] + 1 : program.end(ofExpression: next + 1)
    guard program.isMark(end, ";") else {
      throw SourceObstacle(program.tokens[index], "\(program.tokens[index].text) may be changed here")
    }
    changes.append(
      Change(
        path: path, index: last, arguments: isCall ? program.parts(next) : [next + 1..<end], isCall: isCall,
        range: start..<end))
    return nil
  }

  /// Reads a use of the variable without a member: a comparison with `null`, or another variable that gets the object.
  private func readPlainUse(_ index: Int) throws(SourceObstacle) -> Int? {
    let tokens = program.tokens
    let isCompared =
      program.isMark(index + 1, "==", "!=", "=") && program.isWord(index + 2, "null")
      || program.isWord(index + 1, "is") && tokens[index + 2].isWord
    if isCompared { return nil }
    if program.isMark(index - 1, "="), program.isMark(index + 1, ";"), tokens[index - 2].isWord { return index - 2 }
    throw SourceObstacle(tokens[index], "\(tokens[index].text) is passed on, or set here, too")
  }

  // MARK: Order

  /// Doubts changes that may not run, or may run several times.
  private mutating func checkStraight() {
    let later = changes.filter { !making.contains($0.index) }
    guard let first = later.first else { return }
    // `using (var writer = new DataWriter()) { … }`
    let open = program.brackets[new]
    let isUsing = program.isMark(open, "(") && program.isWord(open - 1, "using")
    let block = isUsing ? program.partners[open] + 1 : program.blocks[new]
    let isInConstructor = program.isTypeBody(block) && program.isConstructor(program.blocks[first.index])
    let straight = isInConstructor ? program.blocks[first.index] : block
    for change in later {
      let isStraight = program.blocks[change.index] == straight && (isInConstructor || change.index > new)
      if !isStraight || program.isMark(new - 1, "??=")
        || program.tokens[change.index].condition != program.tokens[new].condition
      {
        doubt(change, "whether, or how often, this is run is not certain")
      }
    }
    guard let last = later.last(where: { program.blocks[$0.index] == straight }) else { return }
    for index in (isInConstructor ? straight : new)..<last.index {
      let isEnd = isMember && program.isWord(index, "return", "throw", "break", "continue", "goto")
      guard isEnd || program.isWord(index, "case") && program.blocks[index] == straight else { continue }
      doubts.append(([], SourceObstacle(program.tokens[index], "the program may leave before all is set")))
      return
    }
  }
}

extension AppProgram {
  /// Whether a brace begins the body of a constructor of C#.
  func isConstructor(_ brace: Int) -> Bool {
    guard brace > 0 else { return false }
    var close = brace - 1
    // `: base(…)` and `: this(…)`.
    if isMark(close, ")"), isWord(partners[close] - 1, "base", "this"), isMark(partners[close] - 2, ":") {
      close = partners[close] - 3
    }
    guard isMark(close, ")") else { return false }
    return bodies(ofType: tokens[partners[close] - 1].text).contains(blocks[brace])
  }

  /// Returns the places of the words `new` that make objects of a type, also where only the variable names the type.
  func makings(of type: String) -> [Int] {
    var found: Set<Int> = []
    for index in places[type] ?? [] {
      var start = index
      while isMark(start - 1, "."), tokens[start - 2].isWord { start -= 2 }
      if isWord(start - 1, "new"), isMark(index + 1, "(", "{") { found.insert(start - 1) }
    }
    for name in variables(of: type) {
      for use in places[name] ?? []
      where isMark(use + 1, "=", "??=") && isWord(use + 2, "new") && isMark(use + 3, "(", "{") { found.insert(use + 2) }
    }
    return found.sorted()
  }

  /// The names that are declared with a type.
  private func variables(of type: String) -> Set<String> {
    Set(
      (places[type] ?? []).compactMap { index in
        let name = tokens[isMark(index + 1, "?") ? index + 2 : index + 1]
        return name.isWord ? name.text : nil
      })
  }

  /// Returns the first call of one of some methods of a variable of a type, or of a part of it; `nil` without one.
  func foreignUse(of type: String, members: [String]) -> Int? {
    for name in variables(of: type).sorted() {
      for use in places[name] ?? [] {
        var next = use + 1
        while isMark(next, ".", "?."), tokens[next + 1].isWord { next += 2 }
        if next > use + 1, isMark(next, "("), members.contains(tokens[next - 1].text) { return use }
      }
    }
    return nil
  }
}
