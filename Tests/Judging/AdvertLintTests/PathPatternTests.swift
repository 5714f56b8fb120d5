import Testing

@testable import AdvertLint

@Suite struct PathPatternTests {
  @Test(arguments: [
    ("a.log", "a.log", true), ("a.log", "x/a.log", true), ("a.log", "xa.log", false), ("a.log", "a.logs", false),
    ("*.log", "a.log", true), ("*.log", ".log", true), ("*.log", "x/y/a.log", true), ("*.log", "a.log.gz", false),
    ("a?c", "abc", true), ("a?c", "ac", false), ("a?c", "a/c", false), ("a*c", "a/c", false), ("a*c", "abbc", true),
    ("lab", "lab/a.log", true), ("lab", "x/lab/y/a.log", true), ("lab", "label/a.log", false),
    ("lab/", "lab/a.log", true), ("lab/*", "lab/a.log", true), ("lab/*", "lab/x/a.log", true),
    ("lab/**", "lab/x/a.log", true), ("lab/**", "lab", false), ("lab/**/a.log", "lab/a.log", true),
    ("lab/**/a.log", "lab/x/y/a.log", true), ("lab/**/a.log", "lab/xa.log", false), ("**/a.log", "a.log", true),
    ("**/a.log", "x/y/a.log", true), ("**/a.log", "xa.log", false), ("**", "x/y", true), ("**", "", false),
    ("/x/a.log", "/x/a.log", true), ("/x/a.log", "/y/x/a.log", false), ("/x", "/x/y/a.log", true),
    ("/**/b", "/b", true), ("/**/b", "/a/b", true), ("/**/b", "/ab", false), ("x//y", "x/y", true),
    ("*.zip", "bug.zip/FS/btsnoop_hci.log", true), ("a/b", "a/b/c", true), ("b/c", "a/b/c", true),
    ("a/c", "a/b/c", false), ("", "a", false), ("ü?.log", "üß.log", true), ("./a.log", "./a.log", true),
  ])
  func matches(_ pattern: String, _ path: String, _ isMatch: Bool) {
    #expect(PathPattern(pattern).matches(path) == isMatch, "\(pattern) on \(path)")
  }

  /// What backtracking would take for ever for.
  @Test func manyStarsAreQuick() {
    let pattern = PathPattern(String(repeating: "*a", count: 60) + "b")
    let clock = ContinuousClock()
    let start = clock.now
    #expect(!pattern.matches(String(repeating: "a", count: 600)))
    #expect(clock.now - start < .seconds(10))
  }
}
