internal import AdvertLint
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertRedaction
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData
internal import ArgumentParser

struct LintCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Judge layouts: first of all, service UUIDs that only the scan response holds.",
    discussion: """
      Exit status: 0 when nothing was found at or above --fail-on, 1 when something was, 2 when the check could not be \
      done.
      """)

  @Argument(
    help: ArgumentHelp(
      "A capture, a directory of captures, a manifest, a file of layouts in hex, or - for standard input; without any, "
        + "the layouts of the manifest in use are judged.", valueName: "input"))
  var inputs: [String] = []

  @OptionGroup var layout: HexLayoutArguments

  @Option(
    name: .long, help: ArgumentHelp("Judge only this device; fail when it is not there.", valueName: "address|name"))
  var device: [DeviceSelector] = []

  @Option(
    name: .long,
    help: ArgumentHelp("Fail when no judged device has this service in its advertising data.", valueName: "uuid"))
  var service: [BluetoothUUID] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A scanner that must discover the devices; by default, what passive scans in general miss is told.",
      valueName: "profile"))
  var profile: [ScannerArgument] = []

  @OptionGroup var configuring: ManifestArguments

  @Option(name: .long, help: "How to write the result.")
  var format: LintFormat = .text

  @Option(name: .long, help: ArgumentHelp("Write the result to a file.", valueName: "file"))
  var output: String?

  @Option(name: .long, help: "The least severity that makes the check fail.")
  var failOn: FailureThreshold = .warning

  @Flag(help: "Tell every note; without this, inputs with more than three devices have a line for each rule.")
  var notes = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Leave out the findings in this file, which --write-baseline wrote: they are known and fail nothing.",
      valueName: "file"))
  var baseline: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Write all findings to this file, to be known from now on, and end with 0.", valueName: "file"))
  var writeBaseline: String?

  @OptionGroup var reading: ObservationArguments

  @OptionGroup var redacting: RedactionArguments

  enum FailureThreshold: String, CaseIterable, ExpressibleByArgument {
    case error
    case warning
    case note
    case never

    var severity: Severity? { Severity(rawValue: rawValue) }
  }

  func validate() throws {
    guard !redacting.redact || baseline == nil && writeBaseline == nil else {
      throw ValidationError(
        "--redact and baselines exclude each other: known findings are known by what is redacted.")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    let redaction = redacting.redaction
    let known = try baseline.map(BaselineFile.read)
    let configuration = try configuring.manifest(redaction)
    let isManifestJudged = inputs.isEmpty && layout.layout == nil
    if isManifestJudged, configuration?.manifest.layouts.isEmpty ?? true {
      throw ManifestFile.nothing(to: "lint", configuration)
    }
    let read = try InputReading(
      inputs, reading: reading, takesLayouts: true, redaction: redaction, on: console)
    let chosen = try KnownScanners([configuration].compactMap(\.self) + read.manifests).named(profile)
    var judged = read.captures.map { Input(path: $0.path, .capture($0.summary, $0.observation)) }
    judged += read.layouts.map { Input(path: $0.path, .text($0.layouts, $0.text)) }
    if let layout = layout.layout {
      judged.append(
        Input(path: "--adv", .argument(DeclaredLayout(layout: redaction?.layout(layout) ?? layout))))
    }
    if isManifestJudged, let configuration {
      judged.append(Input(path: configuration.path, .text(configuration.manifest.layouts, configuration.text)))
    }
    for file in read.manifests {
      var input = file.input
      if read.isOneManifest, layout.layout == nil { input.expectations?.services.insert(contentsOf: service, at: 0) }
      if !chosen.isEmpty { input.expectations?.scanners = chosen }
      judged.append(input)
    }
    var results = LintRun(
      judged, by: linter(configuration, chosen, judging: read, devices: redaction?.devices(device) ?? device),
      ownSettings: Dictionary(read.manifests.map { ($0.path, $0.settings) }) { $1 })
    // What was not read would be missing in it.
    let written = read.hasFailed ? nil : writeBaseline.map { (path: $0, baseline: Baseline(of: results)) }
    if let known { results = results.leavingOut(known) }
    if let written { try BaselineFile.write(written.baseline, to: written.path) }
    if isManifestJudged || !read.isEmpty || layout.layout != nil {
      try write(results, on: console)
    }
    if read.hasFailed { return .failure }
    if let written {
      try console.diagnostics(
        "advert: \(HostileText.visible(written.path)): known findings written: \(written.baseline.entries.count)\n")
      return .success
    }
    let isFailure = failOn.severity.map { threshold in results.findings.contains { $0.severity >= threshold } } ?? false
    return isFailure ? .findings : .success
  }

  /// What the command line says and, as far as it does not, the manifest.
  private func linter(
    _ configuration: ManifestFile?, _ scanners: [ScannerProfile], judging read: InputReading,
    devices device: [DeviceSelector]
  ) -> Linter {
    guard let configuration else {
      return Linter(expectations: Expectations(services: service, devices: device, scanners: scanners))
    }
    let manifest = configuration.manifest
    let chosen = read.captures.isEmpty ? [] : manifest.devices.map { DeviceSelector($0) }
    return Linter(
      expectations: Expectations(
        services: service + manifest.expectedServices.filter { !service.contains($0) },
        devices: device.isEmpty ? chosen : device,
        scanners: scanners.isEmpty ? configuration.manifest.profiles : scanners),
      settings: configuration.settings(forPaths: read.originalPaths))
  }

  private func write(_ results: LintRun, on console: Console) throws(CommandFailure) {
    var options = LintFormat.Options(
      style: .plain, failOn: failOn.severity, showsNotes: notes || failOn == .note, version: AdvertCommand.version)
    if let output {
      try OutputFile(creating: output).write(format.report(of: results, options))
      try console.output(results.summary(console.style) + "\n")
    } else if writeBaseline != nil, format == .text {
      // What was found is in the file now.
      try console.output(results.summary(console.style) + "\n")
    } else {
      options.style = console.style
      try console.output(format.report(of: results, options))
    }
  }
}
