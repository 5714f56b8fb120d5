import Foundation
import Testing

/// What the README shows is what the command prints. `UPDATE_GOLDEN=1` rewrites it.
@Suite struct ReadmeTests {
  @Test func commandBlocksAreCurrent() throws {
    let file = CommandLineRun.root.appending(path: "README.md")
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
    #expect(commands >= 3)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(current.utf8).write(to: file)
    } else {
      #expect(written == current, "run `make format` to rewrite the README's outputs")
    }
  }
}
