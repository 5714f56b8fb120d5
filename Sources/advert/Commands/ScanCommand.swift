internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData
internal import ArgumentParser

struct ScanCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Tell which platforms' scans discover a device, when, and why the others do not.",
    discussion: """
      Without --service and --name each device is asked about its own services, and the worst answer counts; one without \
      services is asked whether it is heard at all. Docs/Profiles.md has what is known of the scanners.
      """)

  @Argument(
    help: ArgumentHelp(
      "A capture, a directory of captures, a file of layouts in hex, or - for standard input.", valueName: "input"))
  var inputs: [String] = []

  @OptionGroup var layout: HexLayoutArguments

  @Option(name: .customLong("as"), help: ArgumentHelp("Only this scanner.", valueName: "profile"))
  var profiles: [ScannerProfile] = []

  @Option(name: .long, help: ArgumentHelp("Only this device, with reasons and times.", valueName: "address|name"))
  var device: [DeviceSelector] = []

  @Option(name: .long, help: ArgumentHelp("Does a filter for this service find it?", valueName: "uuid"))
  var service: [BluetoothUUID] = []

  @Option(name: .long, help: ArgumentHelp("Is it seen with this name?", valueName: "name"))
  var name: [String] = []

  @Option(name: .long, help: "How to write the result.")
  var format: ReportFormat = .text

  @OptionGroup var reading: CaptureReadingArguments

  func validate() throws {
    guard !inputs.isEmpty || layout.layout != nil else {
      throw ValidationError("Give a capture, or --adv and --scan-response.")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    let read = try InputReading(inputs, options: reading.options, takesLayouts: true, on: console)
    var results = ScanResults(
      profiles.isEmpty ? ScannerProfile.all : profiles, devices: device,
      asking: service.map(Question.service) + name.map(Question.name))
    for capture in read.captures { results.add(capture) }
    for file in read.declared { results.add(file.layouts, path: file.path) }
    if let layout = layout.layout { results.add([DeclaredLayout(layout: layout)], path: "--adv") }
    if !read.isEmpty || layout.layout != nil {
      try console.output(format == .json ? results.json : results.text(console.style))
    }
    return read.hasFailed ? .failure : .success
  }
}
