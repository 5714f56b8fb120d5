package import AdvertReading
internal import AdvertisingData

/// A word, a number, a text or a mark of a program, with its place.
package struct SourceToken: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A name or a keyword.
    case word
    case number
    /// A text in quotes, with its octets; `nil` when they are not known.
    case string([UInt8]?)
    /// One character in quotes; `nil` when its number is not known.
    case character(UInt8?)
    /// Any other token, such as `->`.
    case mark
    /// The end of a line of Python.
    case lineEnd
    /// In Python, a change of the indentation: deeper, or less deep.
    case indent, dedent
  }

  package let kind: Kind
  /// The token as written; empty for texts in quotes.
  package let text: String
  /// The place of the token.
  package internal(set) var range: TextRange
  /// The number of the condition that decides whether the token is compiled: the line of its `#if`, or a negative number
  /// in an included file; `nil` when none does.
  package let condition: Int?

  package var line: Int { range.line }

  init(kind: Kind, text: String, range: TextRange, condition: Int?) {
    self.kind = if case .string(let octets?) = kind, !QuotedText.isUTF8(octets) { .string(nil) } else { kind }
    self.text = text
    self.range = range
    self.condition = condition
  }

  func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }
  func isWord(_ word: String) -> Bool { kind == .word && text == word }
  var isWord: Bool { kind == .word }
  func isText(_ text: [UInt8]) -> Bool { if case .string(let octets) = kind { octets == text } else { false } }
  var isText: Bool { if case .string = kind { true } else { false } }
}

/// The reason why a part of a program is not read.
package struct SourceObstacle: Error, Hashable, Sendable {
  /// The line that prevents the reading.
  package let line: Int
  /// The reason as the rest of a sentence, without a full stop.
  package let reason: String
  /// The refusal of the stack; `nil` when a part of the program is not read.
  package var refusal: Refusal?
  /// The layout that the refused request asks for; empty when that is not known.
  package var asked: [DeclaredLayout] = []
  /// The order that mends it; `nil` for the usual one.
  package var remedy: String?
  /// The name that decides a condition alone, which is the reason; `nil` for any other reason.
  var openName: String?
  /// Whether the program is wrong there, so that nothing can be supposed of what it sends.
  private(set) var isFault = false

  /// The answer of a stack that refuses a request.
  package struct Refusal: Hashable, Sendable {
    /// Whether the stack always refuses it, and not only in some versions or configurations.
    package let isCertain: Bool
    /// The order that mends it; `nil` when none is known.
    package let remedy: String?
  }

  init(_ line: Int, _ reason: String, _ refusal: Refusal? = nil) {
    self.line = line
    self.reason = reason
    self.refusal = refusal
  }

  init(_ token: SourceToken?, _ reason: String) { self.init(token?.line ?? 1, reason) }

  /// Returns the obstacle that the program is wrong there.
  static func fault(_ token: SourceToken?, _ reason: String) -> SourceObstacle {
    fault(token?.line ?? 1, reason)
  }

  /// Returns the obstacle that the program is wrong in a line.
  static func fault(_ line: Int, _ reason: String) -> SourceObstacle {
    var obstacle = SourceObstacle(line, reason)
    obstacle.isFault = true
    return obstacle
  }

  /// Returns the obstacle with the condition on which it is one.
  func told(to condition: String) -> SourceObstacle {
    var told = SourceObstacle(line, "\(condition): \(reason)", refusal)
    told.remedy = remedy
    told.asked = asked
    return told
  }
}

/// A cursor over the octets of a text, with lines and columns.
struct SourceCursor {
  let octets: [UInt8]
  private(set) var index = 0
  private(set) var line: Int
  private(set) var column: Int

  init(_ octets: [UInt8], line: Int = 1, column: Int = 1) {
    self.octets = octets
    self.line = line
    self.column = column
  }

  var isAtEnd: Bool { index >= octets.count }
  var octet: UInt8 { index < octets.count ? octets[index] : 0 }

  func octet(_ ahead: Int) -> UInt8 { index + ahead < octets.count ? octets[index + ahead] : 0 }

  func begins(_ text: [UInt8]) -> Bool {
    guard octet == text.first else { return false }
    for ahead in text.indices where octet(ahead) != text[ahead] { return false }
    return true
  }

  mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < octets.count {
      if octets[index] == 0x0A {
        line += 1
        column = 1
      } else if octets[index] & 0xC0 != 0x80 {
        column += 1
      }
      index += 1
    }
  }

  /// Whether the cursor is at a backslash before the end of its line, which continues the line.
  var isContinuation: Bool { octet == 0x5C && (octet(1) == 0x0A || octet(1) == 0x0D && octet(2) == 0x0A) }

  /// Advances past an octet, or past a backslash and the character or the end of a line after it.
  mutating func advancePastEscape() {
    advance(octet != 0x5C ? 1 : isContinuation && octet(1) == 0x0D ? 3 : 2)
  }

  /// Returns the text between an earlier index and the cursor.
  func text(from start: Int) -> String { String(decoding: octets[start..<index], as: UTF8.self) }

  func range(from start: (line: Int, column: Int)) -> TextRange {
    TextRange(line: start.line, column: start.column, endLine: line, endColumn: column)
  }
}

extension UInt8 {
  var isDigit: Bool { 0x30...0x39 ~= self }
  var isWordStart: Bool { self >= 0x80 || self == 0x5F || self == 0x24 || 0x61...0x7A ~= self | 0x20 }
  var isWordPart: Bool { isWordStart || isDigit }
  var isBlank: Bool { self == 0x20 || 0x09...0x0D ~= self }
}

/// A decoder of texts in quotes of C and Python.
enum QuotedText {
  /// Whether a text can be of a file in UTF-8: where a file is not, U+FFFD stands for the octets that are none.
  static func isUTF8(_ octets: [UInt8]) -> Bool {
    !octets.contains(0xEF) || !String(decoding: octets, as: UTF8.self).unicodeScalars.contains("\u{FFFD}")
  }

  /// Returns the octets of the text between the quotes; `nil` when an escape is not known.
  ///
  /// - Parameter isText: whether `\x80` and above make more than one octet, as in a text of Python.
  static func octets(_ text: ArraySlice<UInt8>, isPython: Bool = false, isText: Bool = false) -> [UInt8]? {
    unescaped(text) { escape, rest in
      switch escape {
      case 0x0A: return []
      case 0x0D where rest.first == 0x0A:
        rest = rest.dropFirst()
        return []
      case UInt8(ascii: "x"):
        guard let high = rest.popFirst().flatMap(HexDigits.value(of:)) else { return nil }
        guard let low = rest.first.flatMap(HexDigits.value(of:)) else { return isPython ? nil : [high] }
        rest = rest.dropFirst()
        // In C, an escape takes all hexadecimal digits that follow.
        guard isPython || rest.first.flatMap(HexDigits.value(of:)) == nil else { return nil }
        let value = high << 4 | low
        return !isText || value < 0x80 ? [value] : nil
      case 0x30...0x37:
        var value = Int(escape - 0x30)
        var digits = 1
        while digits < 3, let next = rest.first, 0x30...0x37 ~= next {
          value = value * 8 + Int(next - 0x30)
          rest = rest.dropFirst()
          digits += 1
        }
        guard let byte = UInt8(exactly: value), !isText || byte < 0x80 else { return nil }
        return [byte]
      default: return nil
      }
    }
  }

  /// Returns the octets of a text with the escapes that all languages have.
  ///
  /// - Parameter others: the octets of any other escape, whose first octet is taken; `nil` when it is not known.
  static func unescaped(
    _ text: ArraySlice<UInt8>, _ others: (_ escape: UInt8, _ rest: inout ArraySlice<UInt8>) -> [UInt8]?
  ) -> [UInt8]? {
    var octets: [UInt8] = []
    var rest = text
    while let octet = rest.popFirst() {
      guard octet == 0x5C else {
        octets.append(octet)
        continue
      }
      guard let escape = rest.popFirst() else { return nil }
      switch escape {
      case UInt8(ascii: "n"): octets.append(0x0A)
      case UInt8(ascii: "r"): octets.append(0x0D)
      case UInt8(ascii: "t"): octets.append(0x09)
      case 0x5C, 0x22, 0x27: octets.append(escape)
      default:
        guard let others = others(escape, &rest) else { return nil }
        octets += others
      }
    }
    return octets
  }
}
