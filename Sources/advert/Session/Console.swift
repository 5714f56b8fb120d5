internal import AdvertReport

/// Where a command's text goes: the process's streams and files, or memory in tests.
struct Console {
  /// Results.
  var output: (String) throws(CommandFailure) -> Void
  /// Diagnostics.
  let diagnostics: (String) throws(CommandFailure) -> Void
  /// How results are coloured.
  var style: TextStyle
  /// Where progress is shown; `nil` when standard error is no terminal.
  var line: TerminalLine?
  /// Whether SIGINT ends the reading of inputs, and not at once the process.
  var isInterruptible = false
  /// The file that results go to instead of standard output.
  private(set) var outputPath: String?
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
  func applying(_ options: OutputOptions) -> Console {
    var console = self
    switch options.color {
    case .auto: break
    case .always: console.style = .colored
    case .never: console.style = .plain
    }
    guard let path = options.output else { return console }
    console.outputPath = path
    console.summary = output
    console.summaryStyle = console.style
    if options.color == .auto { console.style = .plain }
    // Created with the first text, so that a command that fails before leaves the file as it was.
    var file: OutputFile?
    console.output = { text throws(CommandFailure) in
      if file == nil { file = try OutputFile(creating: path) }
      try file?.write(text)
    }
    return console
  }

  /// Whether results cannot come to the terminal that shows progress.
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
