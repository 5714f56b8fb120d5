/// The constants that a program in JavaScript, TypeScript or Dart imports from modules of its project.
struct ScriptModules {
  /// The declarations, each in the place of the import.
  private(set) var tokens: [SourceToken] = []

  private let program: ScriptProgram
  private let sources: ProjectSources
  private var modules = 0

  private static let mostModules = 32
  private static let endings = ["", ".js", ".ts", ".mjs", ".cjs", ".tsx", "/index.js", "/index.ts"]

  init(_ program: ScriptProgram, _ sources: ProjectSources) {
    self.program = program
    self.sources = sources
    for index in program.tokens.indices {
      guard case .string(let octets?) = program.tokens[index].kind, modules < Self.mostModules else { continue }
      take(String(decoding: octets, as: UTF8.self), at: index)
    }
  }

  /// Takes what an import has from the module in the text at an index.
  private mutating func take(_ path: String, at index: Int) {
    let isDart = path.hasSuffix(".dart") && program.tokens[index - 1].isWord("import")
    let isRelative = path.hasPrefix("./") || path.hasPrefix("../")
    guard isRelative || isDart && !path.contains(":"), let names = isDart ? program.ownWords : names(before: index)
    else {
      return
    }
    modules += 1
    let paths = Self.endings.compactMap { ProjectSources.paths(of: path + $0, from: "").first }
    let text = paths.lazy.compactMap(sources.text).first
    guard let module = text.map({ ScriptProgram($0) }), module.obstacle == nil else { return }
    for name in names { takeConstant(name, of: module, at: index) }
  }

  /// Returns the names that `import { A, B } from` and `const { A, B } = require(` take from a module; `nil` where the import
  /// has another form.
  private func names(before index: Int) -> [String]? {
    let tokens = program.tokens
    var close = index - 2
    if tokens[index - 1].isMark("("), tokens[index - 2].isWord("require"), tokens[index - 3].isMark("=") {
      close = index - 4
    } else if !tokens[index - 1].isWord("from") {
      return nil
    }
    let open = program.partners[close]
    guard tokens[close].isMark("}"), open < close,
      ["import", "const", "let", "var", ","].contains(tokens[open - 1].text)
    else { return nil }
    return program.parts(open).filter { $0.count == 1 }.map { tokens[$0.lowerBound].text }
  }

  /// Takes a constant of a module that is a number or a text.
  private mutating func takeConstant(_ name: String, of module: ScriptProgram, at index: Int) {
    // A name that the program declares is its own, and one that is a key of what a module exports can be another value.
    let isOwn = (program.places[name] ?? []).contains { program.isDeclared($0) }
    let isKey = (module.places[name] ?? []).contains { module.tokens[$0 + 1].isMark(":") && !module.isDeclared($0) }
    guard !isOwn, !isKey, module.places[name] != nil, let value = try? module.constant(name), value.count == 1,
      let place = value.first, module.owners[place] < 0,
      module.tokens[place].isText || module.tokens[place].kind == .number
    else { return }
    let range = program.tokens[index].range
    for text in ["const", name] { tokens.append(SourceToken(kind: .word, text: text, range: range, condition: nil)) }
    tokens.append(SourceToken(kind: .mark, text: "=", range: range, condition: nil))
    var literal = module.tokens[place]
    literal.range = range
    tokens.append(literal)
    tokens.append(SourceToken(kind: .mark, text: ";", range: range, condition: nil))
  }
}

extension ScriptProgram {
  /// The words of the program, each once.
  fileprivate var ownWords: [String] { places.keys.sorted() }
}
