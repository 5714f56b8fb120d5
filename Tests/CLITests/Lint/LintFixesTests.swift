import Foundation
import Testing

/// The fixes of the SARIF report, applied to the file as an editor would.
@Suite struct LintFixesTests {
  static let files: [(name: String, text: String)] = [
    (
      "before.hex",
      "# As sold.\nadvertising: 03 19 00 00 02 01 06 09 09 53 48 53 2d 32 30 37 31 # new\nscan-response: " + uart
    ),
    (
      "long.hex",
      "advertising: 02 01 06 03 03 0f 18 1a 09" + String(repeating: " 41", count: 25)
        + "\nadvertising: 03 03 0f 18 02 01 06\n"
    ),
    (
      "many.hex",
      "advertising: 02 01 06 05 03 0f 18 0a 18 02 01 06\n\none: 02 01 06\r\none scan-response: 03 02 0f 18 03 08 41 42\r\n"
    ),
    (
      "hex.yml",
      "layouts:\n  a:\n    advertising: 0x03,0x19,0x00,0x00,0x02,0x01,0x06\n    scanResponse: |\n      \(uart)\n  b: {}\n"
    ),
    (
      "fields.yml",
      """
      layouts:
        a:
          advertising:
            - appearance: 0 # none
            - name: SHS-2071
            - flags: [general-discoverable, br-edr-not-supported]
          scanResponse:
            - services: [6e400001-b5a3-f393-e0a9-e50e24dcca9e]
        "ü": { advertising: [{ name: Helmet of a company }, { flags: 6 }], scanResponse: [{ services: [180f] }] }
      # The end.

      """
    ),
  ]

  private static let uart = "11 07 9e ca dc 24 0e e5 a9 e0 93 f3 a3 b5 01 00 40 6e"

  @Test(arguments: files.map(\.name)) func takeTheirFindingsAway(_ name: String) throws {
    let text = try #require(Self.files.first { $0.name == name }?.text)
    let results = try Self.lint(text, named: name)
    var fixed: Set<String> = []
    for result in results {
      guard let change = result.changes.first else { continue }
      fixed.insert(result.rule)
      let new = Self.applying(change, to: text)
      let rest = try Self.lint(new, named: name)
      #expect(!rest.contains { $0.rule == result.rule && $0.message == result.message }, "\(result.rule):\n\(new)")
    }
    #expect(!fixed.isEmpty)
    #expect(fixed.contains("service-uuid-only-in-scan-response") || name == "long.hex")
  }

  private struct Result {
    let rule: String
    let message: String
    let changes: [[Replacement]]
  }

  private struct Replacement {
    let start: (line: Int, column: Int)
    let end: (line: Int, column: Int)
    let text: String
  }

  private static func lint(_ text: String, named name: String) throws -> [Result] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fixes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: name)
    try Data(text.utf8).write(to: path)
    let run = CommandLineRun(["lint", path.path, "--format", "sarif"])
    #expect(run.diagnostics.isEmpty)
    let log = try JSONDecoder().decode(Log.self, from: Data(run.output.utf8))
    return log.runs.flatMap(\.results).map { result in
      Result(
        rule: result.ruleId, message: result.message.text.prefix { $0 != "\n" }.description,
        changes: result.fixes?.map { $0.artifactChanges.flatMap(\.replacements).map(\.replacement) } ?? [])
    }
  }

  /// From the end to the start, so that places stay what they are.
  private static func applying(_ replacements: [Replacement], to text: String) -> String {
    var text = text
    let places = replacements.map { replacement in
      (range: index(of: replacement.start, in: text)..<index(of: replacement.end, in: text), text: replacement.text)
    }
    for place in places.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      text.replaceSubrange(place.range, with: place.text)
    }
    return text
  }

  private static func index(of place: (line: Int, column: Int), in text: String) -> String.Index {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let line = lines[place.line - 1]
    return line.index(line.startIndex, offsetBy: place.column - 1)
  }

  // MARK: The log, as far as it matters

  private struct Log: Decodable {
    let runs: [Run]

    struct Run: Decodable {
      let results: [Found]
    }

    struct Found: Decodable {
      let ruleId: String
      let message: Message
      let fixes: [Fix]?
    }

    struct Message: Decodable {
      let text: String
    }

    struct Fix: Decodable {
      let artifactChanges: [Change]
    }

    struct Change: Decodable {
      let replacements: [Replaced]
    }

    struct Replaced: Decodable {
      let deletedRegion: Region
      let insertedContent: Message

      var replacement: Replacement {
        Replacement(
          start: (deletedRegion.startLine, deletedRegion.startColumn),
          end: (deletedRegion.endLine, deletedRegion.endColumn), text: insertedContent.text)
      }
    }

    struct Region: Decodable {
      let startLine: Int
      let startColumn: Int
      let endLine: Int
      let endColumn: Int
    }
  }
}
