import AdvertisingData
import Testing

@Suite struct TextPartsTests {
  @Test(arguments: [
    ("a + b", " + ", ["a", "b"]), ("", "+", [""]), ("+", "+", ["", ""]), ("aaa", "aa", ["", "a"]),
    ("no mark", "+", ["no mark"]), ("text", "", ["text"]),
  ])
  func partsBetweenMarks(_ text: String, _ mark: String, _ parts: [String]) {
    #expect(text.parts(between: mark) == parts)
    #expect(text.parts(between: mark).joined(separator: mark) == text)
  }

  @Test func exchanged() {
    #expect("say \"no\"".exchanging("\"", for: "\\\"") == "say \\\"no\\\"")
    #expect("{a}".exchanging("{", for: "{{").exchanging("}", for: "}}") == "{{a}}")
  }
}
