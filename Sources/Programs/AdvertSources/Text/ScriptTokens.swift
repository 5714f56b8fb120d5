internal import AdvertisingData

/// The tokens of a program in JavaScript, Dart, Rust or Go, without comments.
struct ScriptTokens {
  private(set) var tokens = TokenList()
  private(set) var obstacle: SourceObstacle?
  private let language: ScriptProgram.Language

  init(_ text: String, _ language: ScriptProgram.Language) {
    self.language = language
    var cursor = SourceCursor(Array(text.utf8))
    while !cursor.isAtEnd {
      if cursor.octet.isBlank {
        cursor.advance()
      } else if cursor.begins(Array("//".utf8)) || cursor.index == 0 && cursor.begins(Array("#!".utf8)) {
        while !cursor.isAtEnd, cursor.octet != 0x0A { cursor.advance() }
      } else if cursor.begins(Array("/*".utf8)) {
        skipComment(&cursor)
      } else {
        let next = token(&cursor)
        tokens.append(next)
        guard tokens.count < CTokens.maximumTokens else {
          obstacle = SourceObstacle(tokens.last, "the file is longer than is read")
          return
        }
      }
    }
  }

  /// Goes over a comment; those of Rust can be in each other.
  private func skipComment(_ cursor: inout SourceCursor) {
    var level = 0
    repeat {
      if cursor.begins(Array("*/".utf8)) {
        level -= 1
        cursor.advance(2)
      } else if cursor.begins(Array("/*".utf8)), level == 0 || language == .rust {
        level += 1
        cursor.advance(2)
      } else {
        cursor.advance()
      }
    } while level > 0 && !cursor.isAtEnd
  }

  private static let compiledMarks = ["::", ":=", "->"].map { Array($0.utf8) }
  private static let marks = [
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&",
    "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
  ].map { Array($0.utf8) }

  private mutating func token(_ cursor: inout SourceCursor) -> SourceToken {
    let start = (line: cursor.line, column: cursor.column)
    let first = cursor.index
    var kind = SourceToken.Kind.mark
    if cursor.octet == UInt8(ascii: "`") {
      kind = .string(template(&cursor))
    } else if language == .rust, let raw = rawText(&cursor) {
      kind = .string(raw)
    } else if language != .script, let character = character(&cursor) {
      kind = character
    } else if cursor.octet == 0x22 || cursor.octet == 0x27 && language == .script {
      kind = .string(quoted(&cursor))
    } else if cursor.octet.isWordStart {
      kind = .word
      while cursor.octet.isWordPart, !cursor.isAtEnd { cursor.advance() }
    } else if cursor.octet.isDigit {
      kind = .number
      // A point between two numbers is a range of Rust.
      while cursor.octet.isWordPart || cursor.octet == 0x2E && (language == .script || cursor.octet(1).isDigit),
        !cursor.isAtEnd
      { cursor.advance() }
    } else if language == .script, cursor.octet == UInt8(ascii: "/"), beginsPattern {
      kind = .string(pattern(&cursor))
    } else if language != .script, let mark = Self.compiledMarks.first(where: { cursor.begins($0) }) {
      cursor.advance(mark.count)
    } else if let mark = Self.marks.first(where: { cursor.begins($0) }) {
      cursor.advance(mark.count)
    } else {
      cursor.advance()
    }
    let isText = if case .string = kind { true } else { false }
    return SourceToken(
      kind: kind, text: isText ? "" : cursor.text(from: first), range: cursor.range(from: start), condition: nil)
  }

  /// Returns the octets of a text of Rust with a letter before it, or over several lines; `nil` when none begins here. What is not known is `nil`.
  private func rawText(_ cursor: inout SourceCursor) -> [UInt8]?? {
    var ahead = 0
    while ahead < 2, [UInt8(ascii: "b"), UInt8(ascii: "c"), UInt8(ascii: "r")].contains(cursor.octet(ahead)) {
      ahead += 1
    }
    let isRaw = ahead > 0 && cursor.octet(ahead - 1) == UInt8(ascii: "r")
    var signs = 0
    while isRaw, cursor.octet(ahead + signs) == UInt8(ascii: "#"), signs < 16 { signs += 1 }
    guard cursor.octet(ahead + signs) == 0x22 else { return nil }
    cursor.advance(ahead + signs + 1)
    let first = cursor.index
    while !cursor.isAtEnd {
      let isEnd = cursor.octet == 0x22 && (0..<signs).allSatisfy { cursor.octet(1 + $0) == UInt8(ascii: "#") }
      if isEnd { break }
      cursor.advance(!isRaw && cursor.octet == 0x5C ? 2 : 1)
    }
    let inner = cursor.octets[first..<min(cursor.index, cursor.octets.count)]
    cursor.advance(1 + signs)
    guard inner.allSatisfy({ $0 < 0x80 }) else { return .some(nil) }
    return .some(isRaw ? Array(inner) : QuotedText.octets(inner, isPython: true))
  }

  /// Returns a character between single quotes; a lifetime of Rust is a word. `nil` when neither begins here.
  private func character(_ cursor: inout SourceCursor) -> SourceToken.Kind? {
    let ahead = language == .rust && cursor.octet == UInt8(ascii: "b") ? 1 : 0
    guard cursor.octet(ahead) == 0x27 else { return nil }
    let isEscape = cursor.octet(ahead + 1) == 0x5C
    if !isEscape, cursor.octet(ahead + 2) != 0x27, cursor.octet(ahead + 1).isWordStart, cursor.octet(ahead + 1) < 0x80 {
      cursor.advance()
      while cursor.octet.isWordPart, !cursor.isAtEnd { cursor.advance() }
      return .word
    }
    cursor.advance(ahead + 1)
    let first = cursor.index
    while !cursor.isAtEnd, cursor.octet != 0x27, cursor.octet != 0x0A { cursor.advance(cursor.octet == 0x5C ? 2 : 1) }
    let inner = cursor.octets[first..<max(first, min(cursor.index, cursor.octets.count))]
    cursor.advance()
    let octets = QuotedText.octets(inner, isPython: true)
    return .character(octets?.count == 1 ? octets?.first : nil)
  }

  /// Whether a slash begins a regular expression here: behind a value it is a division.
  private var beginsPattern: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .number, .string, .character: return false
    case .word: return ["return", "typeof", "case", "in", "of", "do", "else", "void", "delete"].contains(last.text)
    default: return ![")", "]", "}"].contains(last.text)
    }
  }

  private func pattern(_ cursor: inout SourceCursor) -> [UInt8]? {
    cursor.advance()
    var isInClass = false
    while !cursor.isAtEnd, cursor.octet != 0x0A {
      if cursor.octet == 0x5C {
        cursor.advance(2)
        continue
      }
      if cursor.octet == UInt8(ascii: "[") { isInClass = true }
      if cursor.octet == UInt8(ascii: "]") { isInClass = false }
      let isEnd = cursor.octet == UInt8(ascii: "/") && !isInClass
      cursor.advance()
      if isEnd { break }
    }
    return nil
  }

  private func quoted(_ cursor: inout SourceCursor) -> [UInt8]? {
    let quote = cursor.octet
    cursor.advance()
    let first = cursor.index
    while !cursor.isAtEnd, cursor.octet != quote, cursor.octet != 0x0A { cursor.advancePastEscape() }
    guard cursor.octet == quote else { return nil }
    let inner = cursor.octets[first..<cursor.index]
    cursor.advance()
    // The interpreter holds a character beyond ASCII in several ways.
    guard inner.allSatisfy({ $0 < 0x80 }) else { return nil }
    return QuotedText.octets(inner, isPython: true)
  }

  /// Returns the octets of a text without expressions. Of one with expressions, the end is not certain.
  private mutating func template(_ cursor: inout SourceCursor) -> [UInt8]? {
    cursor.advance()
    let first = cursor.index
    while !cursor.isAtEnd, cursor.octet != UInt8(ascii: "`") {
      if cursor.begins(Array("${".utf8)), obstacle == nil {
        // A text inside of the expression could hold the end.
        var ahead = cursor
        while !ahead.isAtEnd, ahead.octet != UInt8(ascii: "}"), ahead.octet != UInt8(ascii: "`") { ahead.advance() }
        if ahead.octet == UInt8(ascii: "`") { obstacle = SourceObstacle(cursor.line, "a text within a text") }
      }
      cursor.advance(cursor.octet == 0x5C ? 2 : 1)
    }
    let inner = cursor.octets[first..<min(cursor.index, cursor.octets.count)]
    cursor.advance()
    guard inner.allSatisfy({ $0 < 0x80 && $0 != 0x5C && $0 != UInt8(ascii: "$") }) else { return nil }
    return Array(inner)
  }
}
