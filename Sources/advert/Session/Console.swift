internal import AdvertReport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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

/// A file, or one of the process's standard streams, that text is written to.
final class OutputFile: Sendable {
  private let descriptor: CInt
  private let name: String
  private let closesAtEnd: Bool

  static let standardOutput = OutputFile(descriptor: STDOUT_FILENO, name: "standard output", closesAtEnd: false)
  static let standardError = OutputFile(descriptor: STDERR_FILENO, name: "standard error", closesAtEnd: false)

  private init(descriptor: CInt, name: String, closesAtEnd: Bool) {
    self.descriptor = descriptor
    self.name = name
    self.closesAtEnd = closesAtEnd
  }

  /// Creates a file, or empties an existing one.
  convenience init(creating path: String) throws(CommandFailure) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw CommandFailure("\(path): cannot be written: \(Self.reason)") }
    self.init(descriptor: descriptor, name: path, closesAtEnd: true)
  }

  /// Replaces the content of a file in one step, so that readers find the old text or the new one. The file keeps its
  /// mode. A link stays a link.
  static func replace(_ path: String, with text: String) throws(CommandFailure) {
    guard let resolved = unsafe realpath(path, nil) else {
      throw CommandFailure("\(path): cannot be written: \(reason)")
    }
    let target = unsafe String(cString: resolved)
    unsafe free(resolved)
    var status = stat()
    guard unsafe stat(target, &status) == 0 else { throw CommandFailure("\(path): cannot be written: \(reason)") }
    let temporary = target + ".advert-\(getpid())"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CommandFailure("\(path): cannot be written: \(reason)") }
    do throws(CommandFailure) {
      let file = OutputFile(descriptor: descriptor, name: path, closesAtEnd: true)
      try file.write(text)
      guard fchmod(descriptor, status.st_mode & 0o7777) == 0, fsync(descriptor) == 0,
        unsafe rename(temporary, target) == 0
      else { throw CommandFailure("\(path): cannot be written: \(reason)") }
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
  }

  /// Whether two paths name one regular file.
  static func isSame(_ path: String, _ other: String) -> Bool {
    var (one, two) = (stat(), stat())
    return unsafe stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_mode & S_IFMT == S_IFREG
      && one.st_dev == two.st_dev && one.st_ino == two.st_ino
  }

  deinit {
    if closesAtEnd { close(descriptor) }
  }

  /// Writes the whole text or throws: a full disk must not look like success.
  func write(_ text: String) throws(CommandFailure) {
    // Reports may be large, so they are not copied.
    let octets = text.utf8Span.span
    var written = 0
    while written < octets.count {
      let count = unsafe octets.extracting(written...).withUnsafeBytes { bytes in
        #if canImport(Darwin)
          return unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
          return unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
          return unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if count > 0 {
        written += count
      } else if count < 0, errno != EINTR {
        throw CommandFailure("\(name): cannot be written: \(Self.reason)")
      }
    }
  }

  private static var reason: String {
    let text = unsafe String(cString: strerror(errno))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
