internal import AdvertisingData

/// Lines of a program as a page shows them: quoted with `>`, or as the change of a file with `+` and `-`.
enum QuotedLines {
  /// Returns the lines of the program, with blanks in the place of the marks, so that places stay the same, and what is
  /// assumed; `nil` for lines without marks. The lines that a change takes away are blank.
  static func program(_ text: String) -> (text: String, assumption: String?)? {
    guard text.hasPart(">") || text.hasPart("+") else { return nil }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
    let filled = lines.filter { line in line.contains { $0 != " " && $0 != "\t" && $0 != "\r" } }
    guard filled.count > 1 else { return nil }
    if filled.allSatisfy({ $0.first == ">" }) {
      return (lines.map { $0.isEmpty ? "" : " " + $0.dropFirst() }.joined(separator: "\n"), nil)
    }
    let added = filled.filter { $0.first == "+" }
    let isChange = filled.allSatisfy { line in
      ["+", "-", " ", "@", "\\"].contains(line.first) || headings.contains { line.hasPrefix($0) }
    }
    // A mark behind which a number or another mark stands can be an operator.
    guard isChange, !added.isEmpty, added.allSatisfy({ !isOperator($0) }) else { return nil }
    let kept = lines.map { line -> Substring in
      switch line.first {
      case "+" where !line.hasPrefix("+++"): " " + line.dropFirst()
      case " ": line
      default: ""
      }
    }
    let assumption =
      filled.contains { $0.first == "-" } ? "the lines are a change: advert reads the program after it" : nil
    return (kept.joined(separator: "\n"), assumption)
  }

  private static let headings = ["diff ", "index ", "new file", "similarity ", "rename "]

  private static func isOperator(_ line: Substring) -> Bool {
    guard !line.hasPrefix("+++"), let next = line.dropFirst().first else { return false }
    return next == "+" || next == "=" || next.isNumber
  }
}
