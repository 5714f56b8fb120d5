internal import AdvertReading
internal import AdvertisingData

/// The statements that a program in Python and the modules of its project run, in their order: those of a module where the
/// program imports it.
///
/// A module is left out where one of its names could mean something else in the program. Of a module, classes and
/// functions that nothing names are left out, too, and the code that it runs only as a program of its own.
struct PythonModules {
  /// Statements of a file that follow each other.
  struct Part {
    let program: PythonProgram
    let range: Range<Int>
    /// The import in the program; `nil` for the program itself.
    let place: TextRange?
  }

  private let program: PythonProgram
  private var parts: [Part] = []
  private var taken: Set<String> = []
  private var bound: Set<String> = []

  private static let mostModules = 8
  private static let deepest = 3
  private static let mostOctets = 1 << 18

  private init(_ program: PythonProgram) { self.program = program }

  /// Returns a program with the modules that it imports; `nil` when it imports none of its project.
  static func joined(_ program: PythonProgram) -> PythonProgram? {
    guard program.sources != nil, program.obstacle == nil else { return nil }
    var modules = PythonModules(program)
    modules.add(program, from: nil, at: nil, depth: 0)
    guard modules.parts.contains(where: { $0.place != nil }) else { return nil }
    let joined = PythonProgram(joining: modules.parts, sources: program.sources)
    return joined.obstacle == nil ? joined : nil
  }

  /// Adds the statements of a file at its top.
  ///
  /// - Parameter importer: the file that imports it.
  private mutating func add(_ file: PythonProgram, from importer: PythonProgram?, at place: TextRange?, depth: Int) {
    for range in file.topStatements {
      let first = file.tokens[range.lowerBound]
      let isImport = first.isWord("from") || first.isWord("import")
      if isImport, depth < Self.deepest, take(range, of: file, at: place, depth: depth), first.isWord("from") {
        continue
      }
      if let importer, isUnused(range, of: file, by: importer) { continue }
      parts.append(Part(program: file, range: range, place: place))
    }
  }

  /// Adds the module that a statement imports; `false` when it is none of the project, or cannot be joined.
  private mutating func take(_ range: Range<Int>, of file: PythonProgram, at place: TextRange?, depth: Int) -> Bool {
    let words = file.tokens[range].map { $0.text }
    let isFrom = words[0] == "from"
    // `from module import a, b`, `import module`
    guard !words.contains("as"), let end = isFrom ? words.firstIndex(of: "import") : words.count, end > 1 else {
      return false
    }
    let name = words[1..<end].joined()
    let names = Set(words.dropFirst(end + 1))
    guard !taken.contains(name), taken.count < Self.mostModules, let text = program.text(beside: name),
      text.utf8.count <= Self.mostOctets, isFrom || text.hasPart("dvertis")
    else { return false }
    let module = PythonProgram(text)
    guard module.obstacle == nil, let own = module.topNames else { return false }
    // A name of the module that the file does not import may be another one there.
    let others = names.contains("*") ? [] : own.subtracting(names)
    let isClear = others.allSatisfy { name in
      (program.places[name] ?? []).allSatisfy { program.isMember($0) || program.isNamedArgument($0) }
    }
    guard isClear, bound.isDisjoint(with: own) else { return false }
    taken.insert(name)
    bound.formUnion(own)
    add(module, from: file, at: place ?? file.range(range), depth: depth + 1)
    return true
  }

  /// Whether nothing outside of a class or a function of a module names it, or the module runs it only as a program.
  private func isUnused(_ range: Range<Int>, of file: PythonProgram, by importer: PythonProgram) -> Bool {
    let (first, second) = (file.tokens[range.lowerBound], file.tokens[range.lowerBound + 1])
    if first.isWord("if"), second.isWord("__name__") { return true }
    guard first.isWord("class") || first.isWord("def") else { return false }
    return program.places[second.text] == nil && importer.places[second.text] == nil
      && (file.places[second.text] ?? []).allSatisfy { range.contains($0) }
  }
}

extension PythonProgram {
  /// The statements at the top of the file, each with those inside of it.
  fileprivate var topStatements: [Range<Int>] {
    let starts = tokens.indices.filter { statements[$0] == $0 && depths[$0] == 0 }
    return zip(starts, starts.dropFirst() + [tokens.count]).map { $0..<$1 }
  }

  /// The names that the top of the file gives a value; `nil` when they are not all known: it imports all names of another
  /// module, or sets names in a condition.
  fileprivate var topNames: Set<String>? {
    var names: Set<String> = []
    for range in topStatements {
      let (first, second) = (tokens[range.lowerBound], tokens[range.lowerBound + 1])
      switch first.text {
      case "from", "import": if tokens[range].contains(where: { $0.isMark("*") }) { return nil }
      case "class", "def": names.insert(second.text)
      case "if" where second.isWord("__name__"): break
      case "if", "elif", "for", "while", "with": return nil
      case "try", "except", "else", "finally":
        // One of two modules with the same names.
        let sets = tokens[range].contains { $0.isMark("=") || $0.isWord("def") || $0.isWord("class") }
        if sets { return nil }
      default:
        if first.isWord, second.isMark("=") || second.isMark(":") || second.isMark(",") { names.insert(first.text) }
        if second.isMark(",") { return nil }
      }
    }
    return names
  }

  /// Whether a name is that of an argument of a call: `f(name=1)`.
  fileprivate func isNamedArgument(_ index: Int) -> Bool {
    statements[index] != index && tokens[index + 1].isMark("=") && partners(around: index) != nil
  }
}
