internal import AdvertDiff

extension DiffReport {
  /// For a pull request or an issue: the verdict, and a list for each device that differs.
  public var markdown: String {
    var lines = ["### " + MarkdownText.escaped(title.joined(separator: " → ")), "", MarkdownText.escaped(verdict)]
    for diff in shown {
      lines += ["", "**\(MarkdownText.escaped(heading(diff)))**", ""]
      let words = DifferenceWords(diff)
      lines += words.lines.map { "- **\($0.label)** \(MarkdownText.escaped($0.text))" }
      lines += words.remarks.map { "- *\($0.label)* \(MarkdownText.escaped($0.text))" }
    }
    let others = others
    if !others.isEmpty { lines += [""] + others.map { "- **\($0.label)** \(MarkdownText.escaped($0.text))" } }
    for sentence in summary.dropFirst() { lines += ["", MarkdownText.escaped(sentence)] }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Text in Markdown as GitHub and GitLab read it: nothing in it is markup, a link or the name of somebody to call.
enum MarkdownText {
  /// The text must be visible already: it has no line breaks.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      switch character {
      // An empty comment keeps what is before it from being joined to what is after it.
      case "@", "#": escaped += "\\\(character)<!-- -->"
      case ":" where index + 1 < characters.count && characters[index + 1] == "/": escaped += ":<!-- -->"
      case "." where escaped.lowercased().hasSuffix("www"): escaped += "<!-- -->."
      case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "<", ">", "!", "|", "~", "&", "$", "+", "-", "=":
        escaped += "\\\(character)"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
