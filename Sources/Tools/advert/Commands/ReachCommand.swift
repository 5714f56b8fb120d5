internal import AdvertBuilders
internal import AdvertManifest
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData
internal import ArgumentParser
internal import AssignedNumbers

struct ReachCommand: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "reach",
    abstract: "Say which scanners discover a device, when, and why the others do not.",
    discussion: """
      The question is whether a filter for a service finds the device. Without --service and --name it is put for each \
      service that the manifest expects, or else for each service that the device mentions; the worst answer counts. A \
      device without services is discovered if a scan without a filter delivers it. --device gives reasons and times. \
      --app takes the questions from the program of an app.
      """)

  @Argument(help: .inputs, completion: .file())
  var given: [String] = []

  @OptionGroup var hex: HexLayoutOptions

  @OptionGroup var selection: SelectionOptions

  @Option(
    name: .long,
    help: ArgumentHelp("Is the device delivered with this name? * and ? stand for characters.", valueName: "name"))
  var name: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Is it delivered with service data like these? Hex of their beginning and of a mask may follow the service.",
      valueName: "uuid|name[=hex[/mask]]"), transform: DataQuestion.init(serviceData:))
  var serviceData: [DataQuestion] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The same for manufacturer data: 0x004c=0215. The company is hexadecimal.", valueName: "company[=hex[/mask]]"),
    transform: DataQuestion.init(manufacturerData:))
  var manufacturerData: [DataQuestion] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Does it fit what a Home Assistant integration waits for? Its manifest.json, or a list of its matchers.",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var matching: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Does this app find it? A program whose scans say what it asks for, or - for lines from standard input. Also "
        + "its AndroidManifest.xml.",
      valueName: "file"), completion: .file())
  var app: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Fail unless each scanner finds each device within this time in 95 of 100 tries.", valueName: "time"))
  var within: TimeArgument?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How soon each device is found when it advertises so often, such as 500ms. Of a range such as 20ms..2s: which intervals are worth their cost, or with --within the longest that will do.",
      valueName: "time|range"))
  var interval: IntervalArgument?

  @Option(
    name: .long,
    help: ArgumentHelp("Say how soon when so many packets are lost, such as 20%.", valueName: "percent"))
  var loss = PercentArgument(share: 0)

  @Flag(name: .long, help: "In JSON, also the time of each twentieth of all tries.")
  var curve = false

  @Flag(name: .customLong("all"), help: "Answer each question about each device chosen, however many there are.")
  var leavesNothingOut = false

  @OptionGroup var scanning: ScannerOptions

  @Flag(name: .long, help: .joined)
  var joined = false

  @OptionGroup var reading: ObservationOptions

  @Option(name: .long, help: "The format of the result.")
  var format: RowsFormat = .text

  @OptionGroup var writing: OutputOptions

  var redacts: Bool { reading.redact }

  func validate() throws {
    guard
      app.isEmpty
        || matching == nil && selection.service.isEmpty && name.isEmpty
          && (serviceData + manufacturerData).isEmpty
    else { throw ValidationError("--app has the questions of its program: give no other question with it") }
    guard redacts else { return }
    guard app.isEmpty else {
      throw ValidationError("--redact takes no --app: names and data cannot be found among pseudonyms")
    }
    guard matching == nil else {
      throw ValidationError("--redact takes no --matching: names and data cannot be found among pseudonyms")
    }
    guard !name.contains(where: { $0.contains { $0 == "*" || $0 == "?" } }) else {
      throw ValidationError("--redact takes a whole name: a pattern cannot be found among pseudonyms")
    }
    guard (serviceData + manufacturerData).allSatisfy({ $0.beginning.isEmpty }) else {
      throw ValidationError(
        "--redact takes --service-data and --manufacturer-data without octets, which cannot be found among pseudonyms")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    let matchers = try matching.map { try Self.matchers(inFile: $0) } ?? []
    let apps = try AppFiles(app, hex.image.stack)
    // The programs of `--app` take the versions of their libraries alone.
    var hex = hex
    hex.image.stack.removeAll { stack in
      apps.libraries.contains { $0.id == stack.id } && (given.isEmpty || StackBuilder.named(stack.id) == nil)
    }
    var inputs = Inputs(reading, telling: .all, joiningCaptures: joined, accounts: .alone)
    try inputs.read(given, hex, selection, config: scanning.config, to: "judge", on: console)
    let scanners =
      matchers.isEmpty || !scanning.scanners.isEmpty
      ? scanning.scanners : Self.ofHomeAssistant.compactMap { ScannerOptions.ScannerArgument(argument: $0) }
    let chosen = try inputs.profiles(inputs.knownScanners.named(scanners))
    let scans = apps.scans(by: scanners.isEmpty ? [] : chosen)
    let run = ReachRun(
      inputs.list, profiles: scans.isEmpty ? chosen : ReachRun.scanners(of: scans), devices: inputs.devices,
      asking: selection.service.map(Question.service) + name.map { Self.question(inputs.shown($0)) }
        + (serviceData + manufacturerData).map(Question.data),
      expecting: inputs.neededConfiguration?.manifest.expectedServices ?? [], matchers: matchers,
      scans: scans, supposing: interval?.one, loss: loss.share)
    var report = ReachReport(
      run, leavesNothingOut: leavesNothingOut, diagnoses: !selection.device.isEmpty && !scanning.scanners.isEmpty,
      demand: interval?.range == nil ? within.map { SoonDemand(within: $0.microseconds, run) } : nil,
      choosing: interval?.range.map { Choosing(from: $0, within: within?.microseconds, run) })
    report.faults = ReachFault.all(of: inputs.list, run.profiles, apps.libraries)
    report.showsCurves = curve
    report.manifest = inputs.neededConfiguration?.path
    if !inputs.list.isEmpty {
      switch format {
      case .text: try console.show(report.text(console.style))
      case .json: try console.stream(report.writeJSON)
      case .jsonl: try console.stream(report.writeLines)
      }
    }
    let missing = inputs.missing + report.missing
    for complaint in missing { try console.complain(complaint) }
    // A stack that refuses the request sends nothing, so nothing was asked.
    if inputs.hasFailed || inputs.list.isEmpty || !missing.isEmpty { return .failure }
    return report.fallsShort ? .findings : .success
  }

  /// Returns the matchers of a Home Assistant integration, which `--matching` names.
  private static func matchers(inFile path: String) throws(CommandFailure) -> [IntegrationMatcher] {
    let text = try RewindableSource.text(
      named: path, expected: "the manifest.json of an integration: UTF-8 of at most 1 MiB")
    do throws(MatcherProblem) {
      return try IntegrationMatcher.all(in: text)
    } catch {
      throw CommandFailure("\(path): \(error)")
    }
  }

  /// The scanners for `--matching`, unless the user names some: those of Home Assistant, and an active one.
  private static let ofHomeAssistant = ["home-assistant-auto", "home-assistant-auto-proxy", "esphome"]

  private static func question(_ name: String) -> Question {
    name.contains { $0 == "*" || $0 == "?" } ? .data(DataQuestion(nameLike: name)) : .name(name)
  }
}

extension DataQuestion {
  /// `fcd2`, `fcd2=40`, `feaa=40/f0`.
  fileprivate init(serviceData text: String) throws {
    let (subject, rest) = Self.parts(text)
    try self.init(.service(BluetoothUUID(ofService: subject)), rest)
  }

  /// `0x004c`, `004c=0215`, `0x004c=0215/ffff`. A number that could be decimal as well is refused.
  fileprivate init(manufacturerData text: String) throws {
    let (subject, rest) = Self.parts(text)
    let isMarked = subject.lowercased().hasPrefix("0x")
    let digits = isMarked ? subject.dropFirst(2) : subject[...]
    guard isMarked || digits.utf8.count == 4, digits.utf8.first != UInt8(ascii: "+"),
      let number = UInt16(digits, radix: 16)
    else {
      throw ValidationError(
        "expected a company as Bluetooth writes it, in four hexadecimal digits such as 004c or 0x004c, found "
          + HostileText.quoted(subject) + (Self.suggestion(for: String(subject)) ?? ""))
    }
    try self.init(.manufacturer(number), rest)
  }

  /// Returns a company whose name begins so.
  private static func suggestion(for name: String) -> String? {
    let part = name.lowercased()
    guard !part.isEmpty else { return nil }
    for number in UInt16.min...UInt16.max {
      guard let company = CompanyIdentifiers.name(of: number), company.lowercased().hasPrefix(part) else { continue }
      return "; did you mean \(HexDigits.number(number, octets: 2)) (\(company))?"
    }
    return nil
  }

  private static func parts(_ text: String) -> (subject: String, data: String?) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
  }

  private init(_ subject: Subject, _ data: String?) throws {
    let parts = (data ?? "").split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let octets = try? parts.map { try $0.isEmpty ? [] : HexText.octets(of: $0) }
    guard let octets,
      let question = DataQuestion(subject, beginning: octets.first ?? [], mask: octets.count > 1 ? octets[1] : nil)
    else { throw ValidationError("expected hex, and a mask of the same length behind a /") }
    self = question
  }
}
