import AdvertReport
import Foundation
import Testing

/// A page that `make format` writes. Its first line says what it is made from.
enum WrittenPage {
  static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil

  /// Checks that a page is current, after writing it when `UPDATE_GOLDEN` is set.
  static func check(
    _ name: String, madeFrom source: String, is text: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let first = "<!-- Written by `make format` from \(source); `make test` checks that it is current. -->\n"
    try check(name, is: first + text, location: location)
  }

  /// Checks the pages of a folder. It has no others.
  static func check(
    folder: String, madeFrom source: String, are pages: [ReferencePage], location: SourceLocation = #_sourceLocation
  ) throws {
    let names = Set(pages.map { "\($0.name).md" })
    #expect(names.count == pages.count, sourceLocation: location)
    for page in pages {
      try check("\(folder)/\(page.name).md", madeFrom: source, is: page.text, location: location)
    }
    let path = CommandLineRun.root.appending(path: folder)
    let others = try FileManager.default.contentsOfDirectory(atPath: path.path).filter { !names.contains($0) }
    #expect(others == [], "\(folder) has pages that nothing makes", sourceLocation: location)
  }

  /// Checks the parts of a page between `<!-- From NAME, by …` and `<!-- End of NAME.`; the words around them stay.
  static func check(
    _ name: String, parts: [(name: String, text: String)], location: SourceLocation = #_sourceLocation
  ) throws {
    var current = try text(of: name)
    for part in parts {
      let (begin, end) = ("<!-- From \(part.name), by `make format`. -->\n", "<!-- End of \(part.name). -->")
      let from = try #require(current.range(of: begin), "\(name) lacks \(begin)", sourceLocation: location)
      let to = try #require(
        current.range(of: end, range: from.upperBound..<current.endIndex), "\(name) lacks \(end)",
        sourceLocation: location)
      current = current[..<from.upperBound] + "\n" + part.text + "\n" + current[to.lowerBound...]
    }
    try check(name, is: current, location: location)
  }

  static func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: CommandLineRun.root.appending(path: name)), as: UTF8.self)
  }

  private static func check(_ name: String, is current: String, location: SourceLocation) throws {
    if isUpdating { try Data(current.utf8).write(to: CommandLineRun.root.appending(path: name)) }
    #expect(try text(of: name) == current, "run `make format` to rewrite \(name)", sourceLocation: location)
  }
}
