internal import AdvertReport

/// Where a command's text goes: the process's streams and files, or memory in tests.
struct Console {
  /// Results.
  var output: (String) throws(CommandFailure) -> Void
  /// Diagnostics.
  let diagnostics: (String) throws(CommandFailure) -> Void
  /// How results are coloured.
  var style: TextStyle
  /// Where progress is shown; `nil` when standard error is not a terminal.
  var line: TerminalLine?
  /// Whether SIGINT ends the reading of inputs before it ends the process.
  var isInterruptible = false
  /// The file that results go to instead of standard output.
  private(set) var file: ReplacedFile?
  /// Where a line about the results goes while they go to a file.
  private(set) var summary: ((String) throws(CommandFailure) -> Void)?
  private(set) var summaryStyle = TextStyle.plain

  init(
    output: @escaping (String) throws(CommandFailure) -> Void,
    diagnostics: @escaping (String) throws(CommandFailure) -> Void, style: TextStyle, line: TerminalLine? = nil,
    isInterruptible: Bool = false
  ) {
    self.output = output
    self.diagnostics = diagnostics
    self.style = style
    self.line = line
    self.isInterruptible = isInterruptible
  }

  static var process: Console {
    let line = TerminalLine.standardError
    return Console(
      output: { text throws(CommandFailure) in try OutputFile.standardOutput.write(text) },
      diagnostics: { text throws(CommandFailure) in
        line?.erase()
        try OutputFile.standardError.write(text)
      },
      style: .standardOutput, line: line, isInterruptible: true)
  }

  /// The console of a command with these options.
  ///
  /// - Parameter shown: what messages call the file of the results; as the user wrote it by default.
  func applying(_ options: OutputOptions, shown: String? = nil) -> Console {
    var console = self
    switch options.color {
    case .auto: break
    case .always: console.style = console.style.colored(true)
    case .never: console.style = console.style.colored(false)
    }
    guard let path = options.output else { return console }
    let file = ReplacedFile(path, shown: shown)
    console.file = file
    console.summary = output
    console.summaryStyle = console.style
    // A file has no width, and no colours unless they are asked for.
    console.style = options.color == .always ? .colored : .plain
    console.output = { text throws(CommandFailure) in try file.write(text) }
    return console
  }

  /// Writes a result in pieces, as it is made. After a failure nothing more is written.
  func stream(_ write: (_ take: @escaping (String) -> Void) -> Void) throws(CommandFailure) {
    var failure: CommandFailure?
    write { text in
      guard failure == nil else { return }
      do throws(CommandFailure) {
        try output(text)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// The path of the file that results go to.
  var outputPath: String? { file?.path }

  /// Runs a command. Its result replaces the file for it only when the command could do its work, or when the result says
  /// what is missing from it.
  ///
  /// - Parameter arguments: the command line. A file that is named twice is not removed when the command fails: it may be
  ///   an input.
  func settling(
    _ arguments: [String], _ run: (Console) throws -> ExitStatus
  ) throws -> ExitStatus {
    guard let file else { return try run(self) }
    do {
      let status = try run(self)
      if status != .failure || file.tellsWhatIsMissing {
        try file.keep()
      } else if !file.isNamedTwice(in: arguments), let line = file.discard() {
        try complain(line)
      }
      return status
    } catch {
      if !file.isNamedTwice(in: arguments), let line = file.discard() { try? complain(line) }
      throw error
    }
  }

  /// Whether results go elsewhere than to the terminal that shows progress.
  var isOutputApart: Bool { outputPath != nil || TerminalLine.isApartFromOutput }

  /// One line of diagnostics.
  func complain(_ message: String) throws(CommandFailure) {
    try diagnostics("advert: \(HostileText.visible(message))\n")
  }
}

/// Why a command cannot do its work, in one line.
struct CommandFailure: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

/// What the process ends with.
enum ExitStatus: Int32 {
  case success = 0
  /// The answer is no: lint has findings, or a layout cannot be repacked as demanded.
  case findings = 1
  /// It could not be done, or not to the end.
  case failure = 2
}
