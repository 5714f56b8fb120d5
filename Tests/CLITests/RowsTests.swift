import Foundation
import Testing

@testable import advert

/// `--format jsonl` has the rows of the documents.
@Suite struct RowsTests {
  private func objects(_ text: String) throws -> [NSDictionary] {
    try text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary)
    }
  }

  private func elements(_ key: String, of arguments: [String]) throws -> [NSDictionary] {
    let output = CommandLineRun(arguments + ["--format", "json"]).output
    let document = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    return try #require(document?[key] as? [NSDictionary])
  }

  @Test func eachFindingIsALine() throws {
    let arguments = ["lint", "Fixtures/angi/before.btsnoop", "Fixtures/lint/crowd.hex"]
    let findings = try elements("findings", of: arguments)
    let run = CommandLineRun(arguments + ["--format", "jsonl"])
    #expect(!findings.isEmpty)
    #expect(try objects(run.output) == findings)
    #expect(run.status == CommandLineRun(arguments).status)
  }

  @Test func eachDeviceIsALineWithItsCapture() throws {
    let arguments = ["inspect", "Fixtures/angi/before.btsnoop", "Fixtures/angi/after.btsnoop"]
    let devices = try elements("advertisers", of: arguments)
    let rows = try objects(CommandLineRun(arguments + ["--format", "jsonl"]).output)
    #expect(rows.map { $0["path"] as? String } == Array(arguments.dropFirst()))
    let withoutPaths = rows.map { row in
      let copy = NSMutableDictionary(dictionary: row)
      copy.removeObject(forKey: "path")
      return copy as NSDictionary
    }
    #expect(withoutPaths == devices)
  }
}
