internal import AdvertManifest
internal import AdvertReport
internal import AdvertScan
internal import ArgumentParser

struct ProfilesCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "profiles",
    abstract: "List the scanner profiles, or explain one.",
    discussion: "The scanners that the manifest in use describes are among them.")

  @Argument(
    help: "The profile to explain, or a version of it, such as android@14.",
    completion: .list(ScannerProfile.allVersions.map(\.id)))
  var id: String?

  @Option(name: .long, help: .config, completion: .file())
  var config: String?

  @Option(name: .long, help: "The format of the result.")
  var format: ReportFormat = .text

  @OptionGroup var writing: OutputOptions

  func run(on console: Console) throws -> ExitStatus {
    let known = KnownScanners([try ManifestFile.configuring(config)].compactMap(\.self))
    let report = ProfilesReport(try id.map { [try known.named($0)] } ?? known.known())
    switch format {
    case .json: try console.output(report.json)
    case .text: try console.show(id == nil ? report.list(console.style) : report.pages(console.style))
    }
    return .success
  }
}
