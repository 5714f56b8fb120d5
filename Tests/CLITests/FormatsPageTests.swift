import AdvertisingData
import Foundation
import TestSupport
import Testing

/// The table of Docs/Formats.md is a projection of the formats. `make format` rewrites it.
@Suite struct FormatsPageTests {
  @Test func formatsPageIsCurrent() throws {
    let page = CommandLineRun.root.appending(path: "Docs/Formats.md")
    let written = String(decoding: try Data(contentsOf: page), as: UTF8.self)
    let (begin, end) = (
      "<!-- From the samples of the tests, by `make format`. -->\n", "<!-- End of what is made from samples. -->"
    )
    let parts = written.split(separator: begin, omittingEmptySubsequences: false)
    let rest = try #require(parts.last?.split(separator: end, omittingEmptySubsequences: false).last)
    let current = "\(parts[0])\(begin)\(try Self.table())\(end)\(rest)"
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(current.utf8).write(to: page)
    }
    let now = String(decoding: try Data(contentsOf: page), as: UTF8.self)
    #expect(now == current, "run `make format` to rewrite Docs/Formats.md")
  }

  private static func table() throws -> String {
    var keys: [String: [String]] = [:]
    for sample in SampleValues.formats {
      guard let known = PrivacyPageTests.known(sample.hex) else { continue }
      for field in known.reading.fields.flattened where !field.key.isEmpty && field.key != "data" {
        if !(keys[known.format.id] ?? []).contains(field.key) { keys[known.format.id, default: []].append(field.key) }
      }
    }
    let rows = KnownPayload.formats.sorted { $0.name.lowercased() < $1.name.lowercased() }.map { format in
      let fields = (keys[format.id] ?? []).map { "`\($0)`" }.joined(separator: ", ")
      return "| \(format.name) | `\(format.id)` | \(format.carrierDescription) | \(fields) |"
    }
    return (["", "| format | id | where | fields |", "| --- | --- | --- | --- |"] + rows).joined(separator: "\n")
      + "\n\n"
  }
}
