/// The declarations in other files of the project that a program in Kotlin, Java, Swift or C# names: types with their
/// members, and constants outside of types.
struct ProjectDeclarations {
  /// The tokens of the declarations, each with the place at which the program names it first.
  private(set) var tokens: [SourceToken] = []
  /// Whether each token begins a line of its file.
  private(set) var beginsLine: [Bool] = []
  /// The number of each token's file; 0 is the program.
  private(set) var files: [Int] = []
  /// The constants outside of types that the program itself can name.
  private(set) var visible: Set<String> = []

  private let language: AppTokens.Language
  private let sources: ProjectSources
  private let own: AppNamespace
  /// The files that declare each type, and each constant outside of types.
  private var types: [String: [String]] = [:]
  private var constants: [String: [String]] = [:]
  /// The files that were opened; `nil` for one without anything to take.
  private var opened: [String: Opened?] = [:]
  private var taken: Set<String> = []

  /// A file that declares something that the program may name.
  private struct Opened {
    let number: Int
    let program: AppProgram
    let namespace: AppNamespace
  }

  private static let calls: Set<String> = [
    "startAdvertising", "startAdvertisingSet", "BluetoothLEAdvertisement", "BluetoothLEAdvertisementPublisher",
  ]
  private static let typeWords: Set<Substring> = [
    "class", "object", "struct", "enum", "interface", "extension", "actor", "record",
  ]
  private static let mostFiles = 600
  private static let mostOctets = 1 << 23
  private static let mostOpened = 32
  private static let mostTokens = 50_000
  /// The most files that follow each other from a name in the program to its constant.
  private static let deepest = 3

  /// - Parameter program: the tokens of the program.
  init(namedIn program: [SourceToken], _ language: AppTokens.Language, _ sources: ProjectSources) {
    self.language = language
    self.sources = sources
    own = AppNamespace(program, language)
    guard program.contains(where: { $0.isWord && Self.calls.contains($0.text) }), takeIndex() else { return }
    var known: Set<String> = []
    for index in program.indices.dropFirst() where program[index].isWord {
      if Self.typeWords.contains(program[index - 1].text[...]), !program[index - 1].isWord("extension") {
        known.insert(program[index].text)
      }
    }
    var waiting = program[...]
    for depth in 0..<Self.deepest {
      let first = tokens.count
      for index in waiting.indices where waiting[index].isWord {
        let name = waiting[index]
        let isType = index + 1 < waiting.endIndex && [".", "::"].contains(waiting[index + 1].text)
        // A type of the program can have extensions in other files.
        if isType || known.contains(name.text) { take(name, types, onlyExtensions: known.contains(name.text)) }
        if depth == 0 { take(name, constants, onlyExtensions: false) }
      }
      waiting = tokens[first...]
    }
  }

  /// Notes what the files of the project declare; `false` when they are more than are read.
  private mutating func takeIndex() -> Bool {
    let paths = sources.paths(language.endings)
    guard paths.count <= Self.mostFiles else { return false }
    var octets = 0
    for path in paths {
      guard let text = sources.text(path) else { continue }
      octets += text.utf8.count
      guard octets <= Self.mostOctets else { return false }
      for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
        let words = line.prefix(200).split(whereSeparator: { !$0.isWordPart }).map { Substring($0) }
        for (word, name) in zip(words, words.dropFirst()) {
          if Self.typeWords.contains(word) { types[String(name), default: []].append(path) }
          // A constant outside of types begins its line.
          let isConstant = (word == "val" || word == "let") && line.first.map { !$0.isBlank } ?? false
          if isConstant { constants[String(name), default: []].append(path) }
        }
      }
    }
    return true
  }

  /// Takes the declarations of a name from the files that have them.
  private mutating func take(_ name: SourceToken, _ index: [String: [String]], onlyExtensions: Bool) {
    guard let paths = index[name.text], taken.insert("\(name.text) \(onlyExtensions)").inserted else { return }
    for path in Set(paths).sorted() {
      guard let file = open(path, at: name), own.sees(name.text, of: file.namespace) else { continue }
      if file.program.declarations(of: name.text).contains(where: { file.program.blocks[$0.name] < 0 }) {
        visible.insert(name.text)
      }
      for range in file.program.bodiesWithHeads(ofType: name.text) {
        guard !onlyExtensions || file.program.isWord(range.lowerBound, "extension") else { continue }
        append(range, of: file, at: name)
      }
    }
  }

  /// Opens a file, and takes its constants outside of types: its types can use them.
  private mutating func open(_ path: String, at name: SourceToken) -> Opened? {
    if let known = opened[path] { return known }
    guard opened.count < Self.mostOpened, let text = sources.text(path) else { return nil }
    opened.updateValue(nil, forKey: path)
    let program = AppProgram(text, language: language)
    // The program itself is a file of its project.
    guard program.obstacle == nil, !own.isOfFile(program.tokens) else { return nil }
    let file = Opened(
      number: opened.count, program: program, namespace: AppNamespace(program.tokens, language))
    opened[path] = file
    for index in program.tokens.indices where program.isWord(index, "val", "let") && program.blocks[index] < 0 {
      let declared = program.declarations(of: program.tokens[index + 1].text).first { $0.name == index + 1 }
      guard let value = declared?.value else { continue }
      var start = index
      while start > 0, !program.isFirstOnLine(start) { start -= 1 }
      append(start..<value.upperBound, of: file, at: name)
    }
    return file
  }

  private mutating func append(_ range: Range<Int>, of file: Opened, at name: SourceToken) {
    let slice = file.program.tokens[range]
    // Conditions of another file are not compared with those of the program.
    guard tokens.count + slice.count < Self.mostTokens, slice.allSatisfy({ $0.condition == nil }) else { return }
    append(SourceToken(kind: .mark, text: ";", range: name.range, condition: nil), file.number, beginsLine: true)
    for index in slice.indices {
      var token = slice[index]
      token.range = name.range
      append(token, file.number, beginsLine: index == range.lowerBound || file.program.isFirstOnLine(index))
    }
  }

  private mutating func append(_ token: SourceToken, _ file: Int, beginsLine: Bool) {
    tokens.append(token)
    files.append(file)
    self.beginsLine.append(beginsLine)
  }
}

/// The package or the namespace of a file, and the names that the file takes from others.
struct AppNamespace {
  private var name = ""
  private var imports: [String] = []
  private let language: AppTokens.Language
  private let tokens: [SourceToken]

  private static let mostImports = 500

  init(_ tokens: some RandomAccessCollection<SourceToken>, _ language: AppTokens.Language) {
    self.language = language
    self.tokens = Array(tokens)
    guard language != .swift else { return }
    let words = language == .cSharp ? ("namespace", "using") : ("package", "import")
    for (index, token) in self.tokens.enumerated() {
      let isImport = token.isWord(words.1) && imports.count < Self.mostImports
      guard isImport || token.isWord(words.0) && name.isEmpty else { continue }
      let path = self.tokens[(index + 1)...].prefix {
        $0.line == token.line && ($0.isWord || [".", "*"].contains($0.text))
      }
      .filter { !$0.isWord("static") }.map { $0.text }.joined()
      if isImport { imports.append(path) } else { name = path }
    }
  }

  /// Whether the tokens are those of the same file.
  func isOfFile(_ other: TokenList) -> Bool { tokens.elementsEqual(other) }

  /// Whether code of the file can name a declaration of another one.
  func sees(_ declared: String, of other: AppNamespace) -> Bool {
    switch language {
    case .swift: return true
    case .cSharp: return other.name.isEmpty || (name + ".").hasPrefix(other.name + ".") || imports.contains(other.name)
    case .kotlin, .java:
      let path = other.name + "." + declared
      return name == other.name
        || imports.contains {
          $0 == path || $0.hasPrefix(path + ".") || $0.hasPrefix(other.name + ".") && $0.hasSuffix(".*")
        }
    }
  }
}

extension AppTokens.Language {
  /// The ends of the names of its files.
  var endings: [String] {
    switch self {
    case .kotlin: [".kt"]
    case .java: [".java"]
    case .swift: [".swift"]
    case .cSharp: [".cs"]
    }
  }
}
