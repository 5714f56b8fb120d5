internal import AdvertCapture
internal import AdvertObservation
internal import AdvertRedaction
internal import AdvertReport
internal import ArgumentParser

struct DumpCommand: InputCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Print a row for each advertising report, for scripts.",
    discussion: """
      Reports are printed as they are read, in constant memory. --device prints all reports of a device, also those \
      before its name was heard: a file is read twice for that. A pipe can be read only once, so what came before is left \
      out, and told. --service prints the reports whose data list the service.
      """)

  @Argument(help: .captures, completion: .file())
  var given: [String]

  @OptionGroup var selection: SelectionOptions

  @Flag(help: .redact)
  var redact = false

  @Flag(name: .long, help: .keepBadCRC)
  var keepBadCRC = false

  @Option(name: .long, help: "The format of the rows.")
  var format: ReportLines.Form = .tsv

  @OptionGroup var writing: OutputOptions

  var redacts: Bool { redact }

  func validate() throws {
    guard !redact || !keepBadCRC else { throw ValidationError.redactedNoise }
  }

  func run(on console: Console) throws -> ExitStatus {
    var failure: CommandFailure?
    let redaction = redact ? Redaction() : nil
    let devices = try redaction?.devices(selection.device) ?? selection.device
    var choice = ReportChoice(devices: devices, services: selection.service)
    var run = try ReadingRun(given, redaction: redaction, on: console, printingMeanwhile: true)
    // The run refuses to write over an input, so nothing is written before it.
    if format == .tsv { try console.output(ReportLines.titles) }
    let outcome = try run.readInOrder { source, path throws(InputProblem) in
      try dump(source, path: path, &choice, redaction, on: console, failure: &failure)
    } take: {
      $0
    }
    if let failure { throw failure }
    let missing = choice.missing
    for complaint in missing { try console.complain(complaint) }
    return outcome.isWell && missing.isEmpty ? .success : .failure
  }

  /// Prints a file's reports and returns its gaps, one line each. Nothing more is printed after a failure.
  private func dump(
    _ source: RewindableSource, path: String, _ choice: inout ReportChoice, _ redaction: Redaction?,
    on console: Console, failure: inout CommandFailure?
  ) throws(InputProblem) -> [String] {
    guard failure == nil else { return [] }
    var options = CaptureOptions(keepsBadCRC: keepBadCRC)
    choice.startInput()
    if choice.needsToLookAhead, let ahead = try source.openedAgain() {
      var finder = choice.lookingAhead
      // What is wrong with the input is told when it is read again.
      _ = try? ahead.read(options, into: &finder, redaction: redaction)
      choice.takeDevices(from: finder)
    }
    let path = redaction?.path(path) ?? path
    options.deliversAtOnce = source.mayPause
    var writing: CommandFailure?
    var lines = ReportLines(format, path: path, choosing: choice) { octets in
      guard writing == nil else { return }
      do throws(CommandFailure) {
        try console.output(String(decoding: octets, as: UTF8.self))
      } catch {
        writing = error
      }
    }
    let result: Result<CaptureSummary, CaptureError> = Result { () throws(CaptureError) in
      try source.read(options, into: &lines, redaction: redaction)
    }
    lines.finish()
    choice = lines.choice
    failure = writing
    switch result {
    case .failure(let error): throw InputProblem(error)
    case .success(let original):
      let summary = redaction?.summary(original) ?? original
      let damage = (summary.isArchive ? [summary] + summary.captures : [summary]).flatMap { summary in
        let path = summary.path(in: path)
        return summary.problems.gaps(in: path)
      }
      return damage + (choice.complaint.map { ["\(path): \($0)"] } ?? [])
    }
  }
}
