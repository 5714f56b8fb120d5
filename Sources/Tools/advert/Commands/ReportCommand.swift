internal import AdvertCapture
internal import AdvertDiff
internal import AdvertLint
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertPage
internal import AdvertRepack
internal import AdvertReport
internal import AdvertScan
internal import ArgumentParser

struct ReportCommand: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write one page for people.",
    discussion: """
      The page says who advertises what, what is wrong with it, and who misses it. It is one file that needs no \
      network and no script: `advert report capture.log --output page.html`. It holds the devices with the gravest \
      findings, then those with the most reports, and counts the others. --device and --service choose. --for names \
      the scanners that matter.
      """)

  @Argument(help: .inputs, completion: .file())
  var given: [String] = []

  @OptionGroup(title: OptionTitle.frequent) var writing: OutputOptions

  @OptionGroup(title: OptionTitle.frequent) var selection: SelectionOptions

  @OptionGroup(title: OptionTitle.frequent) var scanning: ScannerOptions

  @OptionGroup(title: OptionTitle.bytes) var hex: HexLayoutOptions

  @OptionGroup(title: OptionTitle.captures) var reading: ObservationOptions

  @OptionGroup(title: OptionTitle.captures) var decryption: KeyOptions

  @Option(
    name: .long, help: ArgumentHelp("Also tell what changed since this input.", valueName: "old"), completion: .file())
  var against: String?

  @Option(name: .long, help: "The page, or its short form for a pull request.")
  var format: PageFormat = .html

  var redacts: Bool { reading.redact }

  enum PageFormat: String, CaseIterable, ExpressibleByArgument {
    case html
    case markdown
  }

  func run(on console: Console) throws -> ExitStatus {
    let keys = try decryption.keys(redacts: redacts)
    guard format != .html || console.outputPath != nil || !console.isTerminal else {
      throw CommandFailure(
        "a page is not for a terminal: --output page.html names its file, --format markdown is short")
    }
    var inputs = Inputs(reading, telling: .ofArchives, accounts: .beside)
    let old = try against.map { path throws(CommandFailure) in try inputs.readAside(path, hex.image, on: console) }
    guard !inputs.hasFailed else { return .failure }
    try inputs.read(given, hex, selection, config: scanning.config, to: "report", on: console)
    let scanners = try inputs.knownScanners.named(scanning.scanners)
    let missing = inputs.missing
    for complaint in missing { try console.complain(complaint) }
    guard !inputs.list.isEmpty else { return .failure }
    let profiles = try inputs.profiles(scanners)
    var report = PageReport(
      inputs.list, inspection: InspectRun(inputs.list, devices: inputs.devices), lint: lint(inputs, scanners),
      reach: ReachRun(
        inputs.list, profiles: profiles, devices: inputs.devices, asking: selection.service.map(Question.service)),
      version: AdvertCommand.version)
    report.keys = keys
    report.namesScanners = !scanners.isEmpty
    report.manifest = inputs.neededConfiguration?.path
    if let old { report.differences = differences(from: old, to: inputs, profiles, scanners) }
    // Inputs that could not be read are among the findings.
    console.file?.tellsWhatIsMissing = true
    switch format {
    case .html:
      if !inputs.wasInterrupted { try collectSeries(for: &report, from: inputs, on: console) }
      let demands = Demands(
        services: selection.service.isEmpty ? nil : selection.service,
        profiles: scanners.isEmpty ? [.passive] : scanners)
      report.take(RepackRun(report.layoutsToPack, demands: demands, comparing: profiles))
      try report.write { text throws(CommandFailure) in try console.output(text) }
    case .markdown:
      try console.output(report.markdown)
    }
    return inputs.hasFailed || !missing.isEmpty ? .failure : .success
  }

  /// Reads the captures again for the plots: only now are the devices of the plots known.
  private func collectSeries(
    for report: inout PageReport, from inputs: Inputs, on console: Console
  ) throws(CommandFailure) {
    var numbers: [Int: [Int]] = [:]
    var collected: [(number: Int, series: DeviceSeries)] = []
    var captures: [Int: CaptureSeries] = [:]
    let isAll = inputs.readAgain { positions in
      let wanted = positions.flatMap { position in
        report.wantedSeries(ofInput: position, capture: position - positions.lowerBound)
      }
      numbers[positions.lowerBound] = wanted.map(\.number)
      var times: [Int: ClosedRange<Timestamp>] = [:]
      for position in positions { times[position - positions.lowerBound] = report.wantedTimes(ofInput: position) }
      return wanted.isEmpty && times.isEmpty ? nil : SeriesCollector(wanted.map(\.wanted), captures: times)
    } take: { collector, positions in
      for (capture, series) in collector.captures { captures[positions.lowerBound + capture] = series }
      collected += zip(numbers[positions.lowerBound] ?? [], collector.series).map { ($0, $1) }
    }
    for (number, series) in collected { report.take(series, ofDevice: number) }
    for (position, series) in captures { report.take(series, ofInput: position) }
    if !isAll { try console.complain("a pipe is read only once, so the page has no plots of what came from it") }
  }

  private func differences(
    from old: (inputs: [Input], name: String), to inputs: Inputs, _ profiles: [ScannerProfile],
    _ scanners: [ScannerProfile]
  ) -> DiffReport {
    let run = DiffRun(
      old: old.inputs, new: inputs.list, devices: inputs.devices, services: selection.service, profiles: profiles,
      linter: Linter(expectations: Expectations(scanners: scanners), settings: inputs.settings), ignoring: [])
    let names = inputs.list.first.map(\.path) ?? ""
    let more = inputs.list.count > 1 ? " and \(inputs.list.count - 1) more" : ""
    return DiffReport(run, of: (old.name, names + more), choosesDevices: !inputs.devices.isEmpty)
  }

  /// Judges all chosen devices: the page is not limited to those that a manifest names.
  private func lint(_ inputs: Inputs, _ scanners: [ScannerProfile]) -> LintRun {
    var expectations = Expectations(services: selection.service, devices: inputs.devices, scanners: scanners)
    expectations.choosesLayouts = !inputs.devices.isEmpty
    if let manifest = inputs.neededConfiguration?.manifest {
      expectations.services += manifest.expectedServices.filter { !selection.service.contains($0) }
      if scanners.isEmpty { expectations.scanners = manifest.profiles }
      expectations.discovery = manifest.demand
    }
    return LintRun(
      inputs.judged(expecting: selection.service, by: scanners),
      by: Linter(expectations: expectations, settings: inputs.settings), ownSettings: inputs.ownSettings,
      incomplete: inputs.incomplete)
  }
}
