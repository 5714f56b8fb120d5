internal import AdvertCapture
internal import AdvertLint
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReading
internal import AdvertReport
internal import AdvertScan
internal import AdvertWatch
internal import ArgumentParser
internal import CProcess

struct WatchCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Show devices while they are heard.",
    discussion: """
      A terminal shows a screen that stays; elsewhere, each event has a line. The source is a file, a named pipe, - \
      for standard input, or tcp:HOST:PORT, in any format that advert reads or as a log with data in hex, or an \
      interface that --interfaces lists, such as bluetooth-monitor. ? explains the keys of the screen. With --format, \
      each event has a line on a terminal, too: a device is new, its layout changed, something is wrong with it, it \
      is gone.

      Exit status: 0 when the source ended or the user did not want more, 2 when the source failed.
      """)

  @Argument(
    help: ArgumentHelp(
      "A capture that goes on: a file, a named pipe, - for standard input, or tcp:HOST:PORT.", valueName: "source"),
    completion: .file())
  var source: String?

  @Flag(help: "List the interfaces of this machine that can be a source, and end.")
  var interfaces = false

  @OptionGroup var selection: SelectionOptions

  @OptionGroup var scanning: ScannerOptions

  @Option(name: .long, help: "The form of a line for each event. Without it, a terminal shows a screen.")
  var format: WatchLines.Form?

  @Flag(name: .long, help: "Wait for more at the end of a file.")
  var follow = false

  @Flag(name: .long, help: "Open a source again that ends or breaks, or is not there yet.")
  var retry = false

  @Option(
    name: .long, help: ArgumentHelp("The speed of a serial line, such as 115200 or 1000000.", valueName: "number"))
  var baud: UInt?

  @Option(
    name: .long, help: ArgumentHelp("A device that was not heard for so long leaves.", valueName: "time"))
  var forget = TimeArgument(microseconds: 600_000_000)

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The most devices at a time. Those not heard for longest make room for others.", valueName: "number"))
  var maxDevices = 10_000

  @Flag(name: .long, help: "Tell notes, too.")
  var notes = false

  @Flag(name: .long, help: .keepBadCRC)
  var keepBadCRC = false

  @OptionGroup var writing: OutputOptions

  func validate() throws {
    guard (source == nil) == interfaces else {
      throw ValidationError(interfaces ? "--interfaces takes no source" : "expected a source; --interfaces lists some")
    }
    if let baud, !cprocess_is_baud(baud) {
      throw ValidationError("--baud: expected a usual speed, such as 115200, found \(baud)")
    }
    guard maxDevices > 0 else { throw ValidationError("--max-devices: expected at least 1, found \(maxDevices)") }
    guard forget.microseconds > 0 else { throw ValidationError("--forget: expected more than 0") }
  }

  func run(on console: Console) throws -> ExitStatus {
    guard let source else { return try listInterfaces(on: console) }
    let manifest = try ManifestFile.configuring(scanning.config)
    let scanners = try KnownScanners([manifest].compactMap(\.self)).named(scanning.scanners)
    var settings = Watch.Settings()
    settings.linter = Linter(
      expectations: Expectations(scanners: scanners.isEmpty ? manifest?.manifest.profiles ?? [] : scanners),
      settings: manifest?.settings ?? LintSettings())
    settings.leastSeverity = notes ? .note : .warning
    settings.devices = DeviceSelectors(selection.device)
    settings.services = Set(selection.service)
    settings.forgetting = forget.microseconds
    settings.maximumDevices = maxDevices
    let run = try WatchRun(Watch(settings), SourceAddress(source, following: follow, baud: baud), self, on: console)
    if format == nil, console.isInterruptible, console.outputPath == nil, WatchTerminal.isThere {
      return try run.showScreen(source, isColored: console.style.isColored, on: console)
    }
    return try run.writeLines(format ?? .text, on: console)
  }
}

extension WatchCommand {
  private func listInterfaces(on console: Console) throws -> ExitStatus {
    let all: [(name: String, description: String)]
    do throws(InputFailure) {
      all = try InterfaceSource.all()
    } catch {
      throw CommandFailure("--interfaces: \(error.reason)")
    }
    let width = all.map(\.name.count).max() ?? 0
    for one in all {
      let name = HostileText.visible(one.name)
      let gap = String(repeating: " ", count: max(width - name.count, 0) + 2)
      try console.output(name + (one.description.isEmpty ? "" : gap + HostileText.visible(one.description)) + "\n")
    }
    if all.isEmpty { try console.complain("libpcap names no interface that this user may open") }
    return .success
  }
}

extension WatchLines.Form: ExpressibleByArgument {}
