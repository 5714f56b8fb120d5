import Foundation

/// Docs/Questions.md: the questions by theme, with their answers.
enum QuestionsPage {
  /// The parts of the page, in order.
  static let themes = [
    "A scan does not find the device", "Found sometimes, or late", "The name is missing or cut",
    "A service or data is missing", "It does not fit", "A call fails", "The bytes are wrong", "Beacons and sensors",
    "The log shows too little",
  ]

  /// Returns the page of some questions.
  static func markdown(of questions: [Question]) throws -> String {
    var lines = [
      "# Questions", "",
      "<!-- Written by `make format` from Fixtures/questions; `make test` checks that it is current. -->", "",
      "This page is for people with a symptom. Find it in the list: each entry says why it happens, which command shows it, and "
        + "what to do first. The files are in `Fixtures/questions`; give the command your own in their place. One error line "
        + "alone is looked up in [What error lines mean](Errors.md).",
      "",
    ]
    for theme in themes {
      lines.append("- **\(theme)**")
      lines += questions.filter { $0.theme == theme }.map { "  - [\($0.symptom)](#\($0.name))" }
    }
    for theme in themes {
      lines += ["", "## \(theme)"]
      for question in questions.filter({ $0.theme == theme }) {
        let threads = question.asked.enumerated().map { "[\($0.offset + 1)](\($0.element))" }.joined(separator: ", ")
        lines += ["", "<a id=\"\(question.name)\"></a>", "", "### \(question.symptom)", "", question.cause, ""]
        lines += ["```console", "$ \(question.fullCommand)"]
        lines += try question.shownAnswer()
        lines += ["```", "", "**Do:** \(question.remedy)" + (threads.isEmpty ? "" : " Asked in: \(threads).")]
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
