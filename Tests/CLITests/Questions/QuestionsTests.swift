import Foundation
import Testing

/// The answers to the questions of `Fixtures/questions`, word by word. `UPDATE_GOLDEN=1` rewrites them and their pages.
@Suite(.serialized) struct QuestionsTests {
  @Test(arguments: Question.all) func isAnswered(_ question: Question) throws {
    let transcript = CommandLineRun(question.arguments).transcript
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(transcript.utf8).write(to: question.transcript)
    }
    #expect(transcript == String(decoding: try Data(contentsOf: question.transcript), as: UTF8.self))
    #expect(throws: Never.self) { try question.shownAnswer() }
  }

  @Test func thereAreManyQuestionsOfKnownThemes() {
    #expect(Question.all.count >= 60)
    let themes = QuestionsPage.themes.map(\.title)
    #expect(Question.all.filter { !themes.contains($0.theme) }.map(\.name) == [])
    #expect(Question.all.filter { !$0.command.hasPrefix("advert ") || $0.answer.isEmpty }.map(\.name) == [])
  }

  @Test func pagesAreCurrent() throws {
    let source = "Fixtures/questions"
    try WrittenPage.check("Docs/Questions.md", madeFrom: source, is: QuestionsPage.index(of: Question.all))
    try WrittenPage.check(
      folder: "Reference/Questions", madeFrom: source, are: QuestionsPage.pages(of: Question.all))
  }
}
