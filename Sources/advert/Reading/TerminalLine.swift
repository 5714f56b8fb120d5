internal import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A line on the terminal behind standard error that comes and goes and leaves nothing behind.
final class TerminalLine: Sendable {
  private let isVisible = Mutex(false)

  /// `nil` unless standard error is a terminal that can erase a line.
  static var standardError: TerminalLine? {
    let kind = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? "dumb"
    return isatty(STDERR_FILENO) == 1 && kind != "dumb" && !kind.isEmpty ? TerminalLine() : nil
  }

  /// Whether what is written to standard output cannot come to this terminal meanwhile: it goes into a file, or nowhere.
  /// Behind a pipe there may be a program that writes here.
  static var isApartFromOutput: Bool {
    var status = stat()
    guard unsafe fstat(STDOUT_FILENO, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    return kind == S_IFREG || kind == S_IFCHR && isatty(STDOUT_FILENO) == 0
  }

  /// How wide the terminal is now.
  private var columns: Int {
    var size = winsize()
    let isKnown = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Whether this process is among those that the terminal is for at the moment: one in the background stays silent.
  private var isInForeground: Bool {
    let group = tcgetpgrp(STDERR_FILENO)
    return group < 0 || group == getpgrp()
  }

  /// Shows a line in the place of the one before. The last column stays free: terminals differ in what a full line does.
  func show(_ text: (_ columns: Int) -> String) {
    guard isInForeground else { return }
    isVisible.withLock { isVisible in
      write("\r" + text(columns - 1).prefix(columns - 1) + Self.eraseToEnd)
      isVisible = true
    }
  }

  /// Takes the line away; to be called before anything else is written to the terminal.
  func erase() {
    isVisible.withLock { isVisible in
      if isVisible { write("\r" + Self.eraseToEnd) }
      isVisible = false
    }
  }

  private static let eraseToEnd = "\u{1B}[K"

  /// A terminal that went away is no reason to stop.
  private func write(_ text: String) {
    try? OutputFile.standardError.write(text)
  }
}
