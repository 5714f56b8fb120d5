import AdvertManifest
import AdvertReport
import Foundation
import Testing

@testable import advert

/// Reference/advert.schema.json and Reference/Manifest.md are projections of the tables that the reader goes by. `make format`
/// rewrites them.
@Suite struct ManifestPagesTests {
  @Test func schemaIsCurrent() throws {
    let name = "Reference/advert.schema.json"
    let current = ManifestSchema().json
    if WrittenPage.isUpdating { try Data(current.utf8).write(to: CommandLineRun.root.appending(path: name)) }
    #expect(try WrittenPage.text(of: name) == current, "run `make format` to rewrite \(name)")
  }

  @Test func fieldsAreCurrent() throws {
    let head = """
      # Fields of manifests

      The fields of the payloads of a layout, `advertising` and `scanResponse`, in [the manifest](../Docs/Manifest.md#layouts).


      """
    try WrittenPage.check(
      "Reference/Manifest.md", madeFrom: "the table of fields", is: head + FieldTable(StructuredField.all).markdown)
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
