internal import AdvertisingData

/// The tokens of a program in Kotlin, Java, Swift or C#, without comments.
///
/// Code that Swift or C# compiles only on a condition has the line of the directive that begins its branch.
struct AppTokens {
  /// The languages of apps.
  enum Language: Hashable {
    case kotlin
    case java
    case swift
    case cSharp

    /// Whether every statement ends with a semicolon or a brace, and a type is before the name that it declares.
    var isLikeJava: Bool { self == .java || self == .cSharp }
  }

  private(set) var tokens: [SourceToken] = []
  /// The names in the code within texts, such as `data` in `"${data.size}"`.
  private(set) var namesInTexts: Set<String> = []
  /// The conditions that only ask for the system, by the line of their `#if`.
  private(set) var systemConditions: Set<Int> = []
  private(set) var obstacle: SourceObstacle?
  private let language: Language
  private var branches: [Int] = []

  /// The most levels of code in texts in code.
  private static let deepest = 16

  init(_ text: String, language: Language) {
    self.language = language
    var cursor = SourceCursor(Array(text.utf8))
    if language == .java, let line = Self.hiddenCharacter(in: cursor.octets) {
      obstacle = SourceObstacle(line, "an escape outside of a text, or one that can end it")
      return
    }
    while !cursor.isAtEnd, obstacle == nil {
      if cursor.octet.isBlank {
        cursor.advance()
      } else if skipComment(&cursor) {
        continue
      } else if cursor.octet == UInt8(ascii: "#"), language == .swift || language == .cSharp, takeDirective(&cursor) {
        continue
      } else {
        tokens.append(token(&cursor))
        if tokens.count >= CTokens.maximumTokens {
          obstacle = SourceObstacle(cursor.line, "the file is longer than is read")
        }
      }
    }
    if let line = branches.last { obstacle = obstacle ?? SourceObstacle(line, "an #if without its #endif") }
  }

  /// Returns the line of an escape of Java that stands for a character of ASCII, which counts before comments and texts.
  private static func hiddenCharacter(in octets: [UInt8]) -> Int? {
    var line = 1
    for index in octets.indices {
      if octets[index] == 0x0A { line += 1 }
      guard octets[index] == 0x5C, index + 5 < octets.count, octets[index + 1] == UInt8(ascii: "u") else { continue }
      let isASCII = octets[index + 2] == 0x30 && octets[index + 3] == 0x30 && octets[index + 4] < 0x38
      if isASCII || octets[index + 2] == UInt8(ascii: "u") { return line }
    }
    return nil
  }

  // MARK: Comments and directives

  private static let lineComment = Array("//".utf8)
  private static let commentStart = Array("/*".utf8)
  private static let commentEnd = Array("*/".utf8)

  private mutating func skipComment(_ cursor: inout SourceCursor) -> Bool {
    if cursor.begins(Self.lineComment) {
      while !cursor.isAtEnd, cursor.octet != 0x0A, cursor.octet != 0x0D { cursor.advance() }
      return true
    }
    guard cursor.begins(Self.commentStart) else { return false }
    let line = cursor.line
    var level = 0
    repeat {
      if cursor.begins(Self.commentEnd) {
        level -= 1
        cursor.advance(2)
      } else if cursor.begins(Self.commentStart), level == 0 || !language.isLikeJava {
        level += 1
        cursor.advance(2)
      } else {
        cursor.advance()
      }
    } while level > 0 && !cursor.isAtEnd
    if level > 0 { obstacle = obstacle ?? SourceObstacle(line, "a comment that does not end") }
    return true
  }

  /// Takes `#if` and the directives that belong to it, and all others of C#; `false` at all other number signs.
  private mutating func takeDirective(_ cursor: inout SourceCursor) -> Bool {
    var end = 1
    while cursor.octet(end).isWordPart { end += 1 }
    let word = String(
      decoding: cursor.octets[cursor.index + 1..<min(cursor.index + end, cursor.octets.count)], as: UTF8.self)
    guard ["if", "elseif", "elif", "else", "endif"].contains(word) else {
      guard language == .cSharp else { return false }
      while !cursor.isAtEnd, cursor.octet != 0x0A { cursor.advance() }
      return true
    }
    let line = cursor.line
    cursor.advance(end)
    let first = cursor.index
    while !cursor.isAtEnd, cursor.octet != 0x0A { cursor.advance() }
    let condition = String(decoding: cursor.octets[first..<cursor.index].filter { !$0.isBlank }, as: UTF8.self)
    switch word {
    case "if":
      branches.append(line)
      let systems = language == .swift ? ["os(", "canImport(", "swift(", "compiler("] : ["WINDOWS", "NETFX_CORE"]
      let isSystem =
        systems.contains { condition.hasPrefix($0) }
        && (language == .swift || !condition.contains { "&|!".contains($0) })
      if isSystem { systemConditions.insert(line) }
    case "endif":
      if branches.popLast() == nil { obstacle = obstacle ?? SourceObstacle(line, "an #endif without its #if") }
    default:
      if branches.popLast() == nil { obstacle = obstacle ?? SourceObstacle(line, "an #\(word) without its #if") }
      branches.append(line)
    }
    return true
  }

  // MARK: Tokens

  private static let marks = [
    "...", "..<", "===", "!==", "??=", "?.", "?:", "??", "!!", "::", "->", "==", "!=", "<=", ">=", "&&", "||", "++",
    "--",
    "+=",
    "-=", "*=", "/=", "%=", "|=", "&=", "^=", "..", "=>",
  ].map { Array($0.utf8) }

  /// Reads the token that begins at the cursor, which is not at a blank or a comment.
  private mutating func token(_ cursor: inout SourceCursor) -> SourceToken {
    let start = (line: cursor.line, column: cursor.column)
    let first = cursor.index
    var kind = SourceToken.Kind.mark
    var text: String?
    if isQuote(cursor) {
      kind = .string(quoted(&cursor, level: 0))
    } else if cursor.octet == 0x27, language != .swift {
      kind = .character(character(&cursor))
    } else if cursor.octet == 0x60 {
      cursor.advance()
      let name = cursor.index
      while !cursor.isAtEnd, cursor.octet != 0x60, cursor.octet != 0x0A { cursor.advance() }
      text = cursor.text(from: name)
      cursor.advance()
      kind = .word
    } else if cursor.octet.isWordStart {
      while cursor.octet.isWordPart, !cursor.isAtEnd { cursor.advance() }
      kind = .word
    } else if cursor.octet.isDigit {
      kind = .number
      while !cursor.isAtEnd, cursor.octet.isWordPart || cursor.octet == 0x2E && cursor.octet(1).isDigit {
        cursor.advance()
      }
    } else if let mark = Self.marks.first(where: { cursor.begins($0) }) {
      cursor.advance(mark.count)
    } else {
      cursor.advance()
    }
    let isText = if case .string = kind { true } else { false }
    return SourceToken(
      kind: kind, text: isText ? "" : text ?? cursor.text(from: first), range: cursor.range(from: start),
      condition: branches.last)
  }

  /// Whether a text begins at the cursor, with its number signs, or the signs of C# before it.
  private func isQuote(_ cursor: SourceCursor) -> Bool {
    let signs: [UInt8] =
      switch language {
      case .swift: [UInt8(ascii: "#")]
      case .cSharp: [UInt8(ascii: "$"), UInt8(ascii: "@")]
      case .kotlin, .java: []
      }
    var ahead = 0
    while signs.contains(cursor.octet(ahead)), ahead < 64 { ahead += 1 }
    return cursor.octet(ahead) == 0x22
  }

  /// Returns the character of a text of Java or Kotlin between single quotes; `nil` when it is not one of ASCII.
  private func character(_ cursor: inout SourceCursor) -> UInt8? {
    cursor.advance()
    let first = cursor.index
    while !cursor.isAtEnd, cursor.octet != 0x27, cursor.octet != 0x0A { cursor.advance(cursor.octet == 0x5C ? 2 : 1) }
    let octets = cursor.octets[first..<max(first, min(cursor.index, cursor.octets.count))]
    cursor.advance()
    guard let decoded = AppText.octets(octets, language: language), decoded.count == 1 else { return nil }
    return decoded[0]
  }

  /// Returns the octets of a text; `nil` when there is code in it, and when they are not known.
  private mutating func quoted(_ cursor: inout SourceCursor, level: Int) -> [UInt8]? {
    let line = cursor.line
    var signs = 0
    while cursor.octet == UInt8(ascii: "#") {
      signs += 1
      cursor.advance()
    }
    // C#: `$` before a text with code in it, `@` before one in which a backslash is none.
    var (isVerbatim, isInterpolated) = (false, false)
    while language == .cSharp, cursor.octet != 0x22, !cursor.isAtEnd {
      isVerbatim = isVerbatim || cursor.octet == UInt8(ascii: "@")
      isInterpolated = isInterpolated || cursor.octet == UInt8(ascii: "$")
      cursor.advance()
    }
    if isVerbatim { return verbatim(&cursor, isInterpolated: isInterpolated, level: level) }
    let isLong = cursor.octet(1) == 0x22 && cursor.octet(2) == 0x22
    cursor.advance(isLong ? 3 : 1)
    let isRaw = isLong && (language == .kotlin || language == .cSharp)
    let first = cursor.index
    var hasCode = false
    func isAt(_ cursor: SourceCursor, _ octet: UInt8, from start: Int) -> Bool {
      (start..<start + signs).allSatisfy { cursor.octet($0) == octet }
    }
    while obstacle == nil {
      guard !cursor.isAtEnd, isLong || cursor.octet != 0x0A else {
        obstacle = SourceObstacle(line, "a text that does not end")
        return nil
      }
      let sign = UInt8(ascii: "#")
      let quotes = isLong ? 3 : 1
      if cursor.octet == 0x22, !isLong || cursor.octet(1) == 0x22 && cursor.octet(2) == 0x22,
        isAt(cursor, sign, from: quotes)
      {
        let inner = cursor.octets[first..<cursor.index]
        cursor.advance(quotes + signs)
        // More quotes belong to the text.
        if isRaw, cursor.octet == 0x22 {
          while cursor.octet == 0x22, !cursor.isAtEnd { cursor.advance() }
          return nil
        }
        guard !hasCode, signs == 0, !isLong || isRaw else { return nil }
        // C# leaves the indentation of a text over several lines out.
        if isRaw, language == .cSharp, inner.contains(0x0A) { return nil }
        return isRaw ? Array(inner) : AppText.octets(inner, language: language)
      }
      if language == .kotlin, cursor.octet == UInt8(ascii: "$"), cursor.octet(1) == UInt8(ascii: "{") {
        hasCode = true
        cursor.advance()
        skipCode(&cursor, level: level + 1)
      } else if language == .kotlin, cursor.octet == UInt8(ascii: "$"), cursor.octet(1).isWordStart {
        hasCode = true
        cursor.advance()
        let name = cursor.index
        while cursor.octet.isWordPart, !cursor.isAtEnd { cursor.advance() }
        namesInTexts.insert(cursor.text(from: name))
      } else if isInterpolated, cursor.octet == UInt8(ascii: "{") {
        hasCode = true
        skipInterpolation(&cursor, level: level)
      } else if cursor.octet == 0x5C, !isRaw, isAt(cursor, sign, from: 1) {
        cursor.advance(1 + signs)
        if language == .swift, cursor.octet == UInt8(ascii: "(") {
          hasCode = true
          skipCode(&cursor, level: level + 1)
        } else {
          cursor.advance()
        }
      } else {
        cursor.advance()
      }
    }
    return nil
  }

  /// Returns the octets of a text of C# with `@` before it, in which two quotes stand for one; `nil` for one with code.
  private mutating func verbatim(_ cursor: inout SourceCursor, isInterpolated: Bool, level: Int) -> [UInt8]? {
    let line = cursor.line
    cursor.advance()
    var octets: [UInt8]? = []
    while !cursor.isAtEnd, obstacle == nil {
      if isInterpolated, cursor.octet == UInt8(ascii: "{") {
        octets = nil
        skipInterpolation(&cursor, level: level)
        continue
      }
      if cursor.octet == 0x22 {
        cursor.advance()
        guard cursor.octet == 0x22 else { return octets }
      }
      octets?.append(cursor.octet)
      cursor.advance()
    }
    obstacle = obstacle ?? SourceObstacle(line, "a text that does not end")
    return nil
  }

  /// Goes over `{…}` in a text of C#, or over the two braces that stand for one.
  private mutating func skipInterpolation(_ cursor: inout SourceCursor, level: Int) {
    if cursor.octet(1) == UInt8(ascii: "{") { cursor.advance(2) } else { skipCode(&cursor, level: level + 1) }
  }

  /// Goes over the code in a text, from its opening bracket to behind its closing one.
  private mutating func skipCode(_ cursor: inout SourceCursor, level: Int) {
    guard level < Self.deepest else {
      obstacle = SourceObstacle(cursor.line, "deeper nesting than is read")
      return
    }
    let line = cursor.line
    var depth = 0
    while !cursor.isAtEnd, obstacle == nil {
      if skipComment(&cursor) { continue }
      if isQuote(cursor) {
        _ = quoted(&cursor, level: level)
      } else if cursor.octet == 0x27, language != .swift {
        _ = character(&cursor)
      } else if cursor.octet.isWordStart {
        let name = cursor.index
        while cursor.octet.isWordPart, !cursor.isAtEnd { cursor.advance() }
        namesInTexts.insert(cursor.text(from: name))
      } else {
        let octet = cursor.octet
        cursor.advance()
        if [0x28, 0x5B, 0x7B].contains(octet) { depth += 1 }
        if [0x29, 0x5D, 0x7D].contains(octet) {
          depth -= 1
          if depth == 0 { return }
        }
      }
    }
    obstacle = obstacle ?? SourceObstacle(line, "a text that does not end")
  }
}

/// A decoder of texts in quotes of Kotlin, Java, Swift and C#.
enum AppText {
  /// Returns the octets of the text between the quotes in UTF-8; `nil` when an escape is not known.
  static func octets(_ text: ArraySlice<UInt8>, language: AppTokens.Language) -> [UInt8]? {
    QuotedText.unescaped(text) { escape, rest in
      switch escape {
      case UInt8(ascii: "0") where language == .swift || language == .cSharp: [0]
      case UInt8(ascii: "$") where language == .kotlin: [escape]
      case UInt8(ascii: "u"): scalar(&rest, isSwift: language == .swift).map { Array(String(Character($0)).utf8) }
      default: nil
      }
    }
  }

  private static func scalar(_ rest: inout ArraySlice<UInt8>, isSwift: Bool) -> Unicode.Scalar? {
    var value: UInt32 = 0
    var digits = 0
    if isSwift { guard rest.popFirst() == UInt8(ascii: "{") else { return nil } }
    while digits < (isSwift ? 8 : 4), let digit = rest.first.flatMap(HexDigits.value(of:)) {
      value = value << 4 | UInt32(digit)
      rest = rest.dropFirst()
      digits += 1
    }
    if isSwift { guard rest.popFirst() == UInt8(ascii: "}"), digits > 0 else { return nil } }
    return isSwift || digits == 4 ? Unicode.Scalar(value) : nil
  }
}
