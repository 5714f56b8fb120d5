internal import AdvertCapture
internal import AdvertObservation
internal import AdvertRedaction
internal import AdvertReport
internal import ArgumentParser

struct DumpCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Print every report of captures, one to a line, for scripts.",
    discussion: """
      Reports are printed as they are read, in constant memory. With --device NAME, those of an address are printed from \
      the first one on that gives the name.
      """)

  @Argument(help: ArgumentHelp("A capture, a directory of captures, or - for standard input.", valueName: "capture"))
  var captures: [String]

  @Option(name: .long, help: ArgumentHelp("Print only reports of this device.", valueName: "address|name"))
  var device: [DeviceSelector] = []

  @Option(name: .long, help: "How to write the reports.")
  var format: ReportLines.Form = .tsv

  @OptionGroup var reading: CaptureReadingArguments

  @OptionGroup var redacting: RedactionArguments

  func run(on console: Console) throws -> ExitStatus {
    if format == .tsv { try console.output(ReportLines.titles) }
    var failure: CommandFailure?
    let redaction = redacting.redaction
    var run = ReadingRun(captures, redaction: redaction, on: console, printingMeanwhile: true)
    let outcome = try run.readInOrder { source, path throws(InputProblem) in
      ((), try dump(source, path: path, redaction, on: console, failure: &failure))
    } take: {
    }
    if let failure { throw failure }
    return outcome.isWell ? .success : .failure
  }

  /// Prints a file's reports and returns what is damaged in it, one line each. Nothing more is printed after a failure.
  private func dump(
    _ source: RewindableSource, path: String, _ redaction: Redaction?, on console: Console,
    failure: inout CommandFailure?
  ) throws(InputProblem) -> [String] {
    guard failure == nil else { return [] }
    let path = redaction?.path(path) ?? path
    let devices = redaction?.devices(device) ?? device
    var writing: CommandFailure?
    var lines = ReportLines(format, path: path, devices: devices) { octets in
      guard writing == nil else { return }
      do throws(CommandFailure) {
        try console.output(String(decoding: octets, as: UTF8.self))
      } catch {
        writing = error
      }
    }
    let result: Result<CaptureSummary, CaptureError> = Result { () throws(CaptureError) in
      try source.read(reading.options, into: &lines, redaction: redaction)
    }
    lines.finish()
    failure = writing
    switch result {
    case .failure(let error): throw InputProblem(error)
    case .success(let original):
      let summary = redaction?.summary(original) ?? original
      return (summary.isArchive ? [summary] + summary.captures : [summary]).flatMap { summary in
        let path = summary.path(in: path)
        return summary.problems.filter(\.kind.isDamage).map { "\(path): offset \($0.fileOffset): \($0.message)" }
      }
    }
  }
}
