internal import AdvertReading
internal import AdvertisingData

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
  /// The conditions that nothing decides, by the numbers that tokens have.
  private(set) var conditions: [Int: Condition] = [:]
  private let isCPlusPlus: Bool
  private let switches: [String: Bool]
  private let supposed: [String: Bool]
  /// The text of the program itself, and whether the files with the functions of its headers are taken.
  private let own: String
  private let takesSources: Bool
  private var branches: [Branch] = []
  private var files: IncludedFiles

  /// A definition of a name.
  struct Definition {
    let tokens: [SourceToken]
    let line: Int
    /// The number of the condition that decides whether the definition is valid.
    let condition: Int?
    /// Whether the definition has parameters, or is an `#undef`.
    let isOther: Bool
  }

  /// An `#if` that nothing decides.
  struct Condition {
    /// The line of the `#if`, or of the `#include` of its file.
    let line: Int
    let isIncluded: Bool
    /// The name that decides it alone, by being set or not; `nil` for any other condition.
    let name: String?
    /// Whether a setting of the project is in it.
    let isConfiguration: Bool

    /// The condition and its line, for people.
    var words: String {
      isIncluded ? "an #if in the file that line \(line) includes" : "the #if in line \(line)"
    }
  }

  private struct Branch {
    /// The number of the condition.
    let number: Int
    let line: Int
    /// Whether the branch is compiled; `nil` when the file does not decide it.
    var isTaken: Bool?
    /// Whether an earlier branch is certainly compiled.
    var wasTaken: Bool
    /// Whether this branch and all earlier ones are certainly left out.
    var isOut: Bool
  }

  /// A limit above the size of real programs.
  static let maximumTokens = 400_000

  /// - Parameters:
  ///   - switches: the settings of the project that are on or off, by their names with `CONFIG_`.
  ///   - supposed: names that are supposed to be set or not, where nothing else says it.
  ///   - sources: the other files of the project.
  ///   - takesSources: whether files beside its headers are taken that register a base of UUIDs.
  ///   - sketch: the other files of the sketch that the program is a part of.
  init(
    _ text: String, isCPlusPlus: Bool, switches: [String: Bool] = [:], supposed: [String: Bool] = [:],
    sources: ProjectSources? = nil, takesSources: Bool = false, sketch: ProjectSources.Sketch? = nil
  ) {
    own = text
    self.takesSources = takesSources
    self.isCPlusPlus = isCPlusPlus
    self.switches = switches
    self.supposed = supposed
    files = IncludedFiles(sources)
    takeOthers(sketch?.before)
    take(text)
    takeOthers(sketch?.behind)
  }

  /// Takes other files of a sketch.
  private mutating func takeOthers(_ texts: [String]?) {
    for text in texts ?? [] where obstacle == nil {
      files.enterSketch(IncludedFiles.ofSketch)
      take(text)
      files.enterSketch(nil)
    }
  }

  private mutating func take(_ text: String) {
    let open = branches.count
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
        let token = files.placed(Self.token(&cursor, condition: condition))
        if isSkipped { continue }
        tokens.append(token)
        guard tokens.count < Self.maximumTokens else {
          obstacle = SourceObstacle(token.line, "the file is longer than is read")
          return
        }
      }
    }
    if branches.count > open, let branch = branches.last {
      obstacle = obstacle ?? SourceObstacle(branch.line, "an #if without its #endif")
    }
  }

  private var isSkipped: Bool { branches.contains { $0.isTaken == false } }
  private var condition: Int? { branches.first { $0.isTaken == nil }?.number }

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
    let place = files.place ?? cursor.range(from: (cursor.line, cursor.column))
    let line = place.line
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
    let rest = tokens.dropFirst().map(files.placed)
    let isGuard = files.isGuard(directive.text, rest, definitions)
    switch directive.text {
    case "if", "ifdef", "ifndef":
      let number = files.place == nil ? line : -conditions.count - 1
      let taken = isGuard ? true : decided(directive.text, rest, number, line)
      branches.append(
        Branch(number: number, line: line, isTaken: taken, wasTaken: taken == true, isOut: taken == false))
    case "elif", "elifdef", "elifndef", "else":
      guard var branch = branches.popLast() else {
        obstacle = obstacle ?? SourceObstacle(line, "an #\(directive.text) without its #if")
        return
      }
      if branch.wasTaken {
        branch.isTaken = false
      } else if directive.text == "else" {
        branch.isTaken = branch.isOut ? true : nil
      } else {
        branch.isTaken = branch.isOut ? decided(String(directive.text.dropFirst(2)), rest, branch.number, line) : nil
        branch.isOut = branch.isTaken == false
      }
      branch.wasTaken = branch.wasTaken || branch.isTaken == true
      branches.append(branch)
    case "endif":
      if branches.popLast() == nil { obstacle = obstacle ?? SourceObstacle(line, "an #endif without its #if") }
    case "define" where !isSkipped: if let name = rest.first { define(name, rest, isTouching, line) }
    case "undef" where !isSkipped:
      if let name = rest.first {
        definitions[name.text, default: []].append(
          Definition(tokens: [], line: line, condition: condition, isOther: true))
      }
    // In Objective-C, `#import` includes a file once.
    case "include" where !isSkipped, "import" where !isSkipped:
      if case .string(let octets)? = rest.first?.kind, let octets {
        let name = String(decoding: octets, as: UTF8.self)
        includes.append(name)
        if condition == nil, obstacle == nil, let file = files.open(name, at: place) {
          take(file.text)
          files.close(file)
          takeDefinitions(of: file.text, name, isImport: directive.text == "import", at: place)
        }
      } else {
        let name = rest.dropFirst().dropLast().map { $0.text }.joined()
        includes.append(name)
        // Folders of the project that its build names are searched, too.
        if condition == nil, obstacle == nil, name.contains("/"), let file = files.open(name, at: place) {
          take(file.text)
          files.close(file)
        } else if condition == nil {
          libraryIncludes.insert(name)
        }
      }
    default: break
    }
  }

  /// Takes the file with the definitions of a header: in Objective-C those of the constants that the header announces, and
  /// in C functions that register a base of UUIDs.
  private mutating func takeDefinitions(of header: String, _ name: String, isImport: Bool, at place: TextRange) {
    let isAnnounced = header.hasPart("extern ") || header.hasPart("FOUNDATION_EXPORT ")
    guard name.hasSuffix(".h"), obstacle == nil, isImport ? isAnnounced : takesSources,
      let file = files.open(name.dropLast() + (isImport ? "m" : "c"), at: place)
    else { return }
    let isWanted =
      isImport ? !file.text.hasPart("startAdvertising") : file.text != own && file.text.hasPart("sd_ble_uuid_vs_add")
    if isWanted { take(file.text) }
    files.close(file)
  }

  private mutating func define(_ name: SourceToken, _ rest: [SourceToken], _ isTouching: Bool, _ line: Int) {
    let hasParameters = rest.count > 1 && rest[1].isMark("(") && isTouching
    definitions[name.text, default: []].append(
      Definition(tokens: Array(rest.dropFirst()), line: line, condition: condition, isOther: hasParameters))
  }

  /// Whether a condition is true; `nil` when nothing decides it, which is then noted by its number.
  private mutating func decided(_ directive: String, _ rest: [SourceToken], _ number: Int, _ line: Int) -> Bool? {
    var (words, isNegated) = (rest.filter { !$0.isMark("(") && !$0.isMark(")") }, directive == "ifndef")
    var asksValue = directive == "if"
    if asksValue, words.first?.isMark("!") ?? false {
      isNegated = true
      words.removeFirst()
    }
    if asksValue, words.count == 2, words[0].isWord("defined") {
      asksValue = false
      words.removeFirst()
    }
    // `MYNEWT_VAL(NAME)` is a setting, and `NAME == 1` asks whether it is on.
    if words.count == 2, words[0].isWord("MYNEWT_VAL") { words.removeFirst() }
    var isOne = false
    if asksValue, !isNegated, words.count == 3, words[1].isMark("=="), ["0", "1"].contains(words[2].text) {
      isOne = words[2].text == "1"
      isNegated = !isOne
      words.removeLast(2)
    }
    var name: String?
    if words.count == 1, let word = words.first {
      let isTrue = isTrue(word, asksValue, isOne)
      if let isTrue { return isTrue != isNegated }
      if word.isWord, definitions[word.text] == nil { name = word.text }
    }
    conditions[number] = Condition(
      line: line, isIncluded: files.place != nil, name: name,
      isConfiguration: rest.contains { $0.isWord && $0.text.hasPrefix("CONFIG_") })
    return nil
  }

  /// Whether a name is set, or a value is not 0, or is 1; `nil` when nothing says it.
  private mutating func isTrue(_ word: SourceToken, _ asksValue: Bool, _ isOne: Bool) -> Bool? {
    guard word.isWord else { return asksValue ? SourceNumber.value(word.text).map { isOne ? $0 == 1 : $0 != 0 } : nil }
    if word.text == "__cplusplus" { return isCPlusPlus }
    // A name that the file itself defines is not the project's.
    if let known = definitions[word.text] {
      guard known.count == 1, let only = known.first, only.condition == nil, !only.isOther else { return nil }
      guard asksValue else { return true }
      guard only.tokens.count == 1, let value = SourceNumber.value(only.tokens[0].text) else { return nil }
      return isOne ? value == 1 : value != 0
    }
    if let isOn = switches[word.text] {
      usesSwitches = true
      return isOn
    }
    return supposed[word.text]
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
