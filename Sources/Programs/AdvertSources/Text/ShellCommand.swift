internal import AdvertReading
internal import AdvertisingData

extension ShellProgram {
  /// A word of a command.
  struct Word: Hashable {
    /// The text; `nil` when it is not certain.
    let text: String?
    /// The name of the variable that the word sets to a text that is not certain.
    var assigned: String?
    /// The words that the shell makes of it, when blanks in the values of variables divide it; else `nil`.
    var parts: [String]?
    /// The word as it is written.
    var spelling = ""
    let range: TextRange
  }

  /// A command with its words, and what decides whether it runs.
  struct Command {
    let words: [Word]
    /// The reason why it is not certain that the command runs once; `nil` when it is.
    let doubt: String?
    /// Whether another command reads what the command prints.
    var isPiped = false

    /// The line of its first word.
    var line: Int { words.first?.range.line ?? 1 }

    /// The text of the command.
    var place: TextRange? {
      guard let first = words.first, let last = words.last else { return nil }
      return first.range.through(last.range)
    }

    /// Returns the words behind the name of a program, behind `sudo` and the like, up to a redirection; `nil` for other
    /// programs.
    func arguments(of program: String) -> ArraySlice<Word>? {
      guard
        let name = words.firstIndex(where: { word in
          word.text.map { $0 == program || $0.hasSuffix("/" + program) } ?? false
        })
      else { return nil }
      // In other places the word is a part of a text.
      return Self.runsNext(words[..<name]) ? words[(name + 1)...].prefix { !$0.isRedirection } : nil
    }

    /// Whether words are those of programs that run the next word, such as `sudo -n env A=1 timeout 5s`.
    private static func runsNext(_ words: ArraySlice<Word>) -> Bool {
      var isValue = false
      for (index, word) in words.enumerated() {
        guard let text = word.text else { return false }
        let isDuration = text.first?.isNumber ?? false && text.allSatisfy { $0.isNumber || ".smhd".contains($0) }
        let isSetting = text.hasPart("=") && text.first?.isLetter ?? false
        let isOption = index > 0 && text.first == "-"
        guard runners.contains(text) || index > 0 && (isDuration || isSetting || isOption || isValue) else {
          return false
        }
        isValue = isOption && optionsWithValue.contains(text)
      }
      return true
    }

    /// Programs that run another one.
    private static let runners: Set<String> = [
      "sudo", "doas", "exec", "command", "nohup", "timeout", "env", "time", "nice", "ionice", "stdbuf", "setsid",
      "busybox",
    ]

    /// Options of these programs whose value is the next word.
    private static let optionsWithValue: Set<String> = ["-u", "-g", "-k", "-s", "-p", "-C", "-h", "--user", "--signal"]
  }
}

extension ShellProgram.Word {
  /// Whether the word is a redirection, such as `>` or `2>`.
  fileprivate var isRedirection: Bool {
    guard let text, let last = text.last, last == ">" || last == "<" else { return false }
    return text.dropLast().allSatisfy { $0.isNumber }
  }
}

extension ShellProgram {
  /// A text that a command gets as its input, and the line where it begins.
  struct Input: Hashable {
    let text: String
    let line: Int
  }

  /// Returns an obstacle for each text that sets advertising data when something runs it: of `bash -c`, `eval`, `xargs`,
  /// a here-document, or a command whose program is not certain.
  func otherUses() -> [SourceObstacle] {
    var found: [SourceObstacle] = []
    for command in commands {
      let words = command.words.map { $0.text ?? $0.spelling }
      let tool = Self.tool(in: words.joined(separator: " "))
      let isRead = tool.map { command.arguments(of: $0) != nil } ?? true
      let first = words.first ?? ""
      let isText = Self.printing.contains(first) && !command.isPiped && !words.contains { $0.hasSuffix(">") }
      if let tool, !isRead, !isText, !Self.asking.contains(first) {
        found.append(SourceObstacle.use(ofTool: tool, command.line))
      } else if command.words.first?.text == nil, Self.isSending(words) {
        found.append(SourceObstacle(command.line, "an HCI command that a program sends whose name is not certain"))
      }
    }
    for input in inputs {
      for (offset, line) in input.text.parts(between: "\n").enumerated() {
        if let tool = Self.tool(in: line) { found.append(SourceObstacle.use(ofTool: tool, input.line + offset)) }
      }
    }
    return found
  }

  /// Returns the tool that a text runs to set advertising data; `nil` when it runs none.
  static func tool(in text: String) -> String? {
    if text.hasPart("hcitool"), text.hasPart("cmd") || text.hasPart("alias") { return "hcitool" }
    if text.hasPart("btmgmt"), text.hasPart("add-") || text.hasPart("alias") { return "btmgmt" }
    return text.hasPart("hciconfig") && text.hasPart("leadv") ? "hciconfig" : nil
  }

  /// Programs that print their words.
  private static let printing: Set<String> = ["echo", "printf", "logger"]
  /// Programs that ask about another one, or install or end it.
  private static let asking: Set<String> = [
    "which", "type", "hash", "man", "apt", "apt-get", "dnf", "yum", "apk", "pacman", "pkill", "killall", "pgrep", "[",
    "test", "[[", "grep",
  ]

  /// Whether words have the form of `cmd 0x08 0x0008 …`.
  private static func isSending(_ words: [String]) -> Bool {
    guard let command = words.firstIndex(of: "cmd"), words.count > command + 2 else { return false }
    return ["0x08", "0x8", "08", "8"].contains(words[command + 1])
  }
}

extension SourceObstacle {
  static func use(ofTool tool: String, _ line: Int) -> SourceObstacle {
    SourceObstacle(line, "\(tool) in a text that another program may run")
  }
}
