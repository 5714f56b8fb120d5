internal import AdvertBuilders
internal import AdvertManifest
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData
internal import ArgumentParser

struct ReachCommand: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "reach",
    abstract: "Say which scanners discover a device, and why.",
    discussion: """
      The answer says how soon, too, and why the other scanners miss the device. The question is whether a filter for \
      a service finds the device. Without --service and --name it is put for each service that the manifest expects, \
      or else for each service that the device mentions; the worst answer counts. A device without services is \
      discovered if a scan without a filter delivers it. --device gives reasons and times. --app takes the questions \
      from the program of an app.
      """)

  @Argument(help: .inputs, completion: .file())
  var given: [String] = []

  @OptionGroup(title: OptionTitle.frequent) var selection: SelectionOptions

  @OptionGroup(title: OptionTitle.frequent) var scanning: ScannerOptions

  @OptionGroup(title: "Questions") var questions: QuestionOptions

  @OptionGroup(title: OptionTitle.bytes) var hex: HexLayoutOptions

  @OptionGroup(title: OptionTitle.captures) var reading: ObservationOptions

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

  @Flag(name: .long, help: .joined)
  var joined = false

  @Option(name: .long, help: "The format of the result.")
  var format: RowsFormat = .text

  @OptionGroup var writing: OutputOptions

  var redacts: Bool { reading.redact }

  func validate() throws {
    guard
      questions.app.isEmpty
        || questions.matching == nil && selection.service.isEmpty && questions.name.isEmpty && questions.data.isEmpty
    else { throw ValidationError("--app has the questions of its program: give no other question with it") }
    guard redacts else { return }
    guard questions.app.isEmpty else {
      throw ValidationError("--redact takes no --app: names and data cannot be found among pseudonyms")
    }
    guard questions.matching == nil else {
      throw ValidationError("--redact takes no --matching: names and data cannot be found among pseudonyms")
    }
    guard !questions.name.contains(where: { $0.contains { $0 == "*" || $0 == "?" } }) else {
      throw ValidationError("--redact takes a whole name: a pattern cannot be found among pseudonyms")
    }
    guard questions.data.allSatisfy({ $0.beginning.isEmpty }) else {
      throw ValidationError(
        "--redact takes --service-data and --manufacturer-data without octets, which cannot be found among pseudonyms")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    let matchers = try questions.matching.map { try Self.matchers(inFile: $0) } ?? []
    let apps = try AppFiles(questions.app, hex.image.stack)
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
      asking: selection.service.map(Question.service) + questions.name.map { Self.question(inputs.shown($0)) }
        + questions.data.map(Question.data),
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
