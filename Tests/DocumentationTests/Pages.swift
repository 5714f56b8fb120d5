import Foundation
import Testing

/// An example as it is compiled and run here: the lines between `// Page: PATH` and `// End`.
struct Example {
  /// Where it is shown, below the repository.
  let page: String
  /// The line of its first mark.
  let line: Int
  let code: String

  /// What it prints, as its last lines say.
  var output: [String] {
    code.components(separatedBy: "\n").filter { $0.hasPrefix("// ") }.map { String($0.dropFirst(3)) }
  }

  /// Every example in a file of this folder.
  static func all(in file: String) throws -> [Example] {
    var examples: [Example] = []
    var page: (path: String, line: Int)?
    var code: [Substring] = []
    for (index, line) in try String(contentsOfFile: file, encoding: .utf8).components(separatedBy: "\n").enumerated() {
      let text = line.trimmingPrefix { $0 == " " }
      if text.hasPrefix("// Page: ") {
        page = (String(text.dropFirst("// Page: ".count)), index + 1)
        code = []
      } else if text == "// End", let start = page {
        // The name of a file in place of the one that is read here.
        let shown = code.joined(separator: "\n").replacing("sensorLog", with: "\"btsnoop_hci.log\"")
        examples.append(Example(page: start.path, line: start.line, code: shown))
        page = nil
      } else if page != nil {
        code.append(line.dropFirst(4))
      }
    }
    return examples
  }
}

/// A page with Swift in it.
enum Page {
  static let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  /// The articles of all catalogues, the README, and the guide for Swift.
  static let paths: [String] = {
    let sources = repository.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.allObjects ?? []
    let articles = files.compactMap { ($0 as? URL)?.path }.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
    return ["README.md", "Docs/Guides/Swift.md"]
      + articles.map { String($0.dropFirst(repository.path.count + 1)) }.sorted()
  }()

  /// The code blocks of a page without their imports.
  static func examples(at path: String) throws -> [String] {
    let text = try String(contentsOf: repository.appending(path: path), encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    return blocks.map { block in
      block.components(separatedBy: "\n").drop { $0.isEmpty || $0.hasPrefix("import ") }.joined(separator: "\n")
    }
  }
}

extension Page {
  /// The code blocks in the comments of all sources.
  static func examplesInComments() throws -> [(file: String, code: String)] {
    let sources = repository.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.allObjects ?? []
    return try files.compactMap { ($0 as? URL)?.path }.filter { $0.hasSuffix(".swift") }.sorted().flatMap { path in
      let lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
        .map { $0.trimmingPrefix { $0 == " " } }.filter { $0.hasPrefix("///") }.map { $0.dropFirst(4) }
      let blocks = lines.joined(separator: "\n").components(separatedBy: "```swift\n").dropFirst()
      return blocks.map { (path, $0.components(separatedBy: "\n```")[0]) }
    }
  }
}

/// What an example prints.
final class Printed {
  private(set) var lines: [String] = []

  func add(_ items: [Any]) {
    lines.append(items.map { "\($0)" }.joined(separator: " "))
  }

  /// Compares with what the examples between two lines of a file say.
  func matches(_ file: String, _ lines: Range<Int>, _ location: SourceLocation = #_sourceLocation) throws {
    let examples = try Example.all(in: file).filter { lines.contains($0.line) }
    #expect(!examples.isEmpty, sourceLocation: location)
    #expect(self.lines == examples.flatMap(\.output), sourceLocation: location)
  }
}
