internal import AdvertReading

/// The tokens of a program in C, C++ or Arduino's language, without comments, and its directives.
///
/// Code that a directive certainly leaves out is missing. Code under a condition that neither the file nor the switches of
/// the project decide has the line of the condition.
struct CTokens {
  private(set) var tokens: [SourceToken] = []
  /// The values of each `#define` without parameters; several when a name is defined several times.
  private(set) var definitions: [String: [Definition]] = [:]
  /// The included files, as written.
  private(set) var includes: [String] = []
  /// The includes between angle brackets, which are not the project's own.
  private(set) var libraryIncludes: Set<String> = []
  private(set) var obstacle: SourceObstacle?
  /// Whether a switch of the project decided a condition.
  private(set) var usesSwitches = false
  /// The lines of conditions that a switch of the project would decide, if it were known.
  private(set) var openSwitches: Set<Int> = []
  private let isCPlusPlus: Bool
  private let switches: [String: Bool]
  private var branches: [Branch] = []

  /// A definition of a name.
  struct Definition {
    let tokens: [SourceToken]
    let line: Int
    /// The line of the `#if` that decides whether the definition is valid.
    let condition: Int?
    /// Whether the definition has parameters, or is an `#undef`.
    let isOther: Bool
  }

  private struct Branch {
    let line: Int
    /// Whether the branch is compiled; `nil` when the file does not decide it.
    var isTaken: Bool?
    /// Whether an earlier branch is certainly compiled.
    var wasTaken: Bool
  }

  /// A limit above the size of real programs.
  static let maximumTokens = 400_000

  /// - Parameter switches: the settings of the project that are on or off, by their names with `CONFIG_`.
  init(_ text: String, isCPlusPlus: Bool, switches: [String: Bool] = [:]) {
    self.isCPlusPlus = isCPlusPlus
    self.switches = switches
    var cursor = SourceCursor(Array(text.utf8))
    var isLineStart = true
    while !cursor.isAtEnd {
      if cursor.octet.isBlank {
        if cursor.octet == 0x0A { isLineStart = true }
        cursor.advance()
      } else if cursor.octet == 0x5C, cursor.octet(1) == 0x0A || cursor.octet(1) == 0x0D {
        cursor.advance()
      } else if Self.skipComment(&cursor) {
        continue
      } else if cursor.octet == UInt8(ascii: "#"), isLineStart {
        takeDirective(&cursor)
      } else {
        isLineStart = false
        let token = Self.token(&cursor, condition: condition)
        if isSkipped { continue }
        tokens.append(token)
        guard tokens.count < Self.maximumTokens else {
          obstacle = SourceObstacle(token.line, "the file is longer than is read")
          return
        }
      }
    }
    if let branch = branches.last { obstacle = SourceObstacle(branch.line, "an #if without its #endif") }
  }

  private var isSkipped: Bool { branches.contains { $0.isTaken == false } }
  private var condition: Int? { branches.first { $0.isTaken == nil }?.line }

  private static func skipComment(_ cursor: inout SourceCursor) -> Bool {
    if cursor.begins(lineComment) {
      while !cursor.isAtEnd, cursor.octet != 0x0A {
        // A comment continues after a backslash at the end of its line.
        if cursor.isContinuation { cursor.advancePastEscape() } else { cursor.advance() }
      }
      return true
    }
    guard cursor.begins(commentStart) else { return false }
    cursor.advance(2)
    while !cursor.isAtEnd, !cursor.begins(commentEnd) { cursor.advance() }
    cursor.advance(2)
    return true
  }

  // MARK: Directives

  private mutating func takeDirective(_ cursor: inout SourceCursor) {
    let line = cursor.line
    var tokens: [SourceToken] = []
    var isTouching = false
    cursor.advance()
    while !cursor.isAtEnd, cursor.octet != 0x0A {
      if cursor.isContinuation {
        cursor.advancePastEscape()
      } else if cursor.octet.isBlank {
        cursor.advance()
      } else if Self.skipComment(&cursor) {
        continue
      } else {
        if tokens.count == 2 {
          isTouching = cursor.line == tokens[1].range.endLine && cursor.column == tokens[1].range.endColumn
        }
        tokens.append(Self.token(&cursor, condition: nil))
      }
    }
    guard let directive = tokens.first, directive.isWord else { return }
    let rest = Array(tokens.dropFirst())
    switch directive.text {
    case "if", "ifdef", "ifndef":
      let taken = decided(directive.text, rest)
      if taken == nil, rest.contains(where: { $0.isWord && $0.text.hasPrefix("CONFIG_") }) { openSwitches.insert(line) }
      branches.append(Branch(line: line, isTaken: taken, wasTaken: taken == true))
    case "elif", "elifdef", "elifndef", "else":
      guard let branch = branches.popLast() else {
        obstacle = obstacle ?? SourceObstacle(line, "an #\(directive.text) without its #if")
        return
      }
      let isElse = directive.text == "else"
      let taken: Bool? =
        if branch.wasTaken { false } else if branch.isTaken == false, isElse { true } else { nil }
      branches.append(Branch(line: branch.line, isTaken: taken, wasTaken: branch.wasTaken || taken == true))
    case "endif":
      if branches.popLast() == nil { obstacle = obstacle ?? SourceObstacle(line, "an #endif without its #if") }
    case "define" where !isSkipped: if let name = rest.first { define(name, rest, isTouching, line) }
    case "undef" where !isSkipped:
      if let name = rest.first {
        definitions[name.text, default: []].append(
          Definition(tokens: [], line: line, condition: condition, isOther: true))
      }
    case "include" where !isSkipped:
      if case .string(let octets)? = rest.first?.kind, let octets {
        includes.append(String(decoding: octets, as: UTF8.self))
      } else {
        let name = rest.dropFirst().dropLast().map { $0.text }.joined()
        includes.append(name)
        if condition == nil { libraryIncludes.insert(name) }
      }
    default: break
    }
  }

  private mutating func define(_ name: SourceToken, _ rest: [SourceToken], _ isTouching: Bool, _ line: Int) {
    let hasParameters = rest.count > 1 && rest[1].isMark("(") && isTouching
    definitions[name.text, default: []].append(
      Definition(tokens: Array(rest.dropFirst()), line: line, condition: condition, isOther: hasParameters))
  }

  /// Whether a condition is true; `nil` when the text does not decide it.
  private mutating func decided(_ directive: String, _ rest: [SourceToken]) -> Bool? {
    var (words, isNegated) = (rest.filter { !$0.isMark("(") && !$0.isMark(")") }, directive == "ifndef")
    if directive == "if", words.first?.isMark("!") ?? false {
      isNegated = true
      words.removeFirst()
    }
    if directive == "if", words.count == 2, words[0].isWord("defined") { words.removeFirst() }
    // A name that the file itself defines is not the project's.
    if words.count == 1, let isOn = switches[words[0].text], definitions[words[0].text] == nil {
      usesSwitches = true
      return isOn != isNegated
    }
    guard rest.count == 1, let word = rest.first else { return nil }
    switch directive {
    case "if": return word.text == "0" ? false : word.text == "1" ? true : nil
    case "ifdef" where word.text == "__cplusplus": return isCPlusPlus
    case "ifndef" where word.text == "__cplusplus": return !isCPlusPlus
    default: return nil
    }
  }

  // MARK: Tokens

  private static let lineComment = Array("//".utf8)
  private static let commentStart = Array("/*".utf8)
  private static let commentEnd = Array("*/".utf8)
  private static let marks3 = ["<<=", ">>=", "..."].map { Array($0.utf8) }
  private static let marks2 = [
    "->", "::", "<<", ">>", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "|=", "&=", "^=", "*=", "/=",
    "%=", "##",
  ].map { Array($0.utf8) }

  /// Reads the token that begins at the cursor, which is not at a blank or a comment.
  private static func token(_ cursor: inout SourceCursor, condition: Int?) -> SourceToken {
    let start = (line: cursor.line, column: cursor.column)
    let first = cursor.index
    var kind = SourceToken.Kind.mark
    if cursor.octet == 0x22 || cursor.octet == 0x27 {
      kind = quoted(&cursor, isPlain: true)
    } else if cursor.octet.isWordStart {
      while cursor.octet.isWordPart, !cursor.isAtEnd { cursor.advance() }
      kind = .word
      let word = cursor.text(from: first)
      if cursor.octet == 0x22 || cursor.octet == 0x27, ["R", "u8R", "LR", "uR", "UR"].contains(word) {
        skipRaw(&cursor)
        kind = .string(nil)
      } else if cursor.octet == 0x22 || cursor.octet == 0x27, ["u8", "L", "u", "U"].contains(word) {
        kind = quoted(&cursor, isPlain: word == "u8")
      }
    } else if cursor.octet.isDigit || cursor.octet == 0x2E && cursor.octet(1).isDigit {
      kind = .number
      while !cursor.isAtEnd {
        let isExponent = [0x65, 0x70].contains(cursor.octet | 0x20) && [0x2B, 0x2D].contains(cursor.octet(1))
        if isExponent, !isHex(cursor, from: first) || cursor.octet | 0x20 == 0x70 {
          cursor.advance(2)
        } else if cursor.octet.isWordPart || cursor.octet == 0x2E || cursor.octet == 0x27 && cursor.octet(1).isWordPart
        {
          cursor.advance()
        } else {
          break
        }
      }
    } else if marks3.contains(where: { cursor.begins($0) }) {
      cursor.advance(3)
    } else if marks2.contains(where: { cursor.begins($0) }) {
      cursor.advance(2)
    } else {
      cursor.advance()
    }
    let isText = if case .string = kind { true } else { false }
    return SourceToken(
      kind: kind, text: isText ? "" : cursor.text(from: first), range: cursor.range(from: start), condition: condition)
  }

  private static func isHex(_ cursor: SourceCursor, from first: Int) -> Bool {
    first + 1 < cursor.octets.count && cursor.octets[first] == 0x30 && cursor.octets[first + 1] | 0x20 == 0x78
  }

  private static func quoted(_ cursor: inout SourceCursor, isPlain: Bool) -> SourceToken.Kind {
    let quote = cursor.octet
    cursor.advance()
    let first = cursor.index
    while !cursor.isAtEnd, cursor.octet != quote, cursor.octet != 0x0A {
      cursor.advancePastEscape()
    }
    let end = min(cursor.index, cursor.octets.count)
    let isWhole = cursor.octet == quote && !cursor.isAtEnd
    let octets = isWhole && isPlain ? QuotedText.octets(cursor.octets[first..<end]) : nil
    if isWhole { cursor.advance() }
    if quote == 0x22 { return .string(octets) }
    return .character(octets?.count == 1 ? octets?.first : nil)
  }

  private static func skipRaw(_ cursor: inout SourceCursor) {
    cursor.advance()
    let first = cursor.index
    while !cursor.isAtEnd, cursor.octet != UInt8(ascii: "("), cursor.index - first < 20 { cursor.advance() }
    let end = [UInt8(ascii: ")")] + cursor.octets[first..<cursor.index] + [0x22]
    while !cursor.isAtEnd {
      if cursor.octet == end[0], cursor.octets[cursor.index...].starts(with: end) {
        cursor.advance(end.count)
        return
      }
      cursor.advance()
    }
  }
}
