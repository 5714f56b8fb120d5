internal import AdvertObservation

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
      let isCommand = words[..<name].allSatisfy { word in
        word.text.map { Self.before.contains($0) || Int($0) != nil } ?? false
      }
      return isCommand ? words[(name + 1)...].prefix { !$0.isRedirection } : nil
    }

    /// Words of programs that run another one.
    private static let before: Set<String> = ["sudo", "-E", "exec", "command", "nohup", "timeout", "env", "time"]
  }
}

extension ShellProgram.Word {
  /// Whether it is a redirection, such as `>` or `2>`.
  fileprivate var isRedirection: Bool {
    guard let text, let last = text.last, last == ">" || last == "<" else { return false }
    return text.dropLast().allSatisfy { $0.isNumber }
  }
}
