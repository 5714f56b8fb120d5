internal import AdvertReport
public import AdvertScan
internal import ArgumentParser

struct InspectCommand: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show who was heard, and one device in full.",
    discussion: """
      --device shows a device in full. --service shows only devices that list the service. By default, devices that \
      hide a service come first, then the strongest.
      """)

  @Argument(help: .captures, completion: .file())
  var given: [String]

  @OptionGroup(title: OptionTitle.frequent) var selection: SelectionOptions

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Only devices at least this strong, in dBm, such as -70.", valueName: "number"))
  var minRssi: Int?

  @Option(name: .long, help: "What the table is sorted by.")
  var sort: InspectRun.Order?

  @Flag(name: .customLong("all"), help: "Show each layout of each device chosen, however many there are.")
  var leavesNothingOut = false

  @Flag(
    name: .customLong("captures"),
    help: "Only the captures, a row each: their format, size and times, and what is wrong with them."
  )
  var listsCaptures = false

  @Flag(
    name: .customLong("scans"),
    help: "Only the scans of the captures' hosts: when, how long, how, with which filters, and what they received.")
  var listsScans = false

  @Flag(name: .long, help: .joined)
  var joined = false

  @OptionGroup(title: OptionTitle.captures) var reading: ObservationOptions

  @OptionGroup(title: OptionTitle.captures) var decryption: KeyOptions

  @Option(name: .long, help: "The format of the result.")
  var format: RowsFormat = .text

  @OptionGroup var writing: OutputOptions

  var redacts: Bool { reading.redact }

  func run(on console: Console) throws -> ExitStatus {
    let keys = try decryption.keys(redacts: redacts)
    var inputs = Inputs(reading, telling: .ofArchives, joiningCaptures: joined, accounts: .alone)
    try inputs.read(given, selection, on: console)
    let run = InspectRun(
      inputs.list, devices: inputs.devices, services: selection.service, minimumRSSI: minRssi, order: sort)
    var report = InspectReport(
      run, leavesNothingOut: leavesNothingOut, hasDevices: !listsCaptures && !listsScans,
      listsScans: listsScans)
    report.keys = keys
    if !inputs.list.isEmpty {
      switch format {
      case .text: try console.show(report.text(console.style))
      case .json: try console.stream(report.writeJSON)
      case .jsonl: try console.stream(report.writeLines)
      }
    }
    let missing = inputs.missing + report.missing
    for complaint in missing { try console.complain(complaint) }
    return inputs.hasFailed || !missing.isEmpty ? .failure : .success
  }
}

extension InspectRun.Order: ExpressibleByArgument {}
