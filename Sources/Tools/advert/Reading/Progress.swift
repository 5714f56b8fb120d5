internal import AdvertReport
internal import PlatformLibrary
internal import Synchronization

/// Shows the part of a command's inputs that is read, when they are large or reading takes long.
///
/// Each thread that reads notes each piece, usually a quarter of a megabyte, and never single records.
final class ReadingProgress: Sendable {
  /// The number of octets from which progress is shown: about a second's work on a slow machine.
  static let much = 64_000_000
  /// The nanoseconds of reading after which progress is shown.
  static let long: Int64 = 1_000_000_000
  /// Nanoseconds between two changes of the line.
  static let pause: Int64 = 100_000_000

  private let sizes: [Int?]
  /// The octets of all files; `nil` when one is not known.
  private let total: Int?
  private let now: @Sendable () -> Int64
  private let show: @Sendable ((_ columns: Int) -> String) -> Void
  private let start: Int64
  private let state = Mutex(State())

  private struct State {
    var shown: Int64?
    var finishedFiles = 0
    /// Octets read, and those of files that were passed over.
    var done = 0
  }

  /// - Parameters:
  ///   - sizes: octets of each file to be read, `nil` for a pipe or similar file.
  ///   - now: nanoseconds of a clock that is never set. Several threads may call it.
  ///   - show: puts the line that the closure makes on the terminal. Called by several threads, one at a time.
  init(
    sizes: [Int?], now: @escaping @Sendable () -> Int64 = ReadingProgress.nanoseconds,
    show: @escaping @Sendable ((_ columns: Int) -> String) -> Void
  ) {
    self.sizes = sizes
    total = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 &+ ($1 ?? 0) }
    self.now = now
    self.show = show
    start = now()
  }

  /// Notes that more of a file was read.
  func note(_ count: Int) {
    let time = now()
    state.withLock { state in
      state.done += count
      guard (total ?? state.done) > Self.much || time - start > Self.long else { return }
      if let shown = state.shown, time - shown < Self.pause { return }
      state.shown = time
      let text = ProgressText(
        read: state.done, total: total, elapsed: Double(time - start) / 1e9,
        file: (state.finishedFiles + 1, sizes.count))
      show(text.text(columns:))
    }
  }

  /// Notes the end of a file, with the number of octets read.
  func finish(file: Int, read: Int) {
    state.withLock { state in
      state.done += (sizes[file] ?? read) - read
      state.finishedFiles += 1
    }
  }

  @Sendable static func nanoseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// The state of reading, in one line of ASCII.
struct ProgressText {
  /// Octets read.
  let read: Int
  /// The number of all octets; `nil` when it is not known.
  let total: Int?
  /// Seconds since the start.
  let elapsed: Double
  /// The number of the file, and the number of all files.
  let file: (number: Int, count: Int)

  private static let widestBar = 30
  /// The narrowest bar that is of use.
  private static let narrowestBar = 10
  /// The seconds after which a rate is reliable.
  private static let settling = 0.3

  /// Returns the line, with a bar when the total is known and there is room for one. The caller cuts longer lines: the
  /// most important part comes first.
  func text(columns: Int) -> String {
    let facts = facts.joined(separator: "  ")
    guard let total else { return facts }
    let room = min(columns - facts.count - 4, Self.widestBar)
    guard room >= Self.narrowestBar else { return facts }
    let filled = Int(Double(room) * fraction(of: total))
    return "[\(String(repeating: "#", count: filled))\(String(repeating: "-", count: room - filled))]  \(facts)"
  }

  private var facts: [String] {
    var facts: [String] = []
    if let total {
      facts.append("\(Int(100 * fraction(of: total))) %")
      facts.append("\(Self.octets(read)) of \(Self.octets(total))")
    } else {
      facts.append("\(Self.octets(read)) read")
    }
    if elapsed >= Self.settling {
      let rate = Double(read) / elapsed
      facts.append("\(Self.octets(Int(rate)))/s")
      if let total, rate >= 1 { facts.append("\(Self.time(Double(max(total - read, 0)) / rate)) left") }
    }
    if file.count > 1 { facts.append("file \(file.number) of \(file.count)") }
    return facts
  }

  /// Returns the fraction. A file may have grown since its size was read.
  private func fraction(of total: Int) -> Double {
    total > 0 ? min(Double(read) / Double(total), 1) : 1
  }

  /// Returns a count of octets with at least two digits, in decimal units.
  static func octets(_ count: Int) -> String {
    guard count >= 1000 else { return "\(count) B" }
    var tenths = count / 100
    for unit in ["kB", "MB", "GB"] {
      if tenths < 10_000 { return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(tenths / 10) \(unit)" }
      tenths /= 1000
    }
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) TB" : "\(tenths / 10) TB"
  }

  /// Returns minutes and seconds, with hours before them if there are any.
  static func time(_ seconds: Double) -> String {
    let longest = 359_999.0  // 99:59:59
    let seconds = Int(min(seconds.rounded(.up), longest))
    let (minutes, rest) = (seconds / 60, seconds % 60)
    func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return minutes < 60
      ? "\(minutes):\(twoDigits(rest))" : "\(minutes / 60):\(twoDigits(minutes % 60)):\(twoDigits(rest))"
  }
}

/// A line on the terminal of standard error that appears and disappears without a trace.
final class TerminalLine: Sendable {
  private let isVisible = Mutex(false)

  /// The line; `nil` unless standard error is a terminal that can erase a line.
  static var standardError: TerminalLine? {
    let kind = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? "dumb"
    return isatty(STDERR_FILENO) == 1 && kind != "dumb" && !kind.isEmpty ? TerminalLine() : nil
  }

  /// Whether standard output cannot reach this terminal: it goes into a file, or nowhere. After a pipe there may be a
  /// program that writes to the terminal.
  static var isApartFromOutput: Bool {
    var status = stat()
    guard unsafe fstat(STDOUT_FILENO, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    return kind == S_IFREG || kind == S_IFCHR && isatty(STDOUT_FILENO) == 0
  }

  /// The present width of the terminal.
  private var columns: Int {
    var size = winsize()
    let isKnown = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Returns text whose lines fit the terminal.
  func fitted(_ text: String) -> String { TextStyle(isColored: false, columns: columns).fitted(text) }

  /// Whether this process is in the foreground of the terminal: one in the background stays silent.
  private var isInForeground: Bool {
    let group = tcgetpgrp(STDERR_FILENO)
    return group < 0 || group == getpgrp()
  }

  /// Shows a line in place of the previous one. The last column stays free: terminals differ in their handling of a
  /// full line.
  func show(_ text: (_ columns: Int) -> String) {
    guard isInForeground else { return }
    isVisible.withLock { isVisible in
      write("\r" + text(columns - 1).prefix(columns - 1) + Self.eraseToEnd)
      isVisible = true
    }
  }

  /// Removes the line; call it before any other output to the terminal.
  func erase() {
    isVisible.withLock { isVisible in
      if isVisible { write("\r" + Self.eraseToEnd) }
      isVisible = false
    }
  }

  private static let eraseToEnd = "\u{1B}[K"

  /// Writes a text. A closed terminal is no reason to stop.
  private func write(_ text: String) {
    try? OutputFile.standardError.write(text)
  }
}
