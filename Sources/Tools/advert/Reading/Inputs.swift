internal import AdvertBuilders
internal import AdvertCapture
internal import AdvertFirmware
internal import AdvertLint
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReading
internal import AdvertRedaction
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// The inputs of a command line: a list in the order of the arguments. An argument that cannot be read does not stop
/// the others.
///
/// Redaction begins here. With `--redact`, all data that a command gets from here have pseudonyms.
struct Inputs {
  /// Captures and declared layouts, those of `--adv` last. Without inputs, the layouts of the manifest in use.
  private(set) var list: [Input] = []
  /// The manifests among the arguments, which have expectations and settings of their own.
  private(set) var manifests: [ManifestFile] = []
  /// The manifest in use, for all inputs that have no expectations of their own.
  private(set) var configuration: ManifestFile?
  /// Whether there are no arguments, so that the layouts are those of the manifest in use.
  private(set) var isManifestInUse = false
  /// The devices that are wanted; all when it is empty.
  private(set) var devices: [DeviceSelector] = []
  /// The arguments that were not read in full. Captures have their own problems.
  private(set) var incomplete: [IncompleteInput] = []
  /// Whether an argument could not be read in full.
  private(set) var hasFailed = false
  private(set) var wasInterrupted = false
  /// The recordings of the captures that are to be joined.
  private var recordings: [RecordedReports] = []
  /// The number of bytes that are advertising data where it is not known, by the user.
  private var cut: Int?
  /// The real paths of captures that are shown under another one.
  private var originalPaths: [String: String] = [:]
  /// The files that captures come from, each with the positions of its captures in the list.
  private var captureFiles: [(path: String, positions: Range<Int>)] = []
  /// Whether an argument is a program.
  private var hasProgram = false
  /// The ids of the stacks that the programs call; `nil` when some of their calls are not read.
  private var programStacks: [String]? = []
  private let options: ObservationOptions
  private let joinsCaptures: Bool
  private let redaction: Redaction?
  private let reportedGaps: ReportedGaps
  private let accounts: FileContents.Accounts

  /// The gaps in the inputs that the diagnostics report: those that the command's result does not have.
  enum ReportedGaps {
    case none
    case ofArchives
    case all
  }

  /// No inputs yet.
  ///
  /// - Parameters:
  ///   - joiningCaptures: whether all captures are one.
  ///   - accounts: how the command takes programs' accounts of devices.
  init(
    _ options: ObservationOptions, telling gaps: ReportedGaps, joiningCaptures: Bool = false,
    accounts: FileContents.Accounts = .none
  ) {
    self.accounts = accounts
    self.options = options
    joinsCaptures = joiningCaptures
    reportedGaps = gaps
    redaction = options.redact ? Redaction() : nil
  }

  /// Returns a text of the command line in the form for outputs.
  func shown(_ text: String) -> String { redaction?.text(text) ?? text }

  /// Reads captures.
  mutating func read(
    _ captures: [String], _ selection: SelectionOptions, on console: Console
  ) throws(CommandFailure) {
    try read(captures, taking: nil, on: console)
    devices = try redaction?.devices(selection.device) ?? selection.device
  }

  /// Reads all inputs with layouts.
  ///
  /// - Parameters:
  ///   - config: the path of the manifest in use; `nil` where the user names none.
  ///   - verb: the command's verb for layouts, for the message that there are none.
  mutating func read(
    _ given: [String], _ hex: HexLayoutOptions, _ selection: SelectionOptions, config: String?, to verb: String,
    on console: Console
  ) throws(CommandFailure) {
    configuration = try .configuring(config, redaction: redaction)
    isManifestInUse = given.isEmpty && hex.isEmpty
    if isManifestInUse, !(configuration?.hasLayouts ?? false) {
      throw ManifestFile.nothing(to: verb, configuration)
    }
    try readLayouts(given, hex, selection, on: console)
  }

  /// Reads all inputs with layouts, without a manifest in use.
  mutating func readLayouts(
    _ given: [String], _ hex: HexLayoutOptions, _ selection: SelectionOptions, on console: Console
  ) throws(CommandFailure) {
    if hex.isEmpty, let pdu = hex.givenPDU {
      throw CommandFailure(
        "--pdu \(pdu.rawValue): expected --adv, --scan-response or --merged with it; files say the type themselves")
    }
    try read(given, taking: hex.image, on: console)
    if let symbol = hex.image.symbol.first, !hasFailed, !list.contains(where: { $0.image != nil }) {
      throw CommandFailure("--symbol \"\(symbol.symbol)\": expected a firmware image among the inputs")
    }
    try require(aProgramFor: hex.image)
    devices = try redaction?.devices(selection.device) ?? selection.device
    if let declared = hex.declared {
      list.append(Input(path: hex.name, .argument(redaction?.layout(declared) ?? declared)))
    }
    if isManifestInUse, let configuration {
      if !configuration.inputs.isEmpty {
        list.append(Input(path: configuration.path, .text(configuration.manifest.layouts, configuration.text)))
      }
      let refused = configuration.manifest.incomplete(at: configuration.path)
      incomplete += refused
      if reportedGaps != .none {
        for line in refused.flatMap({ $0.problems.gaps(in: $0.path) }) { try console.complain(line) }
      }
    }
    cut = hex.cut
    guard cut == nil || list.contains(where: { $0.layouts.contains { $0.merged != nil } }) else {
      throw CommandFailure("--cut: there are no bytes of which it is not known where the advertising data end")
    }
    list = try divided(list)
    for input in list { try tellMerged(in: input, on: console) }
  }

  /// Refuses a version that no input is about.
  private func require(aProgramFor image: ImageOptions) throws(CommandFailure) {
    if let stack = image.stack.first, !hasFailed, !hasProgram {
      throw CommandFailure(
        "--stack \(stack.id)@\(HostileText.visible(stack.version)): expected a program among the inputs")
    }
    guard !hasFailed, let called = programStacks?.withoutRepeats else { return }
    for stack in image.stack where !called.contains(where: { stack.concerns($0) }) {
      let names = called.compactMap { StackBuilder.named($0)?.name }
      throw CommandFailure(
        "--stack \(stack.id)@\(HostileText.visible(stack.version)): expected a program that calls \(stack.id), found "
          + (names.isEmpty ? "none" : "calls of \(names.joined(separator: ", "))"))
    }
  }

  /// Returns inputs with their layouts divided by the user's choice, where the division is not known.
  func divided(_ inputs: [Input]) throws(CommandFailure) -> [Input] {
    guard let cut else { return inputs }
    var divided: [Input] = []
    for var input in inputs {
      var layouts: [DeclaredLayout] = []
      for layout in input.layouts { layouts.append(try layout.divided(byChoice: cut, in: input.path)) }
      switch input.content {
      case .text(_, let text): input.content = .text(layouts, text)
      case .argument: if let layout = layouts.first { input.content = .argument(layout) }
      case .capture, .image: break
      }
      divided.append(input)
    }
    return divided
  }

  /// Reports the layouts that were taken as both blocks, and those that may be both, once for each input.
  private func tellMerged(in input: Input, on console: Console) throws(CommandFailure) {
    guard let layout = input.layouts.first(where: { $0.mergeSign != nil }), let sign = layout.mergeSign else { return }
    let more = input.layouts.count { $0.mergeSign == sign } - 1
    let others = more > 0 ? " (and \(counted(more, "layout")) more)" : ""
    let line = layout.place.map { ", line \($0.line)" } ?? ""
    switch sign {
    case .tooMany:
      guard let merged = layout.merged else { return }
      let likely = merged.likely
      try console.complain(
        "\(input.path)\(line): \(merged.excessWords), so they are taken as advertising data and scan response data in "
          + "one\(others); "
          + (likely.isSupported
            ? "--cut \(likely.cut) is the likely division: " : "--cut says the division, and nothing speaks for one: ")
          + likely.reason)
    case .hint(let words):
      try console.complain(
        "\(input.path)\(line): taken as advertising data\(others), but \(words): if a phone app shows them so, they may be "
          + "both blocks, which --merged says")
    case .zerosBetween:
      try console.complain(
        "\(input.path)\(line): both blocks in one\(others): zeros fill the advertising data, and the scan response "
          + "follows; parsers that stop at a zero length lose it")
    }
  }

  /// Reads the two sides of a comparison.
  ///
  /// - Returns: the number of inputs in the list that are of the old side, and the names of the sides in outputs.
  mutating func readSides(
    _ old: String, _ new: String, _ image: ImageOptions, _ selection: SelectionOptions, _ scanning: ScannerOptions,
    on console: Console
  ) throws(CommandFailure) -> (oldCount: Int, names: (old: String, new: String)) {
    configuration = try .configuring(scanning.config, redaction: redaction)
    try read([old], taking: image, on: console)
    let (count, hasOldFailed) = (list.count, hasFailed)
    try read([new], taking: image, on: console)
    hasFailed = hasFailed || hasOldFailed
    try require(aProgramFor: image)
    for input in list {
      guard let likely = input.layouts.lazy.compactMap({ $0.merged }).first?.likely else { continue }
      throw CommandFailure(
        "\(input.path): where the advertising data end is not known, so nothing can be compared: write the two blocks apart"
          + (likely.isSupported ? "; \(likely.cut) bytes of advertising data are likely" : ""))
    }
    devices = try redaction?.devices(selection.device) ?? selection.device
    return (count, (redaction?.path(old) ?? old, redaction?.path(new) ?? new))
  }

  /// Reads an input to compare the others with. It is not in the list. Call it before the others are read.
  ///
  /// - Returns: its contents, and its name.
  mutating func readAside(
    _ path: String, _ image: ImageOptions, on console: Console
  ) throws(CommandFailure) -> (inputs: [Input], name: String) {
    try read([path], taking: image, on: console)
    defer {
      list = []
      manifests = []
      captureFiles = []
    }
    return (list, redaction?.path(path) ?? path)
  }

  /// Reads files, several at once unless pseudonyms depend on their order.
  private mutating func read(
    _ arguments: [String], taking layouts: ImageOptions?, on console: Console
  ) throws(CommandFailure) {
    let options = options
    let joining = joinsCaptures
    let taken = FileContents.Taken(layouts: layouts, accounts: accounts)
    @Sendable func read(
      _ source: RewindableSource, _ path: String, _ redaction: Redaction?
    ) throws(InputProblem) -> FileContents {
      try FileContents(source, path: path, options, taking: taken, joining: joining, redaction)
    }
    var run = try ReadingRun(arguments, redaction: redaction, on: console, takesPrograms: layouts != nil)
    let outcome: ReadingRun.Outcome
    if let redaction {
      outcome = try run.readInOrder { source, path throws(InputProblem) in
        try read(source, path, redaction)
      } take: {
        add($0)
      }
    } else {
      outcome = try run.readAtOnce { source, path throws(InputProblem) in
        try read(source, path, nil)
      } take: {
        add($0)
      }
    }
    if joinsCaptures { try joinCaptures(on: console) }
    for line in unusedKeys { try console.complain(line) }
    incomplete += outcome.incomplete
    hasFailed = !outcome.isWell
    wasInterrupted = outcome.wasInterrupted
  }

  /// Replaces all captures by one, and reports the assumptions.
  private mutating func joinCaptures(on console: Console) throws(CommandFailure) {
    let summaries = list.compactMap(\.summary)
    guard let first = summaries.first, summaries.count > 1 || !recordings.isEmpty else { return }
    let joined = JoinedCaptures(recordings, maximumAdvertisers: options.maxDevices)
    var summary = first
    for other in summaries.dropFirst() { summary.join(other) }
    var observation = joined.observation
    observation.owners = FileContents.owners(of: observation.addresses, options.irk, redaction)
    summary.reports = observation.advertisements + observation.scanResponses
    let paths = list.filter(\.isCapture).map(\.path)
    list.removeAll(where: \.isCapture)
    list.append(
      Input(path: paths.count == 1 ? paths[0] : paths.joined(separator: " + "), .capture(summary, observation)))
    recordings = []
    guard paths.count > 1 else { return }
    let untimed = joined.withoutTimes == 0 ? "" : "; those without times come last"
    try console.complain(
      "joined \(paths.count) captures as one host and one place, taking their clocks as equal\(untimed); "
        + "\(counted(joined.repeats, "report")) in several counted once")
  }

  /// Adds the contents of a file, and returns its gaps for the diagnostics, one line each.
  private mutating func add(_ contents: FileContents) -> [String] {
    if contents.inputs.contains(where: \.isCapture) {
      // Further layouts of a log come after its captures.
      captureFiles.append((contents.path, list.count..<list.count + contents.inputs.count(where: \.isCapture)))
    }
    list += contents.inputs
    recordings += contents.recordings
    incomplete += contents.incomplete
    hasProgram = hasProgram || contents.isProgram
    programStacks = programStacks.flatMap { known in contents.programStacks.map { known + $0 } }
    if let manifest = contents.manifest { manifests.append(manifest) }
    originalPaths.merge(contents.originalPaths) { _, latest in latest }
    let ofArchives = reportedGaps == .none ? [] : contents.incomplete.flatMap { $0.problems.gaps(in: $0.path) }
    guard reportedGaps == .all else { return ofArchives }
    return ofArchives + contents.inputs.flatMap { $0.summary?.problems.gaps(in: $0.path) ?? [] }
  }

  /// A line for each wanted device and each wanted array of an image that is missing.
  var missing: [String] { missingSymbols + missingDevices }

  private var missingSymbols: [String] {
    incomplete.flatMap { input in
      input.problems.filter { $0.kind == .symbolMissing }.map { "\(input.path): \($0.message)" }
    }
  }

  /// The lines with the nearest names.
  private var missingDevices: [String] {
    // A layout on the command line has no name and no address.
    let searched = list.filter { if case .argument = $0.content { false } else { true } }
    guard !devices.isEmpty, !searched.isEmpty else { return [] }
    var search = DeviceSearch(devices)
    for input in searched {
      if let observation = input.observation {
        for advertiser in observation.advertisers { _ = search.chooses(advertiser) }
      }
      for layout in input.layouts { _ = search.chooses(layout) }
      for device in input.valuesAccount?.devices ?? [] {
        for name in device.names {
          _ = search.chooses(device.address, name: name, identifier: device.identifier, line: device.line)
        }
      }
    }
    return search.missing
  }

  /// A line when there are keys and none resolves an address.
  private var unusedKeys: [String] {
    let observations = list.compactMap(\.observation)
    guard !options.irk.isEmpty, !observations.isEmpty, observations.allSatisfy({ $0.owners.isEmpty }) else { return [] }
    let resolvable = observations.reduce(0) { $0 + $1.addresses.count { $0.mayBeResolvable } }
    return [
      "--irk resolves no address: "
        + (resolvable == 0
          ? "none is a resolvable private one" : "\(resolvable) are resolvable private ones of other owners")
    ]
  }

  // MARK: Reading again

  /// Reads the files of captures again into one sink each, in the same way. Their problems were reported before.
  ///
  /// - Parameters:
  ///   - makeSink: a sink for the captures at these positions of the list, in their order; `nil` when none is needed.
  ///   - take: gets each filled sink.
  /// - Returns: whether all could be read again. A pipe cannot.
  func readAgain<Sink: CaptureSink>(
    _ makeSink: (Range<Int>) -> Sink?, take: (Sink, Range<Int>) -> Void
  ) -> Bool {
    var isAll = true
    for (path, positions) in captureFiles {
      guard var sink = makeSink(positions) else { continue }
      guard path != "-", let source = try? RewindableSource(opening: path), !source.mayPause,
        (try? source.read(options.capture, into: &sink, redaction: redaction)) != nil
      else {
        isAll = false
        continue
      }
      take(sink, positions)
    }
    return isAll
  }

  /// Reads the records of captures again, unchanged.
  ///
  /// - Parameters:
  ///   - start: called when the capture at this position of the list begins.
  ///   - take: gets its records.
  /// - Returns: whether all could be read again. A pipe cannot.
  func copyRecords(startingCapture start: (Int) -> Void, to take: (CopiedRecord) -> Void) -> Bool {
    var isAll = true
    for (path, positions) in captureFiles {
      guard path != "-", let source = try? RewindableSource(opening: path), !source.mayPause else {
        isAll = false
        continue
      }
      var position = positions.lowerBound
      // Both are called only before the reading ends.
      let isRead = withoutActuallyEscaping(start) { start in
        withoutActuallyEscaping(take) { take in
          var captureOptions = options.capture
          captureOptions.readsLogs = source.mayBeLog
          let result: Void? = try? CaptureReader.copyRecords(
            of: source, options: captureOptions,
            startingCapture: { _ in
              start(position)
              position += 1
            }, to: take)
          return result != nil
        }
      }
      if !isRead { isAll = false }
    }
    return isAll
  }

  // MARK: Manifests

  /// The manifest in use, if an input needs its expectations.
  var neededConfiguration: ManifestFile? {
    list.contains { $0.expectations == nil } ? configuration : nil
  }

  /// The manifest's settings of rules.
  var settings: LintSettings { configuration?.settings(forPaths: originalPaths) ?? LintSettings() }

  /// The scanners of this program and of all manifests.
  var knownScanners: KnownScanners { KnownScanners([configuration].compactMap(\.self) + manifests) }
}

extension DeclaredLayout {
  /// Returns the layout in the user's division; unchanged when its division is known.
  ///
  /// - Parameter path: of the input, for the message that it cannot be divided.
  func divided(byChoice cut: Int, in path: String) throws(CommandFailure) -> DeclaredLayout {
    guard let merged else { return self }
    guard merged.cuts.contains(cut) else {
      let numbers = merged.cuts.map { String($0) }.joined(separator: ", ")
      throw CommandFailure(
        "--cut: \(path)\(name.map { ", \(HostileText.quoted($0))" } ?? ""): expected a number of bytes that the advertising "
          + "data can have (\(numbers)), found \(cut)")
    }
    return divided(at: cut)
  }
}
