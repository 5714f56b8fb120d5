internal import AdvertReport

/// Where a command's text goes: the process's streams, or memory in tests.
struct Console {
  /// Results.
  let output: (String) throws(CommandFailure) -> Void
  /// Diagnostics.
  let diagnostics: (String) throws(CommandFailure) -> Void
  /// How results are coloured.
  let style: TextStyle
  /// Where progress is shown; `nil` where nobody looks.
  var line: TerminalLine?
  /// Whether SIGINT ends the reading of inputs, and not at once the process.
  var isInterruptible = false

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

  /// One line of diagnostics.
  func complain(_ message: String) throws(CommandFailure) {
    try diagnostics("advert: \(HostileText.visible(message))\n")
  }
}

/// What cannot be done, in one line.
struct CommandFailure: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

/// What the process ends with.
enum ExitStatus: Int32 {
  case success = 0
  /// The check was done and found something.
  case findings = 1
  /// What was asked for could not be done.
  case failure = 2
}
