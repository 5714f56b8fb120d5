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
    abstract: "Say what is wrong with what is sent, such as a service UUID only in the scan response.",
    discussion: """
      --device checks only this device and fails if it is not there. --service fails if no device has the service in its \
      advertising data. --for names the scanners that must discover the devices; without it and without a manifest, \
      lint tells what passive scans miss.

      Exit status: 0 when there is no finding at or above --fail-on, 1 when there is one, 2 when the check could not be \
      done.
      """)

  @OptionGroup var given: LayoutArguments

  @OptionGroup var selection: SelectionOptions

  @OptionGroup var scanning: ScannerOptions

  @Option(name: .long, help: "The format of the result.")
  var format: LintFormat = .text

  @Option(name: .long, help: "The lowest severity that makes the check fail.")
  var failOn: FailureThreshold = .warning

  @Flag(help: "Show each note. By default, an input with more than three devices has one line for each rule.")
  var notes = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Leave out the findings in this file, written by --write-baseline: they are known and do not fail the check.",
      valueName: "file"))
  var baseline: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Write all findings to this file as known from now on, and end with 0.", valueName: "file"))
  var writeBaseline: String?

  @OptionGroup var reading: ObservationOptions

  @OptionGroup var writing: OutputOptions

  enum FailureThreshold: String, CaseIterable, ExpressibleByArgument {
    case error
    case warning
    case note
    case never

    var severity: Severity? { Severity(rawValue: rawValue) }
  }

  func validate() throws {
    guard !reading.capture.redacting.redact || baseline == nil && writeBaseline == nil else {
      throw ValidationError(
        "--redact and baselines exclude each other: known findings are known by what is redacted.")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    let redaction = reading.capture.redacting.redaction
    let known = try baseline.map(BaselineFile.read)
    let configuration = try scanning.configuring.manifest(redaction)
    let isManifestJudged = given.isEmpty
    let layout = given.hex
    let service = selection.service
    if isManifestJudged, configuration?.manifest.layouts.isEmpty ?? true {
      throw ManifestFile.nothing(to: "lint", configuration)
    }
    let read = try InputReading(
      given.inputs, reading: reading, takesLayouts: true, redaction: redaction, on: console)
    let chosen = try KnownScanners([configuration].compactMap(\.self) + read.manifests).named(scanning.scanners)
    let devices = try read.devices(selection.device)
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
      judged, by: linter(configuration, chosen, judging: read, devices: devices),
      ownSettings: Dictionary(read.manifests.map { ($0.path, $0.settings) }) { $1 })
    // What was not read would be missing in it.
    let written = read.hasFailed ? nil : writeBaseline.map { (path: $0, baseline: Baseline(of: results)) }
    if let known { results = results.leavingOut(known) }
    if let written { try BaselineFile.write(written.baseline, to: written.path) }
    if isManifestJudged || !read.isEmpty || layout.layout != nil {
      try write(results, on: console)
    }
    for complaint in read.missing(of: devices) { try console.complain(complaint) }
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
    let service = selection.service
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
    let options = LintFormat.Options(
      style: console.style, failOn: failOn.severity, showsNotes: notes || failOn == .note,
      version: AdvertCommand.version)
    if writeBaseline != nil, format == .text, console.outputPath == nil {
      // What was found is in the baseline now.
      try console.output(results.summary(console.style) + "\n")
    } else {
      try console.output(format.report(of: results, options))
      try console.summary?(results.summary(console.summaryStyle) + "\n")
    }
  }
}
