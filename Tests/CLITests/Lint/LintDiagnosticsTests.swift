import AdvertReport
import Foundation
import Testing

/// `lint --format gcc`, read by what reads the diagnostics of compilers.
@Suite struct LintDiagnosticsTests {
  private struct JSONFinding: Decodable {
    let rule: String
    let severity: String
    let source: Source

    struct Source: Decodable {
      let line: Int?
      let column: Int?
    }
  }

  private struct Document: Decodable { let findings: [JSONFinding] }

  static let inputs = [
    "Fixtures/angi/before.btsnoop", "Fixtures/angi/before.hex", "Fixtures/lint/crowd.hex", "Fixtures/famous/advert.yml",
    "Fixtures/formats/bugreport.zip", "Fixtures/images/zephyr-thumb.elf", "Fixtures/images/zephyr-thumb-stripped.elf",
    "Fixtures/images/arrays-aarch64.elf", "Fixtures/lint/slow.yml", "Fixtures/missing.log",
  ]

  @Test(arguments: inputs) func everyFindingIsMatched(_ input: String) throws {
    let json = CommandLineRun(["lint", input, "--format", "json"])
    let findings = try JSONDecoder().decode(Document.self, from: Data(json.output.utf8)).findings
    let run = CommandLineRun(["lint", input, "--format", "gcc"])
    #expect(run.status == json.status)
    let lines = run.output.split(separator: "\n")
    let diagnostics = lines.compactMap { CompilerDiagnostic($0) }
    #expect(!findings.isEmpty && diagnostics.count == lines.count - 1, "\(run.output)")
    #expect(diagnostics.map(\.rule) == findings.map(\.rule))
    #expect(diagnostics.map(\.severity) == findings.map(\.severity))
    #expect(diagnostics.map(\.line) == findings.map { $0.source.line ?? 1 })
    #expect(diagnostics.map(\.column) == findings.map { $0.source.column ?? 1 })
    if findings.allSatisfy({ $0.source.line == nil }) { #expect(diagnostics.allSatisfy { $0.file == input }) }
  }

  /// Without notes, of which VS Code's own pattern says nothing.
  @Test func warningsAreMatchedByVSCode() {
    let output = CommandLineRun(["lint"] + Self.inputs + ["--format", "gcc"]).output
    let lines = output.split(separator: "\n").dropLast().filter { CompilerDiagnostic($0)?.severity != "note" }
    #expect(lines.count > 10)
    for line in lines {
      #expect(line.wholeMatch(of: /(.*?):(\d+):(\d*):?\s+(?:fatal\s+)?(warning|error):\s+(.*)/) != nil, "\(line)")
    }
  }

  @Test func whatIsNoFileHasTheNamesOfCompilers() {
    let output = CommandLineRun(["lint", "--adv", "02 01 86", "--format", "gcc"]).output
    #expect(output.hasPrefix("<command-line>:1:1: warning: layout: reserved bits 0x80"))
  }

  /// A file that is called like a diagnostic is not taken for one of another file.
  @Test(arguments: ["main.c:7:1: error: gone [x].hex", "a:1:2.hex", "C:3.hex", ":4:5: note: .hex"])
  func namesOfFilesAreNoPlaces(_ name: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "diagnostics-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data("\n\nlamp: 02 01 86\n".utf8).write(to: file)
    let output = CommandLineRun(["lint", file.path, "--format", "gcc"]).output
    let diagnostic = try #require(output.split(separator: "\n").first.flatMap { CompilerDiagnostic($0) })
    #expect(diagnostic.line == 3 && diagnostic.column == 13)
    #expect(diagnostic.severity == "warning" && diagnostic.rule == "flags-reserved-bits")
    #expect(diagnostic.file.replacing("\\u{3A}", with: ":") == file.path)
  }
}
