internal import AdvertReport
internal import ArgumentParser

struct SchemaCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of the manifest, for editors.",
    discussion: """
      Write it beside the manifest with --output advert.schema.json. With this line in the manifest, editors complete \
      its keys and mark mistakes: `# yaml-language-server: $schema=advert.schema.json`.
      """)

  /// What there are schemas of.
  enum Name: String, CaseIterable, ExpressibleByArgument {
    case manifest
  }

  @Argument(help: "What the schema is of.")
  var name: Name = .manifest

  @OptionGroup var writing: OutputOptions

  func run(on console: Console) throws -> ExitStatus {
    try console.output(ManifestSchema().json)
    return .success
  }
}
