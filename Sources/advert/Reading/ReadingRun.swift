internal import AdvertRedaction

/// One command's reading of its inputs, file by file, to the last or until the user interrupts it.
struct ReadingRun {
  private let console: Console
  private let redaction: Redaction?
  private let interruption: Interruption?
  private let progress: ReadingProgress?
  private let read: Reading
  private var unread: Int
  private var outcome = Outcome()

  /// Reads one file and returns what is wrong in it that belongs on the diagnostics.
  typealias Reading = (_ source: RewindableSource, _ path: String) throws(InputProblem) -> [String]

  struct Outcome {
    /// Whether all was read that should be.
    fileprivate(set) var isWell = true
    /// Whether the user ended it early.
    fileprivate(set) var wasInterrupted = false
  }

  /// Reads every file that the arguments stand for: one that cannot be read is complained about and does not stop the
  /// others, and in a directory what is no capture is passed over. How far it is is shown, unless results are printed
  /// meanwhile that may go to the same terminal. When it is interrupted, what was read and what was not is told.
  static func readAll(
    _ arguments: [String], redaction: Redaction?, on console: Console, printingMeanwhile: Bool = false, _ read: Reading
  ) throws(CommandFailure) -> Outcome {
    let inputs = arguments.map { CaptureFiles($0) }
    let paths = inputs.flatMap(\.paths)
    let line = printingMeanwhile && !TerminalLine.isApartFromOutput ? nil : console.line
    defer { line?.erase() }
    return try withoutActuallyEscaping(read) { read throws(CommandFailure) in
      var run = ReadingRun(
        console: console, redaction: redaction, interruption: console.isInterruptible ? Interruption() : nil,
        progress: line.map { ReadingProgress(sizes: paths.map(InputSize.octets(of:)), show: $0.show) }, read: read,
        unread: paths.count)
      for files in inputs { try run.read(files) }
      try run.tellWhatIsUnread()
      return run.outcome
    }
  }

  private mutating func read(_ files: CaptureFiles) throws(CommandFailure) {
    var found = 0
    for path in files.paths where !outcome.wasInterrupted {
      let (problem, complaints) = read(path)
      switch problem {
      case nil: found += 1
      case .some(let problem) where files.isDirectory && problem.isNoCapture: break
      case .some(let problem):
        outcome.isWell = false
        try console.complain(problem.line(on: path, redaction))
      }
      for complaint in complaints { try console.complain(complaint) }
    }
    if files.unnamed > 0 {
      outcome.isWell = false
      try console.complain(
        "\(shown(files.argument)): expected names in UTF-8, found \(files.unnamed) that cannot be read by name")
    }
    if files.isDirectory, found == 0, !outcome.wasInterrupted {
      outcome.isWell = false
      try console.complain(
        "\(shown(files.argument)): expected captures in the directory, found none in \(files.paths.count) files")
    }
  }

  /// Reads one file, or what the user lets it: then there is no problem but that.
  private mutating func read(_ path: String) -> (problem: InputProblem?, complaints: [String]) {
    // A signal between two files.
    guard !isInterruptionRequested else {
      outcome.wasInterrupted = true
      return (nil, [])
    }
    let size = InputSize.octets(of: path)
    defer { progress?.finishFile() }
    let source: RewindableSource
    do throws(InputProblem) {
      source = try RewindableSource(opening: path, interruptedBy: interruption, progress: progress)
    } catch {
      // The opening of a pipe can take as long as reading it.
      outcome.wasInterrupted = isInterruptionRequested
      if !outcome.wasInterrupted { unread -= 1 }
      return (outcome.wasInterrupted ? nil : error, [])
    }
    unread -= 1
    var complaints: [String] = []
    var problem: InputProblem?
    do throws(InputProblem) {
      complaints = try read(source, path)
    } catch {
      problem = error
    }
    guard source.wasInterrupted else { return (problem, complaints) }
    // What the input seems to be is what its beginning seems to be.
    outcome.wasInterrupted = true
    let part = size.map { "\(source.count) of \($0)" } ?? "\(source.count)"
    return (nil, complaints + ["\(shown(path)): interrupted after \(part) bytes"])
  }

  private func shown(_ path: String) -> String { redaction?.path(path) ?? path }

  private var isInterruptionRequested: Bool { interruption?.isRequested ?? false }

  private mutating func tellWhatIsUnread() throws(CommandFailure) {
    guard outcome.wasInterrupted else { return }
    outcome.isWell = false
    if unread > 0 { try console.complain("interrupted: \(unread) \(unread == 1 ? "file" : "files") not read") }
  }
}
