internal import AdvertReport
internal import AdvertScan

/// The outputs of a command: the process's streams and files, or memory in tests.
struct Console {
  /// Writes results.
  var output: (String) throws(CommandFailure) -> Void
  /// Writes results that are made as octets.
  private var outputOctets: ([UInt8]) throws(CommandFailure) -> Void
  /// Writes diagnostics.
  let diagnostics: (String) throws(CommandFailure) -> Void
  /// The style of results.
  var style: TextStyle
  /// The line for progress; `nil` when standard error is not a terminal.
  var line: TerminalLine?
  /// Whether SIGINT ends the reading of inputs before it ends the process.
  var isInterruptible = false
  /// The file that results go to instead of standard output.
  private(set) var file: ReplacedFile?
  /// Writes a line about the results when they go to a file.
  private(set) var summary: ((String) throws(CommandFailure) -> Void)?
  private(set) var summaryStyle = TextStyle.plain

  init(
    output: @escaping (String) throws(CommandFailure) -> Void,
    octets: @escaping ([UInt8]) throws(CommandFailure) -> Void,
    diagnostics: @escaping (String) throws(CommandFailure) -> Void, style: TextStyle, line: TerminalLine? = nil,
    isInterruptible: Bool = false
  ) {
    self.output = output
    outputOctets = octets
    self.diagnostics = diagnostics
    self.style = style
    self.line = line
    self.isInterruptible = isInterruptible
  }

  static var process: Console {
    let line = TerminalLine.standardError
    return Console(
      output: { text throws(CommandFailure) in try OutputFile.standardOutput.write(text) },
      octets: { octets throws(CommandFailure) in try OutputFile.standardOutput.write(octets) },
      diagnostics: { text throws(CommandFailure) in
        line?.erase()
        try OutputFile.standardError.write(text)
      },
      style: .standardOutput, line: line, isInterruptible: true)
  }

  /// Returns the console of a command with these options.
  ///
  /// - Parameter shown: the name of the results' file in messages; the user's text by default.
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
    // A file has no width, and no colours unless the user asks for them.
    console.style = options.color == .always ? .colored : .plain
    console.output = { text throws(CommandFailure) in try file.write(text) }
    console.outputOctets = { octets throws(CommandFailure) in try file.write(octets) }
    return console
  }

  /// Writes text for people, whose lines fit the terminal.
  func show(_ text: String) throws(CommandFailure) { try output(style.fitted(text)) }

  /// Writes a result in pieces, while it is made. After a failure no more is written.
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

  /// Writes a result that was made as octets. Nothing does not even open a file.
  func output(octets: [UInt8]) throws(CommandFailure) {
    if !octets.isEmpty { try outputOctets(octets) }
  }

  /// Whether results are shown on a terminal.
  var isTerminal: Bool { style.isForTerminal }

  /// The path of the file that results go to.
  var outputPath: String? { file?.path }

  /// Runs a command. Its result replaces the output file only when the command could do its work, or when the result
  /// lists its missing parts.
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

  /// Whether results go to another place than the terminal that shows progress.
  var isOutputApart: Bool { outputPath != nil || TerminalLine.isApartFromOutput }

  /// Writes one line of diagnostics.
  func complain(_ message: String) throws(CommandFailure) {
    let text = "advert: \(HostileText.visible(message))"
    try diagnostics((line?.fitted(text) ?? text) + "\n")
  }
}

/// The reason why a command cannot do its work, in one line.
struct CommandFailure: Error {
  let message: String
  /// The file that is the reason, for a result that has a place for it; `nil` for all other reasons.
  let input: IncompleteInput?

  init(_ message: String, input: IncompleteInput? = nil) {
    self.message = message
    self.input = input
  }
}

/// The exit status of the process.
enum ExitStatus: Int32 {
  case success = 0
  /// The answer is no: lint has findings, or a layout cannot be repacked as demanded.
  case findings = 1
  /// The work could not be done, or not completed.
  case failure = 2
}
