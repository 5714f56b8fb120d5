internal import AdvertManifest
internal import AdvertReport
internal import AdvertScan
internal import ArgumentParser

struct ReachCommand: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "reach",
    abstract: "Say which scanners discover a device, when, and why the others do not.",
    discussion: """
      The question is whether a filter for a service finds the device. Without --service and --name it is put for each \
      service that the manifest expects, or else for each service that the device mentions; the worst answer counts. A \
      device without services is discovered if a scan without a filter delivers it. --device gives reasons and times.
      """)

  @Argument(help: .inputs, completion: .file())
  var given: [String] = []

  @OptionGroup var hex: HexLayoutOptions

  @OptionGroup var selection: SelectionOptions

  @Option(name: .long, help: ArgumentHelp("Is the device delivered with this name?", valueName: "name"))
  var name: [String] = []

  @Flag(name: .customLong("all"), help: "Answer each question about each device chosen, however many there are.")
  var leavesNothingOut = false

  @OptionGroup var scanning: ScannerOptions

  @OptionGroup var reading: ObservationOptions

  @Option(name: .long, help: "The format of the result.")
  var format: ReportFormat = .text

  @OptionGroup var writing: OutputOptions

  var redacts: Bool { reading.redact }

  func run(on console: Console) throws -> ExitStatus {
    var inputs = Inputs(reading, telling: .all)
    try inputs.read(given, hex, selection, scanning, to: "judge", on: console)
    let run = ReachRun(
      inputs.list, profiles: try inputs.profiles(inputs.knownScanners.named(scanning.scanners)),
      devices: inputs.devices,
      asking: selection.service.map(Question.service) + name.map { .name(inputs.shown($0)) },
      expecting: inputs.neededConfiguration?.manifest.expectedServices ?? [])
    var report = ReachReport(run, leavesNothingOut: leavesNothingOut)
    report.manifest = inputs.neededConfiguration?.path
    if !inputs.list.isEmpty { try console.output(format == .json ? report.json : report.text(console.style)) }
    let missing = inputs.missing + report.missing
    for complaint in missing { try console.complain(complaint) }
    return inputs.hasFailed || !missing.isEmpty ? .failure : .success
  }
}
