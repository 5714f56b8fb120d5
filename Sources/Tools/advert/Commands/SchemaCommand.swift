internal import AdvertManifest
internal import AdvertReport
internal import AdvertWatch
internal import ArgumentParser

extension OutputDocument {
  /// All documents, except the manifest, which is an input.
  static let all = ofReports + [WatchLines.document]
}

struct SchemaCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of an output or manifest.",
    discussion: """
      Without a name it lists what there are schemas of. A schema has every key with its meaning, its type, and when \
      it is null; a key that it does not have is a mistake.

      That of the manifest is for editors. Write it beside the manifest with --output advert.schema.json. With this \
      line in the manifest, editors complete its keys and mark mistakes: `# yaml-language-server: \
      $schema=advert.schema.json`.
      """)

  @Argument(
    help: "What the schema is of. Without it, the names are listed.",
    completion: .list([manifest] + OutputDocument.all.map(\.name)))
  var name: String?

  @OptionGroup var writing: OutputOptions

  private static let manifest = "manifest"

  func run(on console: Console) throws -> ExitStatus {
    guard let name else {
      try console.output(Self.list)
      return .success
    }
    if name == Self.manifest {
      try console.output(ManifestSchema().json)
      return .success
    }
    guard let document = OutputDocument.all.first(where: { $0.name == name }) else {
      let nearest = NearestWord.to(name, among: [Self.manifest] + OutputDocument.all.map(\.name))
      throw CommandFailure(
        "schema: expected a name that `advert schema` lists, found \(HostileText.quoted(name))"
          + (nearest.map { "; did you mean \"\($0)\"?" } ?? ""))
    }
    try console.output(JSONSchema(document).json)
    return .success
  }

  private static var list: String {
    let rows = OutputDocument.all.map { ($0.name, $0.title) } + [(manifest, "a manifest, advert.yml")]
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, title in
      name + String(repeating: " ", count: width - name.count + 2) + title + "\n"
    }.joined()
  }
}
