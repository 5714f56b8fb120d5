internal import AdvertCapture
internal import AdvertLint
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReading
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData
internal import ArgumentParser

struct LintCommand: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Find what is wrong with what is sent, and its fix.",
    discussion: """
      A service UUID that is only in the scan response is the classic fault: passive scanners never receive it. With \
      --device and --service the check also fails without that device, or without the service in its advertising \
      data. Exit status: 0 without a finding at or above --fail-on, 1 with one, 2 when the check could not be done.
      """)

  @Argument(help: .inputs, completion: .file())
  var given: [String] = []

  @OptionGroup(title: OptionTitle.frequent) var selection: SelectionOptions

  @OptionGroup(title: OptionTitle.frequent) var scanning: ScannerOptions

  @OptionGroup(title: OptionTitle.frequent) var choice: LintChoice

  @OptionGroup(title: OptionTitle.bytes) var hex: HexLayoutOptions

  @OptionGroup(title: "A source that goes on, and times") var following: FollowingOptions

  @OptionGroup(title: OptionTitle.captures) var reading: ObservationOptions

  @Option(
    name: .customLong("in"),
    help: "Whether each capture, manifest and image must have the devices and services, or any one of them.")
  var place: Expectations.Place = .each

  @Flag(help: "Show the address of the page about each rule. Terminals that have links show them without this.")
  var links = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Leave out the findings in this file, written by --write-baseline: they are known and do not fail the check.",
      valueName: "file"), completion: .file())
  var baseline: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Write all findings to this file as known from now on, and end with 0.", valueName: "file"),
    completion: .file())
  var writeBaseline: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write the captures to this file as pcapng, for Wireshark: findings and verdicts are comments on packets.",
      valueName: "file"), completion: .file())
  var writePcapng: String?

  @OptionGroup var writing: OutputOptions

  var redacts: Bool { reading.redact }

  var outputs: [WrittenPath] {
    [writing.output, writePcapng].compactMap { $0.map { WrittenPath(path: $0) } }
      // What is known can be extended.
      + (writeBaseline.map { [WrittenPath(path: $0, namings: $0 == baseline ? 2 : 1)] } ?? [])
  }

  func validate() throws {
    guard !reading.redact || baseline == nil && writeBaseline == nil else {
      throw ValidationError(
        "--redact and baselines exclude each other: known findings are known by what is redacted.")
    }
    guard !reading.redact || writePcapng == nil else {
      throw ValidationError("--redact and --write-pcapng exclude each other: packets have what is redacted.")
    }
    guard writeBaseline == nil || writePcapng == nil else {
      throw ValidationError("--write-baseline and --write-pcapng exclude each other.")
    }
    guard !following.follow || writePcapng == nil else {
      throw ValidationError("--follow and --write-pcapng exclude each other: what is followed is not read twice.")
    }
    try validateFollowing()
  }

  func run(on console: Console) throws -> ExitStatus {
    if following.follow { return try runFollowing(on: console) }
    let baseline = try baseline.map(BaselineFile.read)
    var inputs = Inputs(reading, telling: .none)
    do throws(CommandFailure) {
      try inputs.read(given, hex, selection, config: scanning.config, to: "lint", on: console)
    } catch {
      // Without the manifest in use nothing can be judged, but where it is wrong has a place in the result.
      guard let manifest = error.input, writeBaseline == nil, writePcapng == nil else { throw error }
      try reportUnread(manifest, to: console)
      try console.complain(error.message)
      return .failure
    }
    let scanners = try inputs.knownScanners.named(scanning.scanners)
    if demand != nil, !inputs.list.isEmpty, inputs.list.allSatisfy(\.isCapture) {
      throw CommandFailure(
        "--within is about what says its interval: a manifest, an image; `advert reach --within` judges captures, where intervals can be measured"
      )
    }
    let expectations = expectations(of: inputs, scanners)
    // A manifest that is not in use demands services of its own layouts, of all or of one.
    let areDemanded =
      !expectations.services.isEmpty
      || inputs.list.contains { input in
        input.expectations?.services.isEmpty == false || input.layouts.contains { !$0.expectedServices.isEmpty }
      }
    let leftOut = try choice.leftOutRules(areServicesDemanded: areDemanded)
    let known = baseline?.leavingOut(leftOut)
    let linter = Linter(
      expectations: expectations, settings: inputs.settings.leavingOut(leftOut), declared: declared(in: inputs))
    let pass = LintPass(
      inputs.judged(expecting: selection.service, by: scanners, demand), by: linter,
      ownSettings: inputs.ownSettings, incomplete: inputs.incomplete, leavingOut: writeBaseline == nil ? known : nil)
    var written: Int?
    let totals: LintTotals
    if let path = writePcapng {
      let run = LintRun(pass)
      try write(run, of: inputs, for: scanners, asPcapng: path)
      totals = try report(on: inputs, to: console, run.tell)
    } else if let path = writeBaseline {
      let run = LintRun(pass)
      // A baseline would lack the findings on inputs that were not read.
      if !inputs.hasFailed {
        let baseline = Baseline(of: run)
        try BaselineFile.write(baseline, to: path)
        written = baseline.entries.count
      }
      let rest = known.map { run.leavingOut($0) } ?? run
      totals = try report(on: inputs, to: console, rest.tell)
    } else {
      totals = try report(on: inputs, to: console, pass.run)
    }
    for complaint in inputs.missing { try console.complain(complaint) }
    if inputs.hasFailed { return .failure }
    if let writeBaseline, let written {
      try console.diagnostics("advert: \(HostileText.visible(writeBaseline)): known findings written: \(written)\n")
      return .success
    }
    let isFailure =
      choice.failOn.severity.map { least in Severity.allCases.contains { $0 >= least && totals.count($0) > 0 } }
      ?? false
    return isFailure ? .findings : .success
  }

  /// Writes captures with findings and verdicts beside the packets.
  private func write(
    _ run: LintRun, of inputs: Inputs, for scanners: [ScannerProfile], asPcapng path: String
  ) throws(CommandFailure) {
    guard inputs.list.contains(where: \.isCapture) else {
      throw CommandFailure("--write-pcapng \(path): expected a capture among the inputs")
    }
    let file = ReplacedFile(path)
    var failure: CommandFailure?
    var capture: AnnotatedCapture?
    func put(_ octets: [UInt8]) {
      guard failure == nil else { return }
      do throws(CommandFailure) {
        try file.write(octets)
      } catch {
        failure = error
      }
    }
    let profiles = try inputs.profiles(scanners)
    // The first files of a run are its inputs.
    let isAll = inputs.copyRecords { position in
      capture?.finish()
      let reach = ReachRun(
        [inputs.list[position]], profiles: profiles, devices: inputs.devices,
        asking: selection.service.map(Question.service))
      capture = AnnotatedCapture(inputs.list[position], judged: run.inputs[position], reach: reach, to: put)
    } to: { record in
      capture?.append(record)
    }
    capture?.finish()
    if let failure { throw failure }
    guard isAll else {
      throw CommandFailure("--write-pcapng \(path): expected captures that can be read twice, found a pipe")
    }
    try file.keep()
  }

  /// The time within which scanners must find the judged devices, by the command line.
  private var demand: DiscoveryDemand? { following.within.map { DiscoveryDemand(within: $0.microseconds) } }

  /// Returns what the command line demands, and, for what it leaves open, the manifest in use.
  private func expectations(of inputs: Inputs, _ scanners: [ScannerProfile]) -> Expectations {
    var expectations = Expectations(services: selection.service, devices: inputs.devices, scanners: scanners)
    expectations.choosesLayouts = !inputs.devices.isEmpty
    expectations.place = place
    expectations.discovery = demand
    if let manifest = inputs.configuration?.manifest {
      expectations.services += manifest.expectedServices.filter { !selection.service.contains($0) }
      if expectations.devices.isEmpty, inputs.list.contains(where: \.isCapture) {
        expectations.devices = manifest.devices.map { DeviceSelector($0) }
      }
      if scanners.isEmpty { expectations.scanners = manifest.profiles }
      if demand == nil { expectations.discovery = manifest.demand }
    }
    return expectations
  }

  /// Returns the layouts to compare captures and images with: those of all manifests of the run. Pseudonyms do not
  /// match placeholders, so with --redact layouts with placeholders are not compared.
  private func declared(in inputs: Inputs) -> DeclaredLayouts {
    var declared = DeclaredLayouts()
    var paths: Set<String> = []
    for file in [inputs.configuration].compactMap(\.self) + inputs.manifests where paths.insert(file.path).inserted {
      let layouts = file.manifest.layouts.filter { layout in
        !redacts || layout.patterns.allSatisfy(\.variation.isEmpty)
      }
      declared.add(layouts, of: file.manifest.devices.map { DeviceSelector($0) })
    }
    return declared
  }

  /// The report of a run that a broken manifest in use ended. As text, the failure says it all.
  private func reportUnread(_ manifest: IncompleteInput, to console: Console) throws(CommandFailure) {
    guard choice.format != .text else { return }
    console.file?.tellsWhatIsMissing = true
    try stream(options(on: console, isDone: false), to: console, LintPass([], incomplete: [manifest]).run)
  }

  private func options(on console: Console, manifest: String? = nil, isDone: Bool) -> LintFormat.Options {
    LintFormat.Options(
      style: console.style, failOn: choice.failOn.severity, showsNotes: choice.showsNotes,
      showsLinks: links, version: AdvertCommand.version, manifest: manifest, isDone: isDone)
  }

  /// Judges, and prints the report at the same time, unless it has nothing new.
  private func report(
    on inputs: Inputs, to console: Console, _ judge: (_ take: (JudgedFile) -> Void) -> LintTotals
  ) throws(CommandFailure) -> LintTotals {
    // When nothing was read, people have the message already.
    let isRefused = inputs.incomplete.contains { $0.problems.contains { $0.kind == .requestRefused } }
    if inputs.list.isEmpty, !isRefused, choice.format == .text { return judge { _ in } }
    if writeBaseline != nil, choice.format == .text, console.outputPath == nil {
      let totals = judge { _ in }
      // The findings are in the baseline now.
      try console.show(totals.summary(console.style) + "\n")
      return totals
    }
    // Inputs that could not be read are among the findings.
    console.file?.tellsWhatIsMissing = true
    return try stream(
      options(on: console, manifest: inputs.neededConfiguration?.path, isDone: !inputs.hasFailed), to: console, judge)
  }

  /// Judges, and prints the report meanwhile.
  @discardableResult
  private func stream(
    _ options: LintFormat.Options, to console: Console, _ judge: (_ take: (JudgedFile) -> Void) -> LintTotals
  ) throws(CommandFailure) -> LintTotals {
    var totals = LintTotals()
    try console.stream { take in
      let report = choice.form.report(options, to: take)
      totals = judge(report.receive)
      report.finish(totals)
    }
    try console.summary?(totals.summary(console.summaryStyle) + "\n")
    return totals
  }
}
