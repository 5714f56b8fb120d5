internal import AdvertReport
internal import AdvertScan
internal import ArgumentParser

struct InspectCommand: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show who was heard: a table of advertisers, and one device in full.",
    discussion: """
      --device shows a device in full. --service shows only devices that list the service.
      """)

  @Argument(help: .captures, completion: .file())
  var given: [String]

  @OptionGroup var selection: SelectionOptions

  @OptionGroup var reading: ObservationOptions

  @Option(name: .long, help: "The format of the result.")
  var format: ReportFormat = .text

  @OptionGroup var writing: OutputOptions

  var redacts: Bool { reading.redact }

  func run(on console: Console) throws -> ExitStatus {
    var inputs = Inputs(reading, telling: .ofArchives)
    try inputs.read(given, selection, on: console)
    let report = InspectReport(InspectRun(inputs.list, devices: inputs.devices, services: selection.service))
    if !inputs.list.isEmpty { try console.output(format == .json ? report.json : report.text(console.style)) }
    let missing = inputs.missing + report.missing
    for complaint in missing { try console.complain(complaint) }
    return inputs.hasFailed || !missing.isEmpty ? .failure : .success
  }
}
