internal import AdvertReport
internal import ArgumentParser

struct InspectCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show who was heard: a table of advertisers, and one device in full.",
    discussion: """
      --device shows a device in full. --service shows only devices that list the service.
      """)

  @OptionGroup var captures: CaptureArguments

  @OptionGroup var selection: SelectionOptions

  @OptionGroup var reading: ObservationOptions

  @Option(name: .long, help: "The format of the result.")
  var format: ReportFormat = .text

  @OptionGroup var writing: OutputOptions

  func run(on console: Console) throws -> ExitStatus {
    let inputs = try InputReading(captures.captures, reading: reading, on: console)
    let devices = try inputs.devices(selection.device)
    let report = InspectReport(inputs.captures, devices: devices, services: selection.service)
    if !inputs.captures.isEmpty { try console.output(format == .json ? report.json : report.text(console.style)) }
    let missing = inputs.missing(of: devices) + report.missing
    for complaint in missing { try console.complain(complaint) }
    return inputs.hasFailed || !missing.isEmpty ? .failure : .success
  }
}
