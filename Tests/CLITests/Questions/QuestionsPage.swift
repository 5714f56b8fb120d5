import AdvertReport

/// Docs/Questions.md, the index of the questions by theme, and Reference/Questions, a page with the answers for each theme.
enum QuestionsPage {
  /// The themes, in order, with the names of their pages.
  static let themes: [(title: String, page: String)] = [
    ("A scan does not find the device", "not-found"), ("Found sometimes, or late", "late"),
    ("The name is missing or cut", "name"), ("A service or data is missing", "missing-data"),
    ("It does not fit", "too-long"), ("A call fails", "failed-calls"), ("The bytes are wrong", "wrong-bytes"),
    ("Beacons and sensors", "beacons"), ("The log shows too little", "logs"),
  ]

  static func index(of questions: [Question]) -> String {
    var lines = [
      "# Questions", "",
      "This page is for people with a symptom. Find it in the list: its entry says why it happens, which command shows it, and "
        + "what to do first. One error line alone is looked up in [What error lines mean](../Reference/Errors/README.md).",
    ]
    for theme in themes {
      lines += ["", "## \(theme.title)", ""]
      lines += questions.filter { $0.theme == theme.title }.map {
        "- [\($0.symptom)](../Reference/Questions/\(theme.page).md#\($0.name))"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  static func pages(of questions: [Question]) throws -> [ReferencePage] {
    try themes.map { theme in
      var lines = [
        "# \(theme.title)", "",
        "Each [question](../../Docs/Questions.md) with its cause, the command that shows it, and what to do first. Give the "
          + "command a file of yours in the place of the one in `Fixtures/questions`.",
      ]
      for question in questions.filter({ $0.theme == theme.title }) {
        let threads = question.asked.enumerated().map { "[\($0.offset + 1)](\($0.element))" }.joined(separator: ", ")
        lines += ["", "<a id=\"\(question.name)\"></a>", "", "## \(question.symptom)", "", question.cause, ""]
        lines += ["```console", "$ \(question.fullCommand)"]
        lines += try question.shownAnswer()
        lines += ["```", "", "**Do:** \(question.remedy)" + (threads.isEmpty ? "" : " Asked in: \(threads).")]
      }
      return ReferencePage(theme.page, lines: lines)
    }
  }
}
