internal import AdvertReading

/// The commands of the shell that a program in Python runs: with `os.system` and `os.popen`, and with the functions of
/// `subprocess`. `time.sleep` is one too, because commands on both sides of it are not sent at once.
///
/// Source: Python 3.13, `Lib/os.py` and `Lib/subprocess.py`.
enum PythonCommands {
  private static let modules: [String: String] = [
    "system": "os", "popen": "os", "run": "subprocess", "call": "subprocess", "check_call": "subprocess",
    "check_output": "subprocess", "Popen": "subprocess", "getoutput": "subprocess", "getstatusoutput": "subprocess",
    "sleep": "time",
  ]

  /// Returns the commands in the order of the text.
  static func shell(of program: PythonProgram) -> ShellProgram {
    ShellProgram(commands: calls(program).flatMap { commands(of: $0, program) })
  }

  private static func calls(_ program: PythonProgram) -> [Int] {
    modules.keys.flatMap { name in (program.places[name] ?? []).filter { isCall($0, name, program) } }.sorted()
  }

  /// Returns an obstacle for each statement with a text that sets advertising data when something runs it, outside of the
  /// calls that run commands. Comments of the program in quotes, and texts that are printed, run nowhere.
  static func otherUses(_ program: PythonProgram) -> [SourceObstacle] {
    var read = Set<Int>()
    for call in calls(program) { read.formUnion(call..<program.partners[call + 1]) }
    var texts: [Int: (text: String, line: Int)] = [:]
    for (index, token) in program.tokens.enumerated() where !read.contains(index) {
      let start = program.statements[index]
      let text = token.searchedText
      let first = program.tokens[start]
      guard !text.isEmpty, start != index, !first.isWord("print"), !first.isWord("parser") else { continue }
      texts[start, default: ("", token.line)].text += " " + text
    }
    return texts.values.compactMap { text, line in
      ShellProgram.tool(in: text).map { SourceObstacle.use(ofTool: $0, line) }
    }
  }

  private static func isCall(_ index: Int, _ name: String, _ program: PythonProgram) -> Bool {
    guard index + 1 < program.tokens.count, program.tokens[index + 1].isMark("("), let module = modules[name] else {
      return false
    }
    if program.isMember(index) { return index > 1 && program.tokens[index - 2].isWord(module) }
    // `from os import system`
    return (program.places[name] ?? []).contains { place in
      let start = program.statements[place]
      return program.tokens[start].isWord("from") && start + 1 < program.tokens.count
        && program.tokens[start + 1].isWord(module)
    }
  }

  private static func commands(of call: Int, _ program: PythonProgram) -> [ShellProgram.Command] {
    let doubt: String? = program.depths[call] > 0 ? "a command in a condition, a loop or a function" : nil
    guard modules[program.tokens[call].text] != "time" else {
      let word = ShellProgram.Word(text: "sleep", range: program.tokens[call].range)
      return [ShellProgram.Command(words: [word], doubt: doubt)]
    }
    guard let argument = program.arguments(call + 1).first?.value, let first = argument.first else { return [] }
    let isList = program.tokens[first].isMark("[") && program.partners[first] == argument.upperBound - 1
    if isList {
      let words = program.parts(first).map { word(program.tokens[$0]) }
      return words.isEmpty ? [] : [ShellProgram.Command(words: words, doubt: doubt)]
    }
    guard argument.count == 1, let text = text(of: program.tokens[first]) else {
      return unknown(argument, doubt, program)
    }
    let commands = ShellProgram(text.words).commands
    return commands.map { command in
      ShellProgram.Command(words: command.words.map { $0.moved(to: text) }, doubt: command.doubt ?? doubt)
    }
  }

  /// Returns the command of a text or a list that is put together: the words that are written, and one that is not certain in
  /// the place of each other part.
  private static func unknown(
    _ argument: Range<Int>, _ doubt: String?, _ program: PythonProgram
  ) -> [ShellProgram.Command] {
    let range = program.range(argument)
    var words: [ShellProgram.Word] = []
    for token in program.tokens[argument] {
      if case .string = token.kind {
        let written = ShellProgram(token.searchedText).commands.first?.words ?? []
        words += written.map { ShellProgram.Word(text: $0.text, range: range) }
      } else if token.kind != .mark, words.last.map({ $0.text != nil }) ?? true {
        words.append(ShellProgram.Word(text: nil, range: range))
      }
    }
    return words.isEmpty ? [] : [ShellProgram.Command(words: words, doubt: doubt)]
  }

  /// A text in one pair of quotes, with the place of its first character.
  fileprivate struct Quoted {
    let words: String
    let line: Int
    let column: Int
  }

  /// Returns the text of a token where each character stands as it is; `nil` for others.
  private static func text(of token: SourceToken) -> Quoted? {
    guard case .string(let octets?) = token.kind, octets.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != 0x5C }),
      token.range.line == token.range.endLine
    else { return nil }
    let prefix = token.range.endColumn - token.range.column - octets.count - 1
    // A quotation mark, perhaps behind a letter.
    guard 1...3 ~= prefix else { return nil }
    return Quoted(
      words: String(decoding: octets, as: UTF8.self), line: token.range.line, column: token.range.column + prefix)
  }

  private static func word(_ tokens: ArraySlice<SourceToken>) -> ShellProgram.Word {
    guard let first = tokens.first else {
      return ShellProgram.Word(text: nil, range: TextRange(line: 1, column: 1, count: 0))
    }
    guard tokens.count == 1, let text = text(of: first) else {
      return ShellProgram.Word(text: nil, range: first.range)
    }
    return ShellProgram.Word(
      text: text.words, range: TextRange(line: text.line, column: text.column, count: text.words.utf8.count))
  }
}

extension ShellProgram.Word {
  /// Returns the word with its place in a file, where its text stands in quotes.
  fileprivate func moved(to text: PythonCommands.Quoted) -> ShellProgram.Word {
    ShellProgram.Word(
      text: self.text, assigned: assigned, parts: parts, spelling: spelling,
      range: TextRange(
        line: text.line, column: text.column + range.column - 1, endLine: text.line,
        endColumn: text.column + range.endColumn - 1))
  }
}
