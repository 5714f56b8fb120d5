/// A program of the shell: its commands, each a list of words, and what decides whether it runs.
///
/// Only words whose text is certain are known: an expansion, a pattern or a command inside of a word makes it unknown.
struct ShellProgram {
  private(set) var commands: [Command] = []
  private var variables: [String: String?] = [:]
  /// How often the program sets each variable.
  private var settings: [String: Int] = [:]
  /// Texts that commands get as their input: here-documents and here-strings.
  private(set) var inputs: [Input] = []
  private var words: [Word] = []
  /// The marks of here-documents that begin behind the line.
  private var marks: [String] = []
  private var level = 0
  private var brackets = 0
  private var isAlternative = false
  private var hasEnded = false
  /// Whether commands that are not here can have set any variable.
  private var isOpen = false

  /// The most octets of a word with the values of variables.
  private static let maximumWord = 16_384

  /// The most commands that are read.
  private static let maximumCommands = 20_000

  /// A program of commands that are read already.
  init(commands: [Command]) { self.commands = commands }

  init(_ text: String) {
    var cursor = SourceCursor(Array(text.utf8))
    while !cursor.isAtEnd, commands.count < Self.maximumCommands {
      let octet = cursor.octet
      if octet == 0x0A || octet == UInt8(ascii: ";") || octet == UInt8(ascii: "|") || octet == UInt8(ascii: "&") {
        finish(isPiped: octet == UInt8(ascii: "|") && cursor.octet(1) != octet)
        if octet == UInt8(ascii: "|"), cursor.octet(1) == octet { isAlternative = true }
        let isDouble = octet != 0x0A && cursor.octet(1) == octet
        cursor.advance(isDouble ? 2 : 1)
        if octet == 0x0A || octet == UInt8(ascii: ";") { isAlternative = false }
        if octet == 0x0A { while !marks.isEmpty { takeDocument(until: marks.removeFirst(), &cursor) } }
      } else if octet == 0x5C, cursor.octet(1) == 0x0A {
        cursor.advance(2)
      } else if octet.isBlank {
        cursor.advance()
      } else if octet == UInt8(ascii: "#") {
        while !cursor.isAtEnd, cursor.octet != 0x0A { cursor.advance() }
      } else if octet == UInt8(ascii: "(") || octet == UInt8(ascii: ")") || octet == UInt8(ascii: "{")
        || octet == UInt8(ascii: "}")
      {
        finish()
        // The pattern of a case ends with a bracket that none before it belongs to.
        brackets = max(0, brackets + (octet == UInt8(ascii: "(") || octet == UInt8(ascii: "{") ? 1 : -1))
        cursor.advance()
      } else if cursor.begins(Array("<<".utf8)) {
        takeInput(&cursor)
      } else {
        add(word(&cursor))
      }
    }
    finish()
  }

  private static let opening: Set<String> = ["if", "for", "while", "until", "case", "select", "function"]
  private static let closing: Set<String> = ["fi", "done", "esac"]
  private static let between: Set<String> = ["then", "do", "else", "elif", "!"]

  /// Ends a command.
  ///
  /// - Parameter isPiped: whether another command reads what this one prints.
  private mutating func finish(isPiped: Bool = false) {
    defer { words = [] }
    while let first = words.first?.text {
      if Self.opening.contains(first) { level += 1 }
      if Self.closing.contains(first) { level = max(0, level - 1) }
      guard Self.opening.contains(first) || Self.closing.contains(first) || Self.between.contains(first) else { break }
      words.removeFirst()
      if first == "for" || first == "select", let name = words.first?.text { set(name, nil) }
    }
    guard let first = words.first else { return }
    let isSure = level == 0 && brackets == 0 && !isAlternative
    if words.count == 1, assign(first, isSure) { return }
    if Self.setting.contains(first.text ?? "") {
      let keeps = first.text == "export" || first.text == "readonly"
      for word in words.dropFirst() where !(keeps && assign(word, isSure)) {
        if let name = word.text?.prefix(while: { $0 != "=" && $0 != "+" }) ?? word.assigned.map({ $0[...] }) {
          // A name alone keeps its value.
          if !keeps || name.count < (word.text ?? "").count { set(String(name), nil) }
        }
      }
    }
    if ["source", ".", "eval"].contains(first.text ?? "") { isOpen = true }
    let doubt: String? =
      hasEnded
      ? "a command behind the end of the program"
      : isSure
        ? nil
        : isAlternative
          ? "a command that runs when another one fails" : "a command in a condition, a loop, a function or brackets"
    commands.append(Command(words: words, doubt: doubt, isPiped: isPiped))
    if isSure, ["exit", "exec"].contains(first.text ?? "") { hasEnded = true }
  }

  /// Takes a word that sets a variable: `NAME=text`.
  private mutating func assign(_ word: Word, _ isSure: Bool) -> Bool {
    guard let text = word.text, let sign = text.firstIndex(of: "=") else {
      guard word.text == nil, let name = word.assigned else { return false }
      set(name, nil)
      return true
    }
    let isLonger = text[..<sign].hasSuffix("+")
    let name = isLonger ? text[..<sign].dropLast() : text[..<sign]
    guard Self.isName(name) else { return false }
    // A variable that is set twice, or where it may not be, is not known.
    let isKnown = isSure && !isLonger && variables[String(name)] == nil
    set(String(name), isKnown ? String(text[text.index(after: sign)...]) : nil)
    return true
  }

  private mutating func set(_ name: String, _ value: String?) {
    variables[name] = .some(value)
    settings[name, default: 0] += 1
  }

  /// Whether two words are the same text whenever the program runs, although it may not be known.
  func isSame(_ one: Word, _ other: Word) -> Bool {
    if one.text != nil || other.text != nil { return one.text == other.text }
    let names = [one, other].map { word in word.spelling.filter { !"\"{}".contains($0) } }
    guard names[0] == names[1], names[0].first == "$" else { return false }
    let name = names[0].dropFirst()
    return (Self.isName(name) || name.allSatisfy { $0.isNumber }) && settings[String(name), default: 0] <= 1
  }

  /// Adds a word to the command: all that the shell makes of it.
  private mutating func add(_ word: Word) {
    guard let parts = word.parts else {
      words.append(word)
      return
    }
    // What a variable is set to is not divided, but some shells do so behind `export`.
    guard !words.allSatisfy({ Self.isAssignment($0) }) || !Self.isAssignment(word) else {
      words.append(word)
      return
    }
    if Self.setting.contains(words.first?.text ?? "") {
      let name = (word.text ?? "").prefix { $0 != "=" }
      words.append(Word(text: nil, assigned: String(name), range: word.range))
    } else {
      words += parts.map { Word(text: $0, spelling: word.spelling, range: word.range) }
    }
  }

  private static func isAssignment(_ word: Word) -> Bool {
    guard let text = word.text, let sign = text.firstIndex(of: "=") else { return word.assigned != nil }
    return isName(text[..<sign])
  }

  /// Commands that set the variables that they name.
  private static let setting: Set<String> = [
    "read", "export", "declare", "typeset", "local", "readonly", "unset", "let", "getopts", "printf", "mapfile",
    "readarray",
  ]

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0.isWordPart } && !(text.utf8.first?.isDigit ?? true)
  }

  /// Takes the beginning of an input: `<<MARK`, whose lines are behind this one, or `<<< text`.
  private mutating func takeInput(_ cursor: inout SourceCursor) {
    cursor.advance(2)
    let isText = cursor.octet == UInt8(ascii: "<")
    if isText || cursor.octet == UInt8(ascii: "-") { cursor.advance() }
    while cursor.octet == 0x20 || cursor.octet == 0x09 { cursor.advance() }
    let line = cursor.line
    let word = word(&cursor)
    if isText {
      inputs.append(Input(text: word.text ?? word.spelling, line: line))
    } else {
      marks.append(word.text ?? word.spelling)
    }
  }

  /// Takes the lines of a here-document.
  private mutating func takeDocument(until mark: String, _ cursor: inout SourceCursor) {
    let (first, line) = (cursor.index, cursor.line)
    var end = first
    while !cursor.isAtEnd {
      let start = cursor.index
      while !cursor.isAtEnd, cursor.octet != 0x0A { cursor.advance() }
      let isEnd = cursor.text(from: start).trimmed == mark
      cursor.advance()
      if isEnd { break }
      end = cursor.index
    }
    inputs.append(Input(text: String(decoding: cursor.octets[first..<end], as: UTF8.self), line: line))
  }

  /// Takes a word.
  private mutating func word(_ cursor: inout SourceCursor) -> Word {
    let start = (line: cursor.line, column: cursor.column)
    let first = cursor.index
    var octets: [UInt8] = []
    // The words that the shell makes of it, and the last of them.
    var (parts, part): ([[UInt8]], [UInt8]) = ([], [])
    var (isDivided, hasQuotes, isCertain) = (false, false, true)
    var quote: UInt8 = 0
    while !cursor.isAtEnd {
      let octet = cursor.octet
      if quote != 0, octet == quote {
        quote = 0
        cursor.advance()
      } else if quote == UInt8(ascii: "'") {
        octets.append(octet)
        part.append(octet)
        cursor.advance()
      } else if quote == 0, octet == 0x22 || octet == 0x27 {
        quote = octet
        hasQuotes = true
        cursor.advance()
      } else if quote == 0, octet.isBlank || ";|&()<>".utf8.contains(octet) {
        break
      } else if octet == 0x5C {
        octets.append(cursor.octet(1))
        part.append(cursor.octet(1))
        cursor.advance(2)
      } else if octet == UInt8(ascii: "$") {
        // Without a limit, a few lines could double the text each.
        guard let value = expansion(&cursor), octets.count + value.utf8.count <= Self.maximumWord else {
          isCertain = false
          continue
        }
        octets += Array(value.utf8)
        guard quote == 0 else {
          part += Array(value.utf8)
          continue
        }
        if value.isEmpty { isDivided = true }
        for octet in value.utf8 {
          // The shell looks for files of such a name, and other marks may divide the text.
          if "*?[".utf8.contains(octet) || variables["IFS"] != nil { isCertain = false }
          guard octet.isBlank || octet == 0x0A else {
            part.append(octet)
            continue
          }
          isDivided = true
          if !part.isEmpty { parts.append(part) }
          part = []
        }
      } else {
        if octet == UInt8(ascii: "`") || quote == 0 && "*?[~{}".utf8.contains(octet) { isCertain = false }
        octets.append(octet)
        part.append(octet)
        cursor.advance()
      }
    }
    if !cursor.isAtEnd, cursor.octet == UInt8(ascii: "<") || cursor.octet == UInt8(ascii: ">"),
      octets.allSatisfy({ $0.isDigit })
    {
      octets.append(cursor.octet)
      part.append(cursor.octet)
      cursor.advance()
    }
    if !part.isEmpty || hasQuotes && parts.isEmpty { parts.append(part) }
    let spelling = cursor.text(from: first)
    let text = String(decoding: octets, as: UTF8.self)
    let name = text.prefix { $0 != "=" && $0 != "+" }
    guard isCertain, quote == 0, QuotedText.isUTF8(octets) else {
      return Word(
        text: nil, assigned: name.count < text.count && Self.isName(name) ? String(name) : nil, spelling: spelling,
        range: cursor.range(from: start))
    }
    return Word(
      text: text, parts: isDivided ? parts.map { String(decoding: $0, as: UTF8.self) } : nil, spelling: spelling,
      range: cursor.range(from: start))
  }

  /// Takes `$NAME` or `${NAME}`; `nil` for others, and for a name that is not set once.
  private mutating func expansion(_ cursor: inout SourceCursor) -> String? {
    cursor.advance()
    guard cursor.octet != UInt8(ascii: "(") else {
      var level = 0
      repeat {
        if cursor.octet == UInt8(ascii: "(") { level += 1 }
        if cursor.octet == UInt8(ascii: ")") { level -= 1 }
        cursor.advance()
      } while level > 0 && !cursor.isAtEnd
      return nil
    }
    let isBraced = cursor.octet == UInt8(ascii: "{")
    if isBraced { cursor.advance() }
    let first = cursor.index
    while cursor.octet.isWordPart, cursor.octet != UInt8(ascii: "$"), !cursor.isAtEnd { cursor.advance() }
    let name = cursor.text(from: first)
    if isBraced {
      let isPlain = cursor.octet == UInt8(ascii: "}")
      while !cursor.isAtEnd, cursor.octet != UInt8(ascii: "}"), cursor.octet != 0x0A { cursor.advance() }
      cursor.advance()
      guard isPlain else { return nil }
    } else if name.isEmpty {
      cursor.advance()
      return nil
    }
    return isOpen ? nil : variables[name] ?? nil
  }
}

extension String {
  /// The text without blanks at both ends.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace ?? false { text.removeFirst() }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}
