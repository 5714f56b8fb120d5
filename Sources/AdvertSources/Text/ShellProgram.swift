internal import AdvertObservation

/// A program of the shell: its commands, each a list of words, and what decides whether it runs.
///
/// Only words whose text is certain are known: an expansion, a pattern or a command inside of a word makes it unknown.
struct ShellProgram {
  struct Word: Hashable {
    /// The text; `nil` when it is not certain.
    let text: String?
    /// The name of the variable that the word sets to a text that is not certain.
    var assigned: String?
    let range: TextRange
  }

  struct Command {
    let words: [Word]
    /// The reason why it is not certain that the command runs once; `nil` when it is.
    let doubt: String?
  }

  private(set) var commands: [Command] = []
  private var variables: [String: String?] = [:]
  private var words: [Word] = []
  private var level = 0
  private var brackets = 0
  private var isAlternative = false
  private var hasEnded = false
  /// Whether commands that are not here can have set any variable.
  private var isOpen = false

  /// The most commands that are read.
  private static let maximumCommands = 20_000

  init(_ text: String) {
    var cursor = SourceCursor(Array(text.utf8))
    while !cursor.isAtEnd, commands.count < Self.maximumCommands {
      let octet = cursor.octet
      if octet == 0x0A || octet == UInt8(ascii: ";") || octet == UInt8(ascii: "|") || octet == UInt8(ascii: "&") {
        finish()
        if octet == UInt8(ascii: "|"), cursor.octet(1) == octet { isAlternative = true }
        let isDouble = octet != 0x0A && cursor.octet(1) == octet
        cursor.advance(isDouble ? 2 : 1)
        if octet == 0x0A || octet == UInt8(ascii: ";") { isAlternative = false }
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
        // The lines behind are the input of a command.
        finish()
        skipInput(&cursor)
      } else {
        let next = word(&cursor)
        words.append(next)
      }
    }
    finish()
  }

  private static let opening: Set<String> = ["if", "for", "while", "until", "case", "select", "function"]
  private static let closing: Set<String> = ["fi", "done", "esac"]
  private static let between: Set<String> = ["then", "do", "else", "elif", "!"]

  /// Ends a command.
  private mutating func finish() {
    defer { words = [] }
    while let first = words.first?.text {
      if Self.opening.contains(first) { level += 1 }
      if Self.closing.contains(first) { level = max(0, level - 1) }
      guard Self.opening.contains(first) || Self.closing.contains(first) || Self.between.contains(first) else { break }
      words.removeFirst()
      if first == "for" || first == "select", let name = words.first?.text { variables[name] = .some(nil) }
    }
    guard let first = words.first else { return }
    let isSure = level == 0 && brackets == 0 && !isAlternative
    if words.count == 1, let text = first.text, let sign = text.firstIndex(of: "=") {
      let isLonger = text[..<sign].hasSuffix("+")
      let name = isLonger ? text[..<sign].dropLast() : text[..<sign]
      if Self.isName(name) {
        // A variable that is set twice, or where it may not be, is not known.
        let isKnown = isSure && !isLonger && variables[String(name)] == nil
        variables[String(name)] = .some(isKnown ? String(text[text.index(after: sign)...]) : nil)
        return
      }
    } else if words.count == 1, first.text == nil, let name = first.assigned {
      variables[name] = .some(nil)
      return
    }
    if Self.setting.contains(first.text ?? "") {
      for word in words.dropFirst() {
        if let name = word.text?.prefix(while: { $0 != "=" && $0 != "+" }) ?? word.assigned.map({ $0[...] }) {
          variables[String(name)] = .some(nil)
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
    commands.append(Command(words: words, doubt: doubt))
    if isSure, ["exit", "exec"].contains(first.text ?? "") { hasEnded = true }
  }

  /// Commands that set the variables that they name.
  private static let setting: Set<String> = [
    "read", "export", "declare", "typeset", "local", "readonly", "unset", "let", "getopts", "printf", "mapfile",
    "readarray",
  ]

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0.isWordPart } && !(text.utf8.first?.isDigit ?? true)
  }

  private mutating func skipInput(_ cursor: inout SourceCursor) {
    cursor.advance(2)
    if cursor.octet == UInt8(ascii: "<") || cursor.octet == UInt8(ascii: "-") { cursor.advance() }
    while cursor.octet == 0x20 || cursor.octet == 0x09 { cursor.advance() }
    let mark = word(&cursor).text ?? ""
    while !cursor.isAtEnd, cursor.octet != 0x0A { cursor.advance() }
    while !cursor.isAtEnd {
      cursor.advance()
      let start = cursor.index
      while !cursor.isAtEnd, cursor.octet != 0x0A { cursor.advance() }
      if cursor.text(from: start).trimmed == mark { return }
    }
  }

  /// Takes a word.
  private mutating func word(_ cursor: inout SourceCursor) -> Word {
    let start = (line: cursor.line, column: cursor.column)
    var octets: [UInt8] = []
    var isCertain = true
    var quote: UInt8 = 0
    while !cursor.isAtEnd {
      let octet = cursor.octet
      if quote != 0, octet == quote {
        quote = 0
        cursor.advance()
      } else if quote == UInt8(ascii: "'") {
        octets.append(octet)
        cursor.advance()
      } else if quote == 0, octet == 0x22 || octet == 0x27 {
        quote = octet
        cursor.advance()
      } else if quote == 0, octet.isBlank || ";|&()<>".utf8.contains(octet) {
        break
      } else if octet == 0x5C {
        octets.append(cursor.octet(1))
        cursor.advance(2)
      } else if octet == UInt8(ascii: "$") {
        if let value = expansion(&cursor) { octets += Array(value.utf8) } else { isCertain = false }
      } else {
        if octet == UInt8(ascii: "`") || quote == 0 && "*?[~{}".utf8.contains(octet) { isCertain = false }
        octets.append(octet)
        cursor.advance()
      }
    }
    if !cursor.isAtEnd, cursor.octet == UInt8(ascii: "<") || cursor.octet == UInt8(ascii: ">"),
      octets.allSatisfy({ $0.isDigit })
    {
      octets.append(cursor.octet)
      cursor.advance()
    }
    let text = String(decoding: octets, as: UTF8.self)
    let name = text.prefix { $0 != "=" && $0 != "+" }
    guard isCertain, quote == 0 else {
      return Word(
        text: nil, assigned: name.count < text.count && Self.isName(name) ? String(name) : nil,
        range: cursor.range(from: start))
    }
    return Word(text: text, range: cursor.range(from: start))
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
    while cursor.octet.isWordPart, !cursor.isAtEnd { cursor.advance() }
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
