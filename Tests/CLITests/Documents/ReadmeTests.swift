import Foundation
import Testing

@testable import advert

/// The outputs that the README and the pages of Docs show are those that the command prints. `UPDATE_GOLDEN=1` rewrites
/// them.
@Suite struct ReadmeTests {
  /// The pages that people write; other tests check those that `make format` writes.
  static let pages: [String] = {
    let root = CommandLineRun.root
    let files = FileManager.default.enumerator(atPath: root.appending(path: "Docs").path)?.allObjects ?? []
    let pages = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }.map { "Docs/\($0)" }
    return ["README.md"]
      + pages.sorted().filter { page in
        let text = (try? String(contentsOf: root.appending(path: page), encoding: .utf8)) ?? ""
        return text.contains("advert ") && !text.contains("<!-- Written by")
      }
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

  /// A page has one task; the parts that `make format` writes do not count.
  @Test func pagesAreShort() throws {
    #expect(Self.pages.count > 15)
    for page in Self.pages {
      let text = try String(contentsOf: CommandLineRun.root.appending(path: page), encoding: .utf8)
      #expect(text.components(separatedBy: "<!-- From")[0].split { $0.isWhitespace }.count <= 3500, "\(page)")
    }
  }

  @Test(arguments: pages) func commandBlocksAreCurrent(_ page: String) throws {
    let file = CommandLineRun.root.appending(path: page)
    let written = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    var current = ""
    var commands = 0
    for (index, part) in written.components(separatedBy: "```console\n$ advert ").enumerated() {
      guard index > 0 else {
        current += part
        continue
      }
      let command = try #require(part.split(separator: "\n").first)
      let end = try #require(part.range(of: "\n```\n"))
      let arguments = command.split(separator: " ").map(String.init)
      current += "```console\n$ advert \(command)\n\(CommandLineRun(arguments).output)```\n" + part[end.upperBound...]
      commands += 1
    }
    #expect(commands >= (["README.md": 1, "Docs/Tutorial.md": 5][page] ?? 0))
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(current.utf8).write(to: file)
    } else {
      #expect(written == current, "run `make format` to rewrite the outputs of \(page)")
    }
  }
}
