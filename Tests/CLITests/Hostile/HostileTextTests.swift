import Testing

@testable import AdvertReport

/// How texts are written where people and build services read them.
@Suite struct HostileTextTests {
  @Test(arguments: HostileTexts.kinds) func whatIsVisibleTellsTheOriginal(_ kind: String) {
    let text = HostileTexts.text(kind)
    for written in [HostileText.visible(text), HostileText.field(text)] {
      #expect(OutputMedium.text.harm(in: written) == nil)
      #expect(!written.contains("\n"))
      #expect(Array(HostileTexts.original(of: written).unicodeScalars) == Array(text.unicodeScalars))
    }
    #expect(OutputMedium.text.harm(in: HostileText.harmless(text)) == nil)
    #expect(OutputMedium.diff.harm(in: HostileText.visibleLines(text).replacing("\r\n", with: "\n")) == nil)
  }

  @Test(arguments: [
    ("SHS-2071", "SHS-2071"), ("a\\b", #"a\\b"#), ("a\u{1B}[2Jb", #"a\u{1B}[2Jb"#), ("a\u{202E}b", #"a\u{202E}b"#),
    ("::error::x", #"\u{3A}:error::x"#), ("a ::error::x", #"a \u{3A}:error::x"#), ("a::b::c", "a::b::c"),
    ("\u{2003}::x", "\u{2003}\\u{3A}:x"), ("##[error]x", #"#\u{23}[error]x"#), ("###vso[x]", #"##\u{23}vso[x]"#),
    ("## heading", "## heading"), ("##", "##"), ("a #1 [x]", "a #1 [x]"), ("e\u{301}", "e\u{301}"),
    ("\u{301}e", "\\u{301}e"), ("❤\u{FE0F}", "❤\u{FE0F}"), ("a\u{FE0F}1\u{FE0F}", #"a\u{FE0F}1\u{FE0F}"#),
    ("\u{3164}", #"\u{3164}"#), ("日本", "日本"), ("", ""),
  ]) func visible(_ text: String, _ written: String) {
    #expect(Array(HostileText.visible(text).unicodeScalars) == Array(written.unicodeScalars))
  }

  @Test(arguments: [
    ("captures/a b.log", "captures/a b.log"), ("-", "-"), ("-1", #"\u{2D}1"#), ("=1\\2", #"\u{3D}1\\2"#),
    ("+a", #"\u{2B}a"#), ("@a", #"\u{40}a"#), ("a=b", "a=b"), ("\t=1", #"\u{9}=1"#), ("＝1", #"\u{FF1D}1"#),
    ("a\tb", #"a\u{9}b"#),
  ]) func fields(_ text: String, _ written: String) {
    #expect(HostileText.field(text) == written)
  }

  @Test(arguments: [
    (" a\\b\n+c\td\r\n", " a\\b\n+c\td\r\n"), ("+a\u{1B}\\\r\nb\n", "+a\\u{1B}\\\\\r\nb\n"),
    (" ::error::x", #" \u{3A}:error::x"#), ("a\rb", #"a\u{D}b"#),
  ]) func lines(_ text: String, _ written: String) {
    #expect(Array(HostileText.visibleLines(text).unicodeScalars) == Array(written.unicodeScalars))
  }

  /// As terminals show them: wide characters take two columns, marks none.
  @Test(arguments: [
    ("harmless", 8), ("emoji", 124), ("combining characters", 1), ("wide characters", 22), ("full-width formula", 5),
    ("right to left", 20), ("combining with what is before", 16),
  ]) func columns(_ kind: String, _ width: Int) {
    let text = HostileText.visible(HostileTexts.text(kind))
    #expect(DisplayWidth.of(text) == width)
    var table = TextTable([("NAME", .left), ("COUNT", .right), ("LAST", .left)])
    table.add([text, "1", "x"])
    table.add([String(repeating: "a", count: 130), "2", "y"])
    #expect(table.lines(.plain)[1] == text + String(repeating: " ", count: 130 - width) + "      1  x")
  }
}
