import Foundation
import Testing

@testable import AdvertReport
@testable import advert

/// Text on terminals: lines are broken between words only.
@Suite struct FittedTextTests {
  private static let runs: [[String]] = [
    ["lint", "Fixtures/angi/before.btsnoop"], ["lint", "Fixtures/lint/crowd.hex", "--notes"],
    ["lint", "Fixtures/sources/helmet.ino"], ["inspect", "Fixtures/angi/before.btsnoop"],
    ["inspect", "Fixtures/logs/esphome.log"], ["reach", "Fixtures/famous/advert.yml"],
    ["reach", "Fixtures/angi/before.btsnoop", "--device", "F0:"], ["repack", "Fixtures/angi/before.hex"],
    ["diff", "Fixtures/angi/before.hex", "Fixtures/angi/after.hex"], ["rules"], ["rules", "flags-missing"],
    ["profiles"], ["profiles", "android"], ["decode", "020106"],
    ["lint", "Fixtures/angi/before.btsnoop", "--statistics"],
    [],
  ]

  @Test(arguments: runs, [60, 80]) func noWordIsBroken(_ arguments: [String], _ columns: Int) {
    let output = CommandLineRun(arguments, columns: columns).output
    for line in output.split(separator: "\n") where DisplayWidth.of(String(line)) > columns {
      // Only a word that has no room by itself is longer.
      #expect(!line.drop { $0 == " " }.contains(" "), "\(line)")
    }
  }

  /// Whatever the text and the width, the words stay, and a line with several fits.
  @Test(arguments: 24..<60) func wordsStay(_ columns: Int) {
    let style = TextStyle(isColored: true, columns: columns)
    let words = (1...40).map { String(repeating: "x", count: $0 * 7 % 19 + 1) }
    let text = "  at: " + words.map { $0.count % 3 == 0 ? style.strong($0) : $0 }.joined(separator: " ")
    let fitted = style.fitted(text)
    #expect(fitted.split { $0 == " " || $0 == "\n" } == text.split(separator: " "))
    for line in fitted.split(separator: "\n") {
      let visible = line.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated().map {
        $0.offset == 0 ? String($0.element) : String($0.element.drop { $0 != "m" }.dropFirst())
      }.joined()
      #expect(DisplayWidth.of(visible) <= columns)
    }
    #expect(TextStyle.plain.fitted(text) == text)
  }

  @Test func aPageIsNotForATerminal() {
    let run = CommandLineRun(["report", "Fixtures/angi/before.btsnoop"], columns: 80)
    #expect(run.status == .failure && run.output.isEmpty)
    #expect(run.diagnostics.contains("--output page.html"))
    #expect(
      CommandLineRun(["report", "Fixtures/angi/before.btsnoop", "--format", "markdown"], columns: 80).status == .success
    )
    #expect(CommandLineRun(["report", "Fixtures/angi/before.btsnoop"]).output.hasPrefix("<!DOCTYPE html>"))
  }

  @Test func helpOfLintBeginsWithFrequentOptions() throws {
    let lines = CommandLineRun(["lint", "--help"]).output.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("FREQUENT OPTIONS") })
    let end = try #require(lines[(start + 1)...].firstIndex { $0.hasSuffix(":") && !$0.hasPrefix(" ") })
    #expect(end <= 41)
    for option in ["--device", "--service", "--for", "--select", "--ignore", "--format", "--fail-on", "--statistics"] {
      #expect(lines[start..<end].contains { $0.hasPrefix("  \(option)") }, "\(option)")
    }
  }
}
