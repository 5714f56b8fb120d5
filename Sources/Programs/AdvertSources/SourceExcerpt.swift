internal import AdvertisingData

/// Lines of a program that people copy into a box, often without the function around them, and without the lines that
/// include libraries.
///
/// The language is that of the library whose names are in the text. What the lines lack to be a program is added, on no
/// line of its own: a function around them, the brackets that close what they open, and the library.
package struct SourceExcerpt {
  /// The program of the lines.
  package let program: ProgramReader
  /// Whether something was added to the lines, because alone they say nothing.
  package let isCompleted: Bool
  /// Whether no reader takes a call of the lines, and the program has the name of one as an obstacle.
  package let isOnlyNamed: Bool

  /// Reads lines; `nil` for a text without names of a library whose calls are read.
  ///
  /// - Parameter known: the language of the lines; `nil` when nothing but the lines says it.
  package init?(
    _ lines: String, language known: ProgramReader.Language? = nil, project: SourceProject = SourceProject()
  ) {
    let words = Self.words(of: lines)
    let isOf: (SourceLibrary) -> Bool = { library in
      library.isKnown(by: words) && (known.map { $0.family == library.language.family } ?? true)
    }
    guard let library = SourceLibrary.all.first(where: isOf) else { return nil }
    let quoted = QuotedLines.program(lines)
    let lines = quoted?.text ?? lines
    let (text, gap) = library.language.family == .c ? Self.withoutGaps(lines) : (lines, nil)
    var language = library.language
    if language == .kotlin, words.contains("new") { language = .java }
    let plain = ProgramReader(text, language: language, project: project)
    var completed: ProgramReader?
    let taking = library.taking.flatMap { Self.takesAnother(text, than: $0) ? nil : $0 }
    let completions = plain.layouts.isEmpty ? Self.completions(of: text, as: language, taking: taking) : []
    let isUnclear = plain.isEmpty || plain.lacksLibrary || !SurplusBrackets(of: text, in: language).closing.isEmpty
    for (text, isWrapped) in completions {
      let program = ProgramReader(text, language: language, project: project, isExcerpt: isWrapped)
      if !program.layouts.isEmpty || isUnclear && !program.isEmpty { completed = program }
      if !program.layouts.isEmpty { break }
    }
    if language.family == .c, plain.layouts.isEmpty, completed?.layouts.isEmpty ?? true {
      for (text, isWrapped) in [(text: text, isWrapped: false)] + completions {
        guard let whole = StructureCompletion.completed(text) else { continue }
        var program = ProgramReader(whole.text, language: language, project: project, isExcerpt: isWrapped)
        // A scanner fills such a structure, too.
        guard !program.layouts.isEmpty else { continue }
        program.assume(whole.assumption)
        completed = program
        break
      }
    }
    isCompleted = completed != nil
    if language == .python, plain.layouts.isEmpty, completed == nil, let whole = BlueZExample.completed(text) {
      var program = ProgramReader(whole.text, language: language, project: project, isExcerpt: true)
      program.assume(whole.assumption)
      if !program.isEmpty { completed = program }
    }
    if let line = taking, !text.hasPart(line) {
      completed?.assume("the library is not said, and `\(line)` is assumed")
    }
    if let assumption = quoted?.assumption { completed?.assume(assumption) }
    if let gap { completed?.assume("line \(gap) leaves lines out: advert assumes that they set nothing") }
    var program = completed ?? plain
    let unread = program.isEmpty ? library.obstacle(in: text) : nil
    if let unread { program.add(unread) }
    isOnlyNamed = unread != nil
    self.program = program
  }

  /// Returns a text whose lines of nothing but dots, for code that was left out, are blank, and the number of the first.
  private static func withoutGaps(_ text: String) -> (text: String, first: Int?) {
    guard text.hasPart(".\n") || text.hasPart("…") else { return (text, nil) }
    var first: Int?
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
    let kept = lines.enumerated().map { number, line in
      let content = line.filter { $0 != " " && $0 != "\t" }
      guard !content.isEmpty, content.allSatisfy({ $0 == "." || $0 == "…" }) else { return line }
      first = first ?? number + 1
      return ""
    }
    return first == nil ? (text, nil) : (kept.joined(separator: "\n"), first)
  }

  /// Returns whether a text includes a library with calls of the same names: ArduinoBLE has those of CurieBLE.
  private static func takesAnother(_ text: String, than line: String) -> Bool {
    line.hasSuffix("BLE.h>") && !text.hasPart(line)
      && text.split(whereSeparator: { $0.isNewline }).contains {
        $0.hasPrefix("#include") && String($0).hasPart("BLE.h")
      }
  }

  /// Returns whether a text has names that only programs with a library whose calls are read have.
  package static func namesLibrary(in text: String) -> Bool {
    let words = words(of: text)
    return SourceLibrary.all.contains { $0.isKnown(by: words) }
  }

  /// Whether a text has a call, or a command of a shell: most texts without one are known in one pass.
  package static func mayHaveCalls(_ text: String) -> Bool {
    var last: UInt8 = 0
    for octet in text.utf8 {
      if octet == UInt8(ascii: "("), isOfWord(last) { return true }
      if octet != 0x20 { last = octet }
    }
    return text.hasPart("btmgmt") || text.hasPart("hcitool")
  }

  private static func isOfWord(_ octet: UInt8) -> Bool {
    0x61...0x7A ~= octet | 0x20 || 0x30...0x39 ~= octet || octet == UInt8(ascii: "_")
  }

  /// Returns the first name of a call that several libraries have, in a text that does not say of which it is.
  package static func unclearCall(in text: String) -> String? {
    let words = words(of: text)
    return unclearCalls.first(where: words.contains)
  }

  /// The assumption about lines that set data and do not start to send them.
  static let noStart = "the lines do not start advertising: advert assumes that nothing else is set"

  private static let unclearCalls = [
    "startAdvertising", "addServiceUUID", "setAdvertisementData", "setScanResponseData", "setAdvertisedService",
  ]

  /// Returns the texts that may be the program of the lines, the one with the least additions first, and whether a function
  /// was put around it.
  ///
  /// - Parameter line: the line with which programs take the library in; `nil` for none.
  static func completions(
    of text: String, as language: ProgramReader.Language, taking line: String? = nil
  ) -> [(text: String, isWrapped: Bool)] {
    let words = words(of: text)
    let taking = line.map { "\n\($0)\n" } ?? ""
    let surplus = SurplusBrackets(of: text, in: language)
    if !surplus.closing.isEmpty {
      // The end of a function whose head was not copied.
      let isC = language.family == .c
      if isC && hasFunctions(surplus.before) { return [] }
      guard let around = surplus.around else { return [] }
      let place = firstStatement(of: text, isC: isC)
      return [(text[..<place] + around.before + text[place...] + around.after + taking, true)]
    }
    let closing = String(repeating: "\n}", count: min(unclosedBraces(in: text), 16))
    var texts = closing.isEmpty && taking.isEmpty ? [] : [(text: text + closing + taking, isWrapped: false)]
    // A function in another one would hide the conditions in it.
    let around: (before: String, after: String)? =
      switch language {
      case .c, .cPlusPlus: hasFunctions(text + closing) ? nil : ("void setup() { ", "\n}")
      case .kotlin: words.contains("fun") ? nil : ("fun start() { ", "\n}")
      case .java, .cSharp:
        words.isDisjoint(with: ["class", "void", "return"]) ? ("class Lines { void start() { ", "\n}}") : nil
      case .swift: words.contains("func") ? nil : ("func start() { ", "\n}")
      case .objectiveC, .python, .javaScript, .dart, .rust, .go, .shell: nil
      }
    if let around {
      let place = firstStatement(of: text, isC: language == .c || language == .cPlusPlus)
      texts.append((text[..<place] + around.before + text[place...] + closing + around.after + taking, true))
    }
    return texts
  }

  private static func hasFunctions(_ text: String) -> Bool {
    let program = CProgram(text, isCPlusPlus: true)
    return program.obstacle != nil || !program.functions.isEmpty
  }

  /// Returns the start of the first line that is neither blank, nor a comment, nor for the preprocessor, nor an import.
  private static func firstStatement(of text: String, isC: Bool) -> String.Index {
    var start = text.startIndex
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline }) {
      let content = line.drop { $0 == " " || $0 == "\t" }
      let isBefore =
        content.isEmpty || content.hasPrefix("//") || isC && content.hasPrefix("#")
        || !isC && (content.hasPrefix("import ") || content.hasPrefix("using ") && !content.contains("="))
      start = line.startIndex
      if !isBefore { break }
    }
    return start
  }

  /// Returns how many braces more are opened than closed, outside of texts and comments of one line.
  static func unclosedBraces(in text: String) -> Int {
    var depth = 0
    var quote: UInt8?
    var isComment = false
    var last: UInt8 = 0
    for octet in text.utf8 {
      defer { last = last == UInt8(ascii: "\\") && octet == last ? 0 : octet }
      if octet == UInt8(ascii: "\n") { (quote, isComment) = (nil, false) }
      if isComment { continue }
      if let open = quote {
        if octet == open, last != UInt8(ascii: "\\") { quote = nil }
        continue
      }
      switch octet {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = octet
      case UInt8(ascii: "/") where last == octet: isComment = true
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return max(depth, 0)
  }

  /// Returns the words of a text that have more than two letters.
  static func words(of text: String) -> Set<String> {
    let isOfWord: (UInt8) -> Bool = {
      0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "_")
    }
    var words: Set<String> = []
    for word in text.utf8.split(whereSeparator: { !isOfWord($0) }) where word.count > 2 {
      words.insert(String(decoding: Array(word), as: UTF8.self))
    }
    return words
  }
}
