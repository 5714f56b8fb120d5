import Foundation
import Testing

@testable import advert

/// `--output` and `--color`, which every command has.
@Suite struct OutputOptionsTests {
  private static let before = "Fixtures/angi/before.btsnoop"
  private static let commands = [
    ["inspect", before], ["reach", before], ["repack", before], ["dump", before], ["decode", "020106"], ["rules"],
    ["profiles"], ["rules", "--format", "json"],
  ]

  private static func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private static func text(of file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  @Test(arguments: commands, ["-o", "--output"])
  func theFileHoldsTheResult(_ command: [String], _ option: String) throws {
    try Self.withFolder { folder in
      let file = folder.appending(path: "result")
      try Data("older and longer than any result, in part".utf8).write(to: file)
      let run = CommandLineRun(command + [option, file.path])
      let shown = CommandLineRun(command)
      #expect(run.status == shown.status)
      #expect(run.output.isEmpty)
      #expect(run.diagnostics == shown.diagnostics)
      let written = try Self.text(of: file)
      #expect(written == shown.output)
    }
  }

  /// CI writes the report into a file and shows the summary in its log.
  @Test func lintSummarisesWhatIsInTheFile() throws {
    try Self.withFolder { folder in
      let file = folder.appending(path: "result.sarif")
      let run = CommandLineRun(["lint", Self.before, "--format", "sarif", "-o", file.path])
      let shown = CommandLineRun(["lint", Self.before, "--format", "sarif"])
      #expect(run.status == .findings)
      let written = try Self.text(of: file)
      #expect(written == shown.output)
      #expect(run.output.split(separator: "\n").count == 1)
      #expect(run.output.contains("1 device"))
    }
  }

  @Test(arguments: ["inspect", "lint", "reach", "repack", "dump"])
  func anInputIsNotWrittenOver(_ command: String) throws {
    try Self.withFolder { folder in
      let input = folder.appending(path: "capture.btsnoop")
      let link = folder.appending(path: "link")
      let octets = try Data(contentsOf: CommandLineRun.root.appending(path: Self.before))
      try octets.write(to: input)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: input)
      for output in [input.path, link.path, folder.path + "/./capture.btsnoop"] {
        let run = CommandLineRun([command, input.path, "-o", output])
        #expect(run.status == .failure)
        #expect(run.output.isEmpty)
        #expect(run.diagnostics == "advert: \(output): is an input, so results are not written to it\n")
        #expect(try Data(contentsOf: input) == octets)
      }
    }
  }

  @Test func aFileThatCannotBeWrittenIsAFailure() {
    let run = CommandLineRun(["rules", "-o", "/no/such/folder/result"])
    #expect(run.status == .failure)
    #expect(run.diagnostics == "advert: /no/such/folder/result: cannot be written: no such file or directory\n")
  }

  @Test func colourCanBeDemanded() throws {
    let coloured = CommandLineRun(["rules", "--color", "always"]).output
    #expect(coloured.contains("\u{1B}["))
    #expect(!CommandLineRun(["rules", "--color", "never"]).output.contains("\u{1B}"))
    #expect(!CommandLineRun(["rules", "--format", "json", "--color", "always"]).output.contains("\u{1B}"))
    try Self.withFolder { folder in
      let file = folder.appending(path: "result")
      #expect(CommandLineRun(["rules", "--color", "always", "-o", file.path]).status == .success)
      let written = try Self.text(of: file)
      #expect(written == coloured)
    }
  }

  @Test func otherWordsForColourAreRefused() {
    #expect(CommandLineRun(["rules", "--color", "sometimes"]).status == .failure)
  }

  @Test(arguments: [["c", "json"], ["zephyr", "text"]]) func formAndFormatExcludeEachOther(_ words: [String]) {
    let run = CommandLineRun(["repack", Self.before, "--form", words[0], "--format", words[1]])
    #expect(run.status == .failure)
    #expect(run.output.isEmpty)
    #expect(run.diagnostics.contains("--form and --format exclude each other; `advert"))
  }

  /// Nothing is known of the advertising data: no finding may rest on it.
  @Test func aScanResponseAloneLeavesTheAdvertisingDataUnknown() throws {
    let lint = CommandLineRun(["lint", "--scan-response", GoldenTests.helmetScanResponse])
    #expect(!lint.output.contains("byte 0 of advertising data"))
    #expect(!lint.output.contains("service-uuid-only-in-scan-response"))
    let decoded = CommandLineRun(["decode", "--scan-response", GoldenTests.helmetScanResponse, "--format", "json"])
    let document = try JSONSerialization.jsonObject(with: Data(decoded.output.utf8)) as? [String: Any]
    #expect(document?["advertising"] is NSNull)
    let reach = CommandLineRun(
      ["reach", "--scan-response", GoldenTests.helmetScanResponse, "--service", GoldenTests.helmetService])
    #expect(reach.output.contains("unknown"))
  }
}
