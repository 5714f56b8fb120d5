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

  @Test(arguments: [
    ("scan_rsp_data", "rsp", true), ("aab", "ab", true), ("aaab", "aab", true), ("aba", "abb", false),
    ("ab", "abc", false), ("", "a", false), ("text", "", false), ("é", "\u{301}", false), ("e\u{301}", "\u{301}", true),
  ])
  func hasPart(_ text: String, _ part: String, _ expected: Bool) {
    #expect(text.hasPart(part) == expected)
    #expect((text.parts(between: part).count > 1) == expected)
  }
}
