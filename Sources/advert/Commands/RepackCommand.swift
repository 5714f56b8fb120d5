internal import AdvertManifest
internal import AdvertObservation
internal import AdvertRedaction
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
      "A capture, a directory of captures, a manifest, a file of layouts in hex, or - for standard input; without any, "
        + "the manifest advert.yml.", valueName: "input"))
  var inputs: [String] = []

  @OptionGroup var layout: HexLayoutArguments

  @Option(name: .long, help: ArgumentHelp("Repack only this device.", valueName: "address|name"))
  var device: [DeviceSelector] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Passive scanners must see this service; by default, all that the layout lists or must have.",
      valueName: "uuid"))
  var service: [BluetoothUUID] = []

  @Option(name: .customLong("layout"), help: ArgumentHelp("Repack only this declared layout.", valueName: "name"))
  var layoutNames: [String] = []

  @Option(name: .long, help: ArgumentHelp("Passive scanners must see this name, all of it.", valueName: "name"))
  var name: String?

  @Flag(name: .long, help: "Passive scanners must see the whole name.")
  var nameAdvertised = false

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "A scanner that must see it; by default, those of the manifest, or else every passive one.", valueName: "profile")
  )
  var scanners: [ScannerArgument] = []

  @OptionGroup var configuring: ManifestArguments

  @Flag(name: .long, help: "Repack every layout of a device, not only the one seen most.")
  var allLayouts = false

  @Option(name: .long, help: "How to write the result.")
  var emit: Emission = .text

  @Flag(name: .long, help: "Write the best plans into the files that the layouts are declared in.")
  var write = false

  @Flag(name: .long, help: "Show what --write would change, as a diff.")
  var diff = false

  @OptionGroup var reading: ObservationArguments

  @OptionGroup var redacting: RedactionArguments

  func validate() throws {
    guard !write || !diff else { throw ValidationError("--write and --diff exclude each other.") }
    guard !redacting.redact || !write && !diff else {
      throw ValidationError(
        "--redact and \(write ? "--write" : "--diff") exclude each other: files stay what they are.")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    guard let redaction = redacting.redaction else { return try repack(nil, on: console) }
    var command = self
    command.device = redaction.devices(device)
    command.name = name.map(redaction.text)
    command.layoutNames = layoutNames.map(redaction.text)
    return try command.repack(redaction, on: console)
  }

  private func repack(_ redaction: Redaction?, on console: Console) throws -> ExitStatus {
    let configuration = try configuring.manifest(redaction)
    var read = try InputReading(
      inputs, reading: reading, takesLayouts: true, redaction: redaction, on: console)
    if inputs.isEmpty, layout.layout == nil {
      guard let configuration, !configuration.manifest.layouts.isEmpty else {
        throw ManifestFile.nothing(to: "repack", configuration)
      }
      read.add(configuration)
    }
    let known = KnownScanners([configuration].compactMap(\.self) + read.manifests)
    let profiles = try known.named(scanners)
    var chosen = read.captures.flatMap { capture in
      capture.observation.advertisers.filter(isChosen).flatMap { sources(of: $0, in: capture.path) }
    }
    chosen += read.layouts.flatMap { file in file.layouts.filter(isChosen).map { RepackSource($0, path: file.path) } }
    chosen += read.manifests.flatMap { sources(of: $0, for: profiles) }
    if let layout = layout.layout {
      let shown = redaction?.layout(layout) ?? layout
      chosen.append(RepackSource(DeclaredLayout(layout: shown), path: "--adv"))
    }
    guard !chosen.isEmpty else {
      if !read.isEmpty { try console.complain(layoutNames.isEmpty ? "no device matches" : "no layout matches") }
      return .failure
    }
    if let name {
      for index in chosen.indices where chosen[index].deviceName?.text != name {
        chosen[index].refusal = "the name is not \(HostileText.quoted(name))"
      }
    }
    let shown = profiles.isEmpty ? read.manifests.flatMap(\.manifest.profiles) : profiles
    let run = RepackRun(
      chosen,
      demands: Demands(
        services: service.isEmpty ? nil : service, name: nameAdvertised || name != nil,
        profiles: profiles.isEmpty ? [.passive] : profiles),
      comparing: shown.isEmpty ? try known.all() : shown)
    let report = RepackReport(run)
    if write || diff {
      guard !read.wasInterrupted else { throw CommandFailure("interrupted: nothing rewritten") }
      try rewrite(report, in: read.declared, on: console)
    } else {
      try write(report, on: console)
    }
    return read.hasFailed ? .failure : run.isPossible ? .success : .findings
  }

  /// The layouts of a manifest, which says itself what they must show and to whom.
  private func sources(of file: ManifestFile, for profiles: [ScannerProfile]) -> [RepackSource] {
    file.manifest.layouts.filter(isChosen).map { declared in
      var source = RepackSource(declared, path: file.path)
      let listed = declared.layout.blocks.flatMap(\.payload.listedServices)
      let scanners = profiles.isEmpty ? file.manifest.profiles : profiles
      source.demands = Demands(
        services: !service.isEmpty
          ? service : declared.expectedServices.isEmpty ? nil : listed + declared.expectedServices,
        name: nameAdvertised || name != nil, profiles: scanners.isEmpty ? [.passive] : scanners)
      return source
    }
  }

  private func isChosen(_ declared: DeclaredLayout) -> Bool {
    layoutNames.isEmpty || declared.name.map(layoutNames.contains) ?? false
  }

  /// Writes the best plans where their layouts are declared, or shows what that would change. Nothing is written when one
  /// of the files cannot be.
  private func rewrite(
    _ report: RepackReport, in files: [InputReading.LayoutFile], on console: Console
  ) throws(CommandFailure) {
    for obstacle in report.obstacles { try console.complain("cannot be packed as demanded: \(obstacle)") }
    let plans = report.bestPlans.filter { !$0.plan.changes.isEmpty }
    guard !files.isEmpty else { throw CommandFailure("nothing to rewrite: no layout is declared in a file") }
    var rewritings: [LayoutRewriting] = []
    for file in files {
      rewritings.append(
        try LayoutRewriting(
          file, plans.filter { $0.source.path == file.path }.map { (source: $0.source, plan: $0.plan) }))
    }
    for rewriting in rewritings {
      guard write else {
        try console.output(rewriting.diff)
        if rewriting.isDiffAltered {
          try console.complain(
            "\(rewriting.path): characters of the diff are shown as codes, so that patch does not take it; --write does"
          )
        }
        continue
      }
      try rewriting.write()
      let layouts = "\(rewriting.count) \(rewriting.count == 1 ? "layout" : "layouts")"
      try console.output("\(HostileText.visible(rewriting.path)): \(layouts) rewritten\n")
    }
  }

  private func isChosen(_ advertiser: Advertiser) -> Bool {
    guard device.isEmpty else { return device.contains { $0.matches(advertiser) } }
    // Without a device, a service says which are meant.
    if let name { return advertiser.name?.text == name }
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
      let plans = report.bestPlans.map { (title: $0.title, name: $0.source.layoutName, plan: $0.plan) }
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
      guard let form = Self.forms.first(where: { $0.id == argument }) else { return nil }
      self = .source(form)
    }
  }

  private static var forms: [SourceForm] { SourceForm.all + [.yaml] }

  static var allValueStrings: [String] { ["text", "json"] + forms.map(\.id) }

  var defaultValueDescription: String {
    switch self {
    case .text: "text"
    case .json: "json"
    case .source(let form): form.id
    }
  }
}
