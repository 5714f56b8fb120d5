import Foundation
import Testing

@testable import advert

/// `--format jsonl` has the rows of the documents.
@Suite struct RowsTests {
  /// The objects of the lines, in a form that can be compared.
  private func rows(_ arguments: [String], without key: String? = nil) throws -> [String] {
    let output = CommandLineRun(arguments + ["--format", "jsonl"]).output
    return try output.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      var row = try #require(object)
      if let key { row[key] = nil }
      return try text(row)
    }
  }

  private func elements(_ key: String, of arguments: [String]) throws -> [String] {
    let output = CommandLineRun(arguments + ["--format", "json"]).output
    let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    return try #require(document?[key] as? [[String: Any]]).map { element in try text(element) }
  }

  private func text(_ object: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]), as: UTF8.self)
  }

  @Test func eachFindingIsALine() throws {
    let arguments = ["lint", "Fixtures/angi/before.btsnoop", "Fixtures/lint/crowd.hex"]
    let findings = try elements("findings", of: arguments)
    #expect(!findings.isEmpty)
    #expect(try rows(arguments) == findings)
    #expect(CommandLineRun(arguments + ["--format", "jsonl"]).status == CommandLineRun(arguments).status)
  }

  @Test func eachDeviceIsALineWithItsCapture() throws {
    let arguments = ["inspect", "Fixtures/angi/before.btsnoop", "Fixtures/angi/after.btsnoop"]
    let devices = try elements("advertisers", of: arguments)
    #expect(!devices.isEmpty)
    #expect(try rows(arguments, without: "path") == devices)
    #expect(try rows(arguments) != devices)
  }
}
