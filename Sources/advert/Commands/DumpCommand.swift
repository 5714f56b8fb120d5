internal import AdvertCapture
internal import AdvertObservation
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

  func run(on console: Console) throws -> ExitStatus {
    var status = ExitStatus.success
    if format == .tsv { try console.output(ReportLines.titles) }
    for argument in captures {
      let files = CaptureFiles(argument)
      for path in files.paths {
        do {
          try dump(path, on: console)
        } catch let problem as InputProblem {
          if files.isDirectory, problem.isNoCapture { continue }
          status = .failure
          try console.complain("\(path): \(problem.message)")
        }
      }
    }
    return status
  }

  private func dump(_ path: String, on console: Console) throws {
    let source = try RewindableSource(opening: path)
    var failure: CommandFailure?
    var lines = ReportLines(format, path: path, devices: device) { octets in
      guard failure == nil else { return }
      do throws(CommandFailure) {
        try console.output(String(decoding: octets, as: UTF8.self))
      } catch {
        failure = error
      }
    }
    let result: Result<CaptureSummary, CaptureError> = Result { () throws(CaptureError) in
      try CaptureReader.read(source, options: reading.options, into: &lines)
    }
    lines.finish()
    if let failure { throw failure }
    switch result {
    case .success(let summary):
      for summary in summary.isArchive ? [summary] + summary.captures : [summary] {
        let path = summary.member.map { "\(path)/\($0)" } ?? path
        for problem in summary.problems where problem.kind.isDamage {
          try console.complain("\(path): offset \(problem.fileOffset): \(problem.message)")
        }
      }
    case .failure(let error): throw InputProblem(error)
    }
  }
}
