internal import AdvertManifest
internal import AdvertObservation
internal import AdvertRepack
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData
internal import ArgumentParser

struct RepackCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "repack",
    abstract: "Find the best way to send a layout: every service where all scanners see it, nothing lost.",
    discussion: """
      Exit status: 0; 1 when a layout cannot be packed as demanded; 2 when it could not be tried.
      """)

  @Argument(
    help: ArgumentHelp(
      "A capture, a directory of captures, a file of layouts in hex, or - for standard input.", valueName: "input"))
  var inputs: [String] = []

  @OptionGroup var layout: HexLayoutArguments

  @Option(name: .long, help: ArgumentHelp("Repack only this device.", valueName: "address|name"))
  var device: [DeviceSelector] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Passive scanners must see this service; by default, all that the layout lists.", valueName: "uuid"))
  var service: [BluetoothUUID] = []

  @Flag(name: .long, help: "Passive scanners must see the whole name.")
  var nameAdvertised = false

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "A scanner that must see it; by default, every passive one.", valueName: "profile"))
  var scanners: [ScannerArgument] = []

  @OptionGroup var configuring: ManifestArguments

  @Flag(name: .long, help: "Repack every layout of a device, not only the one seen most.")
  var allLayouts = false

  @Option(name: .long, help: "How to write the result.")
  var emit: Emission = .text

  @OptionGroup var reading: CaptureReadingArguments

  func validate() throws {
    guard !inputs.isEmpty || layout.layout != nil else {
      throw ValidationError("Give a capture, or --adv and --scan-response.")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    let configuration = try configuring.manifest()
    let read = try InputReading(inputs, reading: reading, takesLayouts: true, on: console)
    let known = KnownScanners([configuration].compactMap(\.self) + read.manifests)
    let profiles = try known.named(scanners)
    var chosen = read.captures.flatMap { capture in
      capture.observation.advertisers.filter(isChosen).flatMap { sources(of: $0, in: capture.path) }
    }
    chosen += read.declared.flatMap { file in file.layouts.map { RepackSource($0, path: file.path) } }
    if let layout = layout.layout { chosen.append(RepackSource(DeclaredLayout(layout: layout), path: "--adv")) }
    guard !chosen.isEmpty else {
      if !read.isEmpty { try console.complain("no device matches") }
      return .failure
    }
    let demands = Demands(
      services: service.isEmpty ? nil : service, name: nameAdvertised,
      profiles: profiles.isEmpty ? [.passive] : profiles)
    let report = RepackReport(chosen, demands: demands, profiles: profiles.isEmpty ? try known.all() : profiles)
    try write(report, on: console)
    return read.hasFailed ? .failure : report.isPossible ? .success : .findings
  }

  private func isChosen(_ advertiser: Advertiser) -> Bool {
    guard device.isEmpty else { return device.contains { $0.matches(advertiser) } }
    // Without a device, a service says which are meant.
    return service.isEmpty
      || !Set(service).isDisjoint(with: advertiser.advertisedServices + advertiser.scanResponseServices)
  }

  private func sources(of advertiser: Advertiser, in path: String) -> [RepackSource] {
    allLayouts
      ? advertiser.layouts.indices.map { RepackSource(advertiser, layout: $0, path: path) }
      : RepackSource(mostSeenOf: advertiser, path: path).map { [$0] } ?? []
  }

  private func write(_ report: RepackReport, on console: Console) throws(CommandFailure) {
    switch emit {
    case .text: try console.output(report.text(console.style))
    case .json: try console.output(report.json)
    case .source(let form):
      for obstacle in report.obstacles { try console.complain("cannot be packed as demanded: \(obstacle)") }
      let plans = report.bestPlans.map { (title: $0.title, plan: $0.plan) }
      if !plans.isEmpty { try console.output(form.text(of: plans)) }
    }
  }
}

/// How plans are written.
enum Emission: ExpressibleByArgument {
  case text
  case json
  case source(SourceForm)

  init?(argument: String) {
    switch argument {
    case "text": self = .text
    case "json": self = .json
    default:
      guard let form = SourceForm.named(argument) else { return nil }
      self = .source(form)
    }
  }

  static var allValueStrings: [String] { ["text", "json"] + SourceForm.all.map(\.id) }

  var defaultValueDescription: String {
    switch self {
    case .text: "text"
    case .json: "json"
    case .source(let form): form.id
    }
  }
}
