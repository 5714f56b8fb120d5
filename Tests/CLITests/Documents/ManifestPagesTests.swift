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
      "Reference/Manifest.md", madeFrom: "the table of fields", is: head + Self.table(of: StructuredField.all))
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

  /// Returns the fields as a table.
  private static func table(of fields: [StructuredField]) -> String {
    let rows = fields.map { "| `\($0.key)` | \(words(for: $0.shape)) | \($0.summary) |" }
    return (["| field | value | meaning |", "| --- | --- | --- |"] + rows).joined(separator: "\n") + "\n"
  }

  private static func words(for shape: ValueShape) -> String {
    switch shape {
    case .text: "text"
    case .pattern: "text, [placeholders](../Docs/Manifest.md#placeholders)"
    case .words(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .number(let range): "\(range.lowerBound) to \(range.upperBound), or hexadecimal after `0x`"
    case .duration: "a duration"
    case .truth: "`true` or `false`"
    case .hex: "hex, [placeholders](../Docs/Manifest.md#placeholders)"
    case .uuid: "a UUID or the name of a service"
    case .company: "0 to 65535, hexadecimal after `0x`, or the name of a company"
    case .address: "an address"
    case .rule: "the id of a rule"
    case .profile, .knownProfile: "the id of a profile"
    case .stack: "the id of a stack"
    case .list(let element): "a list of: \(words(for: element))"
    case .form(let form):
      form.keys.map { "`\($0.name)`\($0.isRequired ? "" : " (may be left out)"): \(words(for: $0.shape))" }
        .joined(separator: "; ")
    case .named(let shape): "by name: \(words(for: shape))"
    case .scanners: "scanners by id"
    case .levels: "levels by rule"
    case .either(let shapes): shapes.map(words).joined(separator: "; or ")
    case .payload: "a payload"
    }
  }
}
