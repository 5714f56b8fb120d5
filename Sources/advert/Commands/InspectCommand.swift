internal import AdvertObservation
internal import AdvertReport
internal import AdvertisingData
internal import ArgumentParser

struct InspectCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "List the advertisers of captures: what they advertise, and what only their scan response says.")

  @Argument(help: ArgumentHelp("A capture, a directory of captures, or - for standard input.", valueName: "capture"))
  var captures: [String]

  @Option(name: .long, help: ArgumentHelp("Show only this device, in full.", valueName: "address|name"))
  var device: [DeviceSelector] = []

  @Option(name: .long, help: ArgumentHelp("Show only devices that list this service.", valueName: "uuid"))
  var service: [BluetoothUUID] = []

  @Option(name: .long, help: "How to write the result.")
  var format: ReportFormat = .text

  @Option(name: .long, help: ArgumentHelp("Write the result to a file.", valueName: "file"))
  var output: String?

  @OptionGroup var reading: CaptureReadingArguments

  func run(on console: Console) throws -> ExitStatus {
    let inputs = try InputReading(captures, options: reading.options, on: console)
    let report = InspectReport(inputs.captures, devices: device, services: service)
    let style = output == nil ? console.style : .plain
    let text = format == .json ? report.json : report.text(style)
    if let output {
      try OutputFile(creating: output).write(text)
    } else if !inputs.captures.isEmpty {
      try console.output(text)
    }
    return inputs.hasFailed ? .failure : .success
  }
}
