internal import AdvertReport
internal import AdvertWatch
internal import CProcess
internal import PlatformLibrary

/// The terminal that shows a watch. Its state is restored at every end of the program.
final class WatchTerminal {
  /// The descriptor of keys.
  let keys: CInt
  private let closesKeys: Bool
  private var shown: ScreenGrid?

  /// Whether results go to a terminal that can move its cursor.
  static var isThere: Bool {
    guard isatty(STDOUT_FILENO) == 1 else { return false }
    let kind = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? "dumb"
    return kind != "dumb" && !kind.isEmpty
  }

  /// - Parameter isInputTaken: whether standard input is the source, so that keys come from the terminal itself.
  /// - Throws: when there is no terminal.
  init(isInputTaken: Bool) throws(CommandFailure) {
    if !isInputTaken, isatty(STDIN_FILENO) == 1 {
      keys = STDIN_FILENO
      closesKeys = false
    } else {
      keys = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
      closesKeys = true
    }
    guard keys >= 0, cprocess_enter_screen(keys, STDOUT_FILENO) else {
      throw CommandFailure("there is no terminal for keys: --format text writes lines instead")
    }
  }

  deinit {
    leave()
    if closesKeys { close(keys) }
  }

  /// Restores the terminal.
  func leave() { cprocess_leave_screen() }

  /// The present number of columns and rows.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    let isKnown =
      unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    return isKnown ? (Int(size.ws_col), Int(size.ws_row)) : (80, 24)
  }

  /// Forgets the content of the terminal.
  func forget() { shown = nil }

  func show(_ grid: ScreenGrid, isColored: Bool) throws(CommandFailure) {
    let output = grid.output(after: shown, isColored: isColored)
    if !output.isEmpty { try OutputFile.standardOutput.write(output) }
    shown = grid
  }
}

extension WatchRun {
  /// The time between two pictures, in microseconds: reports are shown within a tenth of a second.
  private static let frame: Int64 = 66_000
  /// The time between two pictures while no report comes: ages and rates change.
  private static let idleFrame: Int64 = 1_000_000

  /// Shows the devices on the terminal until the user quits.
  func showScreen(_ source: String, isColored: Bool, on console: Console) throws -> ExitStatus {
    let terminal = try WatchTerminal(isInputTaken: source == "-")
    let screen = Screen(WatchView(source: source == "-" ? "standard input" : source), terminal, isColored)
    watch.tell = { screen.view.note($0) }
    watch.capture = HeardCapture()
    loop.keys = terminal.keys
    loop.press = { [self] octets in
      for key in WatchKey.keys(of: octets) {
        switch screen.view.press(key) {
        case nil: break
        case .quit: loop.stop()
        case .write:
          let words = watch.capture.map { WrittenCapture.write($0) } ?? ""
          screen.view.note(words)
          screen.written.append(words)
        }
      }
      screen.isUrgent = true
    }
    loop.resize = {
      terminal.forget()
      screen.isUrgent = true
    }
    loop.tick = { [self] now in
      watch.arrival = now
      watch.passTime(at: now)
      screen.draw(watch, at: now)
      if screen.failure != nil { loop.stop() }
      return screen.timeToDraw(at: now)
    }
    let ending = follow { [self] words in
      screen.view.state = "WAITING"
      screen.waitingSince = watch.advertisements + watch.scanResponses
      screen.view.note(words)
      screen.isUrgent = true
    }
    if !loop.isStopped {
      // The devices stay on the screen. Their ages no longer grow.
      let end = WatchLoop.now
      if case .failed(let reason) = ending {
        screen.view.state = "FAILED"
        screen.view.note("the source failed: \(reason)")
      } else {
        screen.view.state = "ENDED"
      }
      screen.frozenAt = end
      screen.isUrgent = true
      _ = loop.wait(nil)
    }
    terminal.leave()
    if let failure = screen.failure { throw failure }
    for words in screen.written { try console.diagnostics(words + "\n") }
    try console.diagnostics(WatchLines(.text, .plain).summary(watch))
    if let complaint { try console.complain("\(source): \(complaint)") }
    guard case .failed(let reason) = ending else { return .success }
    try console.complain("\(source): \(reason)")
    return .failure
  }

  /// The screen, and the time of its last picture.
  private final class Screen {
    var view: WatchView
    /// The messages about written files.
    var written: [String] = []
    /// Whether a key or a new size waits for an answer.
    var isUrgent = true
    /// The time when the source ended; `nil` while it continues.
    var frozenAt: Int64?
    /// The number of reports when the source paused; `nil` while it continues.
    var waitingSince: Int?
    private(set) var failure: CommandFailure?
    private let terminal: WatchTerminal
    private let isColored: Bool
    private var drawnAt: Int64 = 0
    private var drawnReports = -1
    private var isBehind = true

    init(_ view: WatchView, _ terminal: WatchTerminal, _ isColored: Bool) {
      self.view = view
      self.terminal = terminal
      self.isColored = isColored
    }

    func draw(_ watch: Watch, at now: Int64) {
      let reports = watch.advertisements + watch.scanResponses
      // The source continues.
      if let waitingSince, reports != waitingSince {
        view.state = nil
        self.waitingSince = nil
      }
      isBehind = reports != drawnReports && !view.isPaused
      let isIdle = now - drawnAt >= WatchRun.idleFrame && !view.isPaused && frozenAt == nil
      guard isUrgent || isIdle || isBehind && now - drawnAt >= WatchRun.frame else { return }
      isUrgent = false
      isBehind = false
      drawnAt = now
      drawnReports = reports
      let (columns, rows) = terminal.size
      let grid = view.grid(of: watch, columns: columns, rows: rows, at: frozenAt ?? now)
      do throws(CommandFailure) {
        try terminal.show(grid, isColored: isColored)
      } catch {
        failure = error
      }
    }

    func timeToDraw(at now: Int64) -> Int64? {
      if isBehind { return max(drawnAt + WatchRun.frame - now, 0) }
      return view.isPaused || frozenAt != nil ? nil : max(drawnAt + WatchRun.idleFrame - now, 0)
    }
  }
}
