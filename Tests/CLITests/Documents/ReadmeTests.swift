import Foundation
import Testing

@testable import advert

/// What the README, the page of commands and the guides show is what the command prints. `UPDATE_GOLDEN=1` rewrites it.
@Suite struct ReadmeTests {
  /// The pages for those who use the command.
  static let pages: [String] = {
    let folder = CommandLineRun.root.appending(path: "Docs/Guides").path
    let guides = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ["README.md", "Docs/Commands.md"] + guides.sorted().map { "Docs/Guides/\($0)" }
  }()

  /// Every command of a page that names files of the reader is one that can be given.
  @Test(arguments: pages) func commandsCanBeGiven(_ page: String) throws {
    let text = try String(contentsOf: CommandLineRun.root.appending(path: page), encoding: .utf8)
    let blocks = text.components(separatedBy: "```sh\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    for line in blocks.flatMap({ $0.split(separator: "\n") }) where line.hasPrefix("advert ") { check(line) }
  }

  /// So is every example of a manual page.
  @Test func examplesCanBeGiven() throws {
    let file = CommandLineRun.root.appending(path: "Packaging/manual.toml")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let examples = lines.filter { $0.hasPrefix("line = \"") }.map { $0.dropFirst(8).dropLast() }
    #expect(examples.count > 12)
    for line in examples.flatMap({ $0.components(separatedBy: "\\n") }) { check(line[...]) }
  }

  /// What the shell makes of a line can be given to the command.
  private func check(_ line: Substring) {
    let words = line.split(separator: "#")[0].split(separator: ">")[0].split(
      separator: "'", omittingEmptySubsequences: false)
    let arguments = words.enumerated().flatMap { index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }.dropFirst()
    guard let first = arguments.first else { return }
    // A capture alone is inspected, and scripts for shells end in an error of their own.
    guard first != "--generate-completion-script" else { return }
    let isCommand = AdvertCommand.commandNames.contains(first)
    #expect(throws: Never.self, "\(line)") {
      _ = try LongCommandLine.parse(isCommand ? Array(arguments) : ["inspect"] + arguments)
    }
  }

  /// A guide is read at a glance.
  @Test func aGuideIsAScreen() throws {
    let guides = Self.pages.filter { $0.contains("Guides/") }
    #expect(guides.count == 7)
    for page in guides {
      let text = try String(contentsOf: CommandLineRun.root.appending(path: page), encoding: .utf8)
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 60, "\(page)")
    }
  }

  @Test(arguments: pages) func commandBlocksAreCurrent(_ page: String) throws {
    let file = CommandLineRun.root.appending(path: page)
    let written = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    var current = ""
    var commands = 0
    for (index, part) in written.components(separatedBy: "```console\n").enumerated() {
      guard index > 0 else {
        current += part
        continue
      }
      let command = try #require(part.split(separator: "\n").first)
      let end = try #require(part.range(of: "\n```\n"))
      let arguments = command.dropFirst("$ advert ".count).split(separator: " ").map(String.init)
      current += "```console\n\(command)\n\(CommandLineRun(arguments).output)```\n" + part[end.upperBound...]
      commands += 1
    }
    #expect(commands >= (["README.md": 1, "Docs/Commands.md": 6][page] ?? 0))
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(current.utf8).write(to: file)
    } else {
      #expect(written == current, "run `make format` to rewrite the outputs of \(page)")
    }
  }
}
