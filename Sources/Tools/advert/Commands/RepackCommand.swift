internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReading
public import AdvertRepack
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData
public import ArgumentParser

struct RepackCommand: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "repack",
    abstract: "Find the best way to send a layout.",
    discussion: """
      The first plan is the smallest change that shows each service to every scanner. --service names the services \
      that passive scanners must see; by default, all that the layout lists or must have. Without --device it also \
      chooses the devices that list one of them. --for names the scanners that must see them; by default, those of \
      the manifest, or else every passive one.

      Exit status: 0 when every layout can be packed; 1 when one cannot be packed as demanded; 2 when repack could \
      not try.
      """)

  @Argument(help: .inputs, completion: .file())
  var given: [String] = []

  @OptionGroup(title: OptionTitle.frequent) var selection: SelectionOptions

  @OptionGroup(title: OptionTitle.frequent) var scanning: ScannerOptions

  @OptionGroup(title: OptionTitle.frequent) var result: PlanOptions

  @OptionGroup(title: OptionTitle.bytes) var hex: HexLayoutOptions

  @OptionGroup(title: OptionTitle.captures) var reading: ObservationOptions

  @Option(name: .customLong("layout"), help: ArgumentHelp("Only this declared layout.", valueName: "name"))
  var layoutNames: [String] = []

  @Flag(name: .long, help: "Every layout of a device, not only the one seen most.")
  var allLayouts = false

  @Option(name: .long, help: ArgumentHelp("Passive scanners must see this name in full.", valueName: "name"))
  var name: String?

  @Flag(name: .long, help: "Passive scanners must see the name in full, whatever it is.")
  var nameAdvertised = false

  @OptionGroup var writing: OutputOptions

  /// The form of the plans: a report, source, or files that are rewritten.
  struct PlanOptions: ParsableArguments {
    @Option(name: .long, help: "The format of the result; text unless --form is given.")
    var format: ReportFormat?

    @Option(
      name: .long, help: "Write the best plan of each layout as source instead.",
      completion: .list(SourceForm.allValueStrings))
    var form: SourceForm?

    @Flag(name: .long, help: "Write the best plans into the files that declare the layouts.")
    var write = false

    @Flag(name: .long, help: "Show what --write would change, as a diff.")
    var diff = false
  }

  var redacts: Bool { reading.redact }

  func validate() throws {
    guard !result.write || !result.diff else { throw ValidationError("--write and --diff exclude each other.") }
    guard result.form == nil || result.format == nil else {
      throw ValidationError("--form and --format exclude each other.")
    }
    guard result.form == nil && result.format == nil || !result.write && !result.diff else {
      throw ValidationError(
        "\(result.write ? "--write" : "--diff") has a form of its own: give neither --form nor --format.")
    }
    guard !reading.redact || !result.write && !result.diff else {
      throw ValidationError(
        "--redact and \(result.write ? "--write" : "--diff") exclude each other: files stay what they are.")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    // Reading a pipe would wait for it.
    if result.write, let pipe = given.first(where: { $0 != "-" && FileKind(of: $0) == .special }) {
      throw CommandFailure("\(pipe): cannot be rewritten: expected a file, found a pipe or a device")
    }
    var inputs = Inputs(reading, telling: .all)
    var command = self
    command.name = name.map(inputs.shown)
    command.layoutNames = layoutNames.map(inputs.shown)
    try inputs.read(given, hex, selection, config: scanning.config, to: "repack", on: console)
    return try command.repack(inputs, on: console)
  }

  private func repack(_ inputs: Inputs, on console: Console) throws -> ExitStatus {
    let known = inputs.knownScanners
    let profiles = try known.named(scanning.scanners)
    // The layouts of the manifest in use have its expectations, like those of any manifest.
    let files = inputs.isManifestInUse ? [inputs.configuration].compactMap(\.self) : inputs.manifests
    let list = inputs.isManifestInUse ? try inputs.divided(files.flatMap(\.inputs)) : inputs.list
    let devices = DeviceSelectors(inputs.devices)
    var chosen = list.flatMap { sources(of: $0, for: profiles, devices) } + refused(in: inputs.incomplete, devices)
    let missing = inputs.missing
    for complaint in missing { try console.complain(complaint) }
    guard !chosen.isEmpty else {
      if !list.isEmpty, missing.isEmpty {
        try console.complain(layoutNames.isEmpty ? "no device matches" : "no layout matches")
      }
      return .failure
    }
    if let name {
      for index in chosen.indices where chosen[index].deviceName?.text != name {
        chosen[index].refusal = "the name is not \(HostileText.quoted(name))"
      }
    }
    // Only the report compares scanners. Each layout is judged for each, so many manifests with scanners take long.
    let compares = !result.write && !result.diff && result.form == nil
    let shown = profiles.isEmpty ? files.flatMap(\.manifest.profiles) : profiles
    let run = RepackRun(
      chosen,
      demands: Demands(
        services: selection.service.isEmpty ? nil : selection.service, name: nameAdvertised || name != nil,
        profiles: profiles.isEmpty ? [.passive] : profiles),
      comparing: !compares ? [] : shown.isEmpty ? try known.all() : shown)
    let report = RepackReport(run)
    report.manifest = inputs.neededConfiguration?.path
    if result.write || result.diff {
      guard !inputs.wasInterrupted else { throw CommandFailure("interrupted: nothing rewritten") }
      try rewrite(report, in: list, on: console)
    } else {
      try write(report, on: console)
    }
    return inputs.hasFailed || !missing.isEmpty ? .failure : report.isPossible ? .success : .findings
  }

  /// Returns the layouts of an input that are wanted. Those of a manifest have demands of their own.
  private func sources(
    of input: Input, for profiles: [ScannerProfile], _ devices: DeviceSelectors
  ) -> [RepackSource] {
    switch input.content {
    case .capture(_, let observation):
      observation.advertisers.filter { isChosen($0, devices) }.flatMap { sources(of: $0, in: input.path) }
    case .argument(let layout): [RepackSource(layout, path: input.path)]
    case .text(let layouts, _), .image(let layouts):
      layouts.filter { devices.choose($0, named: layoutNames) }.map { declared in
        var source = RepackSource(declared, path: input.path)
        if let expectations = input.expectations {
          source.demands = Demands(
            of: declared, services: selection.service, name: nameAdvertised || name != nil,
            for: profiles.isEmpty ? expectations.scanners : profiles)
        }
        return source
      }
    }
  }

  /// Returns the layouts that refused requests ask for. The refusals themselves are reported when the inputs are read.
  private func refused(in inputs: [IncompleteInput], _ devices: DeviceSelectors) -> [RepackSource] {
    inputs.flatMap { input in
      input.problems.flatMap { problem in
        problem.asked.filter { devices.choose($0, named: layoutNames) }.map {
          RepackSource($0, refusedBecause: problem.message, path: input.path)
        }
      }
    }
  }

  /// Writes the best plans where their layouts are declared, or shows the changes. Nothing is written when one of the
  /// files cannot be.
  private func rewrite(
    _ report: RepackReport, in inputs: [Input], on console: Console
  ) throws(CommandFailure) {
    for obstacle in report.obstacles { try console.complain("cannot be packed as demanded: \(obstacle)") }
    for (title, source, _) in report.bestPlans {
      guard let likely = source.likelyDivision else { continue }
      try console.complain(
        "\(title): not rewritten: where the advertising data end is not known"
          + (likely.isSupported ? "; \(likely.cut) bytes are likely" : ""))
    }
    for (title, source, plan) in report.bestPlans where !plan.changes.isEmpty {
      guard let build = source.stackBuild else { continue }
      try console.complain(
        "\(title): not rewritten: \(build.stack) makes the blocks of the fields; --form shows what to send instead")
    }
    let plans = Dictionary(
      grouping: report.bestPlans.filter {
        !$0.plan.changes.isEmpty && $0.source.likelyDivision == nil && $0.source.stackBuild == nil
      },
      by: \.source.path)
    var rewritings: [LayoutRewriting] = []
    for input in inputs {
      let own = plans[input.path, default: []].map { (source: $0.source, plan: $0.plan) }
      if let rewriting = try LayoutRewriting(input, own) { rewritings.append(rewriting) }
    }
    guard !rewritings.isEmpty else { throw CommandFailure("nothing to rewrite: no layout is declared in a file") }
    for rewriting in rewritings {
      guard result.write else {
        try console.output(rewriting.diff)
        if rewriting.isDiffAltered {
          try console.complain(
            "\(rewriting.path): characters of the diff are shown as codes, so that patch does not take it; --write does"
          )
        }
        continue
      }
      try rewriting.write()
      let layouts = counted(rewriting.count, "layout")
      try console.output("\(HostileText.visible(rewriting.path)): \(layouts) rewritten\n")
    }
  }

  private func isChosen(_ advertiser: Advertiser, _ devices: DeviceSelectors) -> Bool {
    guard devices.isEmpty else { return devices.choose(advertiser) }
    let service = selection.service
    // Without a device, a service chooses the layouts.
    if let name { return advertiser.name == name }
    return service.isEmpty
      || !Set(service).isDisjoint(with: advertiser.advertisedServices + advertiser.scanResponseServices)
  }

  private func sources(of advertiser: Advertiser, in path: String) -> [RepackSource] {
    allLayouts
      ? RepackSource.layouts(of: advertiser, path: path)
      : RepackSource(mostSeenOf: advertiser, path: path).map { [$0] } ?? []
  }

  private func write(_ report: RepackReport, on console: Console) throws(CommandFailure) {
    guard let form = result.form else {
      return try console.stream { take in
        if result.format == .json {
          report.writeJSON(to: take)
        } else {
          report.writeText(console.style) { take(console.style.fitted($0)) }
        }
      }
    }
    for obstacle in report.obstacles { try console.complain("cannot be packed as demanded: \(obstacle)") }
    let entries = report.entries
    if !entries.isEmpty { try console.output(form.text(of: entries)) }
  }
}

extension SourceForm: ExpressibleByArgument {
  public init?(argument: String) {
    guard let form = Self.known.first(where: { $0.id == argument || $0.otherIDs.contains(argument) }) else {
      return nil
    }
    self = form
  }

  private static var known: [SourceForm] { all + [.yaml] }

  public static var allValueStrings: [String] { known.map(\.id) }
}
