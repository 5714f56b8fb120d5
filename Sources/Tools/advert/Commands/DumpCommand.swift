internal import AdvertCapture
internal import AdvertObservation
internal import AdvertRedaction
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData
internal import ArgumentParser

struct DumpCommand: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Print a row for each advertising report, for scripts.",
    discussion: """
      Reports are printed as they are read, in constant memory. --device prints all reports of a device, also those \
      before its name was heard: a file is read twice for that. A pipe can be read only once, so what came before is left \
      out, and told. --service prints the reports whose data list the service.

      --fields chooses what is in a row, in the order given: `--fields time,address,rssi,name,services,ruuviTag`. \
      `--fields help` has all fields and says when each is empty. --unique prints a row for each distinct \
      layout of a device, with its counts, once a capture is read. --follow waits for more at the end of a file.
      """)

  @Argument(help: .captures, completion: .file())
  var given: [String] = []

  @OptionGroup var selection: SelectionOptions

  @Flag(help: .redact)
  var redact = false

  @Flag(name: .long, help: .keepBadCRC)
  var keepBadCRC = false

  @Option(name: .long, help: "The format of the rows.")
  var format: ReportLines.Form = .tsv

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What a row holds, with commas: fields, values of known formats (ruuviTag.temperature), formats with all their "
        + "values (ruuviTag), all, or help.", valueName: "list"))
  var fields: String?

  @Flag(name: .long, help: "Print a row for each distinct layout of a device, with its counts.")
  var unique = false

  @Flag(name: .long, help: "Print rows of one source while it goes on, and wait for more at the end of a file.")
  var follow = false

  @Flag(name: .long, help: "With --follow, open a source again that ends or breaks, or is not there yet.")
  var retry = false

  @Option(name: .long, help: .irk, transform: ObservationOptions.key)
  var irk: [IdentityResolvingKey] = []

  @OptionGroup var decryption: KeyOptions

  @OptionGroup var writing: OutputOptions

  var redacts: Bool { redact }

  func validate() throws {
    guard !given.isEmpty || fields == "help" else {
      throw ValidationError("Missing expected argument '<capture> ...'")
    }
    guard !redact || !keepBadCRC else { throw ValidationError.redactedNoise }
    try validateFollowing()
  }

  func run(on console: Console) throws -> ExitStatus {
    if fields == "help" {
      try console.show(RowFields.help(console.style))
      return .success
    }
    if follow { return try runFollowing(chosenFields(), on: console) }
    var failure: CommandFailure?
    let redaction = redact ? Redaction() : nil
    let devices = try redaction?.devices(selection.device) ?? selection.device
    var choice = ReportChoice(devices: devices, services: unique ? [] : selection.service)
    let rowFields = try chosenFields()
    let keys = try decryption.keys(redacts: redact)
    var run = try ReadingRun(given, redaction: redaction, on: console, printingMeanwhile: true)
    // The run refuses to write over an input, so the titles come after it.
    try console.output(octets: rowFields.heading(format))
    let outcome = try run.readInOrder { source, path throws(InputProblem) in
      try dump(source, path: path, rowFields, keys, &choice, redaction, on: console, failure: &failure)
    } take: {
      $0
    }
    if let failure { throw failure }
    let missing = choice.missing
    for complaint in missing { try console.complain(complaint) }
    return outcome.isWell && missing.isEmpty ? .success : .failure
  }

  func chosenFields() throws(CommandFailure) -> RowFields {
    guard let fields else { return unique ? .usualOfLayouts : .usual }
    do throws(RowFields.Problem) {
      return try RowFields(fields)
    } catch {
      throw CommandFailure(error.description)
    }
  }

  /// Prints a file's reports and returns its gaps, one line each. Nothing more is printed after a failure.
  private func dump(
    _ source: RewindableSource, path: String, _ fields: RowFields, _ keys: DataKeys, _ choice: inout ReportChoice,
    _ redaction: Redaction?, on console: Console, failure: inout CommandFailure?
  ) throws(InputProblem) -> [String] {
    guard failure == nil else { return [] }
    var options = CaptureOptions(keepsBadCRC: keepBadCRC)
    choice.startInput()
    if choice.needsToLookAhead, let ahead = try source.openedAgain() {
      var finder = choice.lookingAhead
      // The second reading reports the problems of the input.
      _ = try? ahead.read(options, into: &finder, redaction: redaction)
      choice.takeDevices(from: finder)
    }
    let path = redaction?.path(path) ?? path
    options.deliversAtOnce = source.mayPause
    var writing: CommandFailure?
    func write(_ octets: [UInt8]) {
      guard writing == nil else { return }
      do throws(CommandFailure) {
        try console.output(octets: octets)
      } catch {
        writing = error
      }
    }
    let result: Result<CaptureSummary, CaptureError>
    if unique {
      var rows = LayoutRows(
        format, fields, path: path, choosing: choice, services: selection.service,
        keys: keys, owners: { FileContents.owners(of: $0, irk, redaction) }, write: write)
      result = Result { () throws(CaptureError) in try source.read(options, into: &rows, redaction: redaction) }
      rows.finish()
      choice = rows.choice
    } else {
      var rows = ReportLines(
        format, fields, path: path, choosing: choice, keys: keys, owner: owner(redaction), write: write)
      result = Result { () throws(CaptureError) in try source.read(options, into: &rows, redaction: redaction) }
      rows.finish()
      choice = rows.choice
    }
    failure = writing
    switch result {
    case .failure(let error): throw InputProblem(error, of: source, path: path)
    case .success(let original):
      let summary = redaction?.summary(original) ?? original
      let damage = (summary.archives + summary.captures).flatMap { summary in
        let path = summary.path(in: path)
        return summary.problems.gaps(in: path)
      }
      return damage + (choice.complaint.map { ["\(path): \($0)"] } ?? [])
    }
  }
  /// Returns the position of the key that resolves a received address, or its pseudonym.
  private func owner(_ redaction: Redaction?) -> (DeviceAddress) -> Int? {
    guard !irk.isEmpty else { return { _ in nil } }
    return { address in
      let heard = redaction?.original(of: address) ?? address
      return irk.owners(of: [heard])[heard]
    }
  }
}
