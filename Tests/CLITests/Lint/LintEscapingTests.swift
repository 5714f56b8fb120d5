import Testing

@testable import AdvertReport

/// What each medium takes for its own syntax, and what stands for it.
@Suite struct LintEscapingTests {
  @Test(arguments: [
    ("a%b\r\nc", "a%25b%0D%0Ac"), ("::error::x,y", "::error::x,y"), ("é", "é"),
  ]) func messagesOfCommands(_ text: String, _ escaped: String) {
    #expect(WorkflowCommandText.escaped(text) == escaped)
  }

  @Test(arguments: [
    ("a:b,c%d\n", "a%3Ab%2Cc%25d%0A"), ("captures/office 1.log", "captures/office 1.log"),
  ]) func propertiesOfCommands(_ text: String, _ escaped: String) {
    #expect(WorkflowCommandText.escapedProperty(text) == escaped)
  }

  @Test(arguments: [
    ("a<b>&\"'", "a&lt;b&gt;&amp;&quot;&apos;"), ("]]>", "]]&gt;"), ("\u{1B}[0m\0", "\u{FFFD}[0m\u{FFFD}"),
    ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}"), ("a\tb\nc\r", "a\tb\nc&#13;"), ("\u{1F600}", "\u{1F600}"),
  ]) func xml(_ text: String, _ escaped: String) {
    #expect(XMLText.escaped(text) == escaped)
  }

  @Test(arguments: [
    ("a b/c.log", "a%20b/c.log"), ("./x//y", "x//y"), (".//x", "x"), ("a:b", "a%3Ab"), ("../x", "../x"),
    ("/tmp/é%", "file:///tmp/%C3%A9%25"), ("100%?#", "100%25%3F%23"),
  ]) func uris(_ path: String, _ uri: String) {
    #expect(FileURI(path).text == uri)
  }

  @Test(arguments: [
    ("{0}", "{{0}}"), ("[a](b)", "\\[a\\](b)"), ("\\", "\\\\"),
  ]) func messagesOfSARIF(_ text: String, _ escaped: String) {
    #expect(SARIFText.escaped(text) == escaped)
  }
}
