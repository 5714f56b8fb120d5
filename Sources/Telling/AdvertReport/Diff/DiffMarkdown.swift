internal import AdvertDiff

extension DiffReport {
  /// For a pull request or an issue: the verdict, and a list for each device that differs.
  package var markdown: String {
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
