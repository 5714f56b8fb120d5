internal import AdvertLint
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReport
internal import AdvertisingData
internal import ArgumentParser

struct LintCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Judge layouts: first of all, service UUIDs that only the scan response holds.",
    discussion: """
      Exit status: 0 when nothing was found at or above --fail-on, 1 when something was, 2 when the check could not be \
      done.
      """)

  @Argument(
    help: ArgumentHelp(
      "A capture, a directory of captures, a file of layouts in hex, or - for standard input.", valueName: "input"))
  var inputs: [String] = []

  @OptionGroup var layout: HexLayoutArguments

  @Option(
    name: .long, help: ArgumentHelp("Judge only this device; fail when it is not there.", valueName: "address|name"))
  var device: [DeviceSelector] = []

  @Option(
    name: .long,
    help: ArgumentHelp("Fail when no judged device has this service in its advertising data.", valueName: "uuid"))
  var service: [BluetoothUUID] = []

  @Option(name: .long, help: "How to write the result.")
  var format: LintFormat = .text

  @Option(name: .long, help: ArgumentHelp("Write the result to a file.", valueName: "file"))
  var output: String?

  @Option(name: .long, help: "The least severity that makes the check fail.")
  var failOn: FailureThreshold = .warning

  @OptionGroup var reading: CaptureReadingArguments

  enum FailureThreshold: String, CaseIterable, ExpressibleByArgument {
    case error
    case warning
    case note
    case never

    var severity: Severity? { Severity(rawValue: rawValue) }
  }

  func validate() throws {
    guard !inputs.isEmpty || layout.layout != nil else {
      throw ValidationError("Give a capture, or --adv and --scan-response.")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    let read = try InputReading(inputs, options: reading.options, takesLayouts: true, on: console)
    var results = LintResults(Linter(expectations: Expectations(services: service, devices: device)))
    for capture in read.captures {
      results.judge(capture)
    }
    for file in read.layouts {
      results.judge(file.layouts, path: file.path)
    }
    if let layout = layout.layout {
      let declared = DeclaredLayout(layout: layout)
      results.judge([declared], path: "--adv")
    }
    results.finish()
    if !read.isEmpty || layout.layout != nil {
      try write(results, on: console)
    }
    if read.hasFailed { return .failure }
    let isFailure = failOn.severity.map { threshold in results.findings.contains { $0.severity >= threshold } } ?? false
    return isFailure ? .findings : .success
  }

  private func write(_ results: LintResults, on console: Console) throws(CommandFailure) {
    guard let output else {
      try console.output(format.report(of: results, console.style))
      return
    }
    try OutputFile(creating: output).write(format.report(of: results, .plain))
    try console.output(results.summary(console.style) + "\n")
  }
}
