import AdvertManifest
import AdvertReport
import Foundation
import Testing

@testable import advert

/// Docs/advert.schema.json and the table of fields in Docs/Manifest.md are projections of the tables that the reader goes
/// by. `make format` rewrites them.
@Suite struct ManifestPagesTests {
  private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil

  private func isCurrent(_ name: String, _ current: (String) -> String) throws {
    let file = CommandLineRun.root.appending(path: "Docs/\(name)")
    var written = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let current = current(written)
    if Self.isUpdating {
      try Data(current.utf8).write(to: file)
      written = current
    }
    #expect(written == current, "run `make format` to rewrite Docs/\(name)")
  }

  @Test func schemaIsCurrent() throws {
    try isCurrent("advert.schema.json") { _ in ManifestSchema().json }
  }

  @Test func fieldsOfThePageAreCurrent() throws {
    let mark = "<!-- fields -->\n"
    try isCurrent("Manifest.md") { page in
      page.components(separatedBy: mark)[0] + mark + "\n" + FieldTable(StructuredField.all).markdown
    }
  }

  /// The example of the page is a manifest, and its second layout is clean.
  @Test func exampleIsWhatThePageSays() throws {
    let page = try String(contentsOf: CommandLineRun.root.appending(path: "Docs/Manifest.md"), encoding: .utf8)
    let example = try #require(
      page.components(separatedBy: "```yaml\n").dropFirst().first?.components(separatedBy: "```").first)
    let file = FileManager.default.temporaryDirectory.appending(path: "advert-\(UUID().uuidString).yml")
    try Data(example.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = CommandLineRun(["lint", file.path])
    #expect(run.status == .success, "\(run.transcript)")
    #expect(run.output.hasSuffix("no findings; 2 devices, 2 layouts judged; 1 finding ignored\n"), "\(run.transcript)")
  }

  @Test func schemaKnowsEveryField() throws {
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(ManifestSchema().json.utf8)) as? [String: Any])
    let definitions = try #require(schema["$defs"] as? [String: Any])
    let fields = try #require((definitions["fields"] as? [String: Any])?["properties"] as? [String: Any])
    #expect(Set(fields.keys) == Set(StructuredField.all.map(\.key)))
    let keys = try #require(schema["properties"] as? [String: Any])
    #expect(Set(keys.keys) == Set(Manifest.form.keys.map(\.name)))
  }
}
