import Foundation
import Testing

/// The answers to the questions of `Fixtures/questions`, word by word. `UPDATE_GOLDEN=1` rewrites them and their page.
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
    #expect(Question.all.filter { !QuestionsPage.themes.contains($0.theme) }.map(\.name) == [])
    #expect(Question.all.filter { !$0.command.hasPrefix("advert ") || $0.answer.isEmpty }.map(\.name) == [])
  }

  @Test func pageIsCurrent() throws {
    try WrittenPage.check("Docs/Questions.md", is: QuestionsPage.markdown(of: Question.all))
  }
}
