internal import CProcess
internal import PlatformLibrary

/// Waits for the events of a command that follows a source: bytes, keys, signals and times. Everything is on one
/// thread.
final class WatchLoop {
  /// The descriptor of keys; `nil` without a terminal.
  var keys: CInt?
  /// Takes keys as they come.
  var press: ([UInt8]) -> Void = { _ in }
  /// Called when the terminal has another size, or is in the foreground again.
  var resize: () -> Void = {}
  /// Called before each wait. Returns the microseconds until it must be called again; `nil` for any time.
  var tick: (_ now: Int64) -> Int64? = { _ in nil }
  /// Whether no more is expected.
  private(set) var isStopped = false
  /// Whether a signal ended it.
  private(set) var wasInterrupted = false

  private let signals: (reading: CInt, writing: CInt)

  /// The reason why a wait ended.
  enum Outcome {
    /// The descriptor can be read, or has ended or failed.
    case ready
    case timeIsUp
    case stopped
  }

  private let takesSignals: Bool

  /// - Parameter takesSignals: whether signals that end a process first end the wait.
  init(takingSignals takesSignals: Bool) throws(CommandFailure) {
    self.takesSignals = takesSignals
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw CommandFailure("no more files can be open") }
    signals = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    if takesSignals { cprocess_announce_signals(signals.writing) }
  }

  deinit {
    if takesSignals { cprocess_restore_signals() }
    close(signals.reading)
    close(signals.writing)
  }

  /// Ends all waiting.
  func stop() { isStopped = true }

  /// Microseconds of a clock that is never set.
  static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Waits for a descriptor, or only for a time. Other events are handled at the same time.
  ///
  /// - Parameters:
  ///   - descriptor: `nil` to wait for the time only.
  ///   - events: the events of the descriptor.
  ///   - longest: in microseconds; `nil` without a limit.
  func wait(_ descriptor: CInt?, for events: Int32 = POLLIN, atMost longest: Int64? = nil) -> Outcome {
    let begin = Self.now
    while true {
      let now = Self.now
      let next = tick(now)
      if isStopped { return .stopped }
      let left = longest.map { max(begin + $0 - now, 0) }
      let timeout = [left, next].compactMap(\.self).min()
      // A negative descriptor is passed over.
      var awaited = [
        pollfd(fd: signals.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: keys ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: descriptor ?? -1, events: Int16(events), revents: 0),
      ]
      let milliseconds = timeout.map { CInt(clamping: ($0 + 999) / 1000) } ?? -1
      let count = unsafe poll(&awaited, nfds_t(awaited.count), milliseconds)
      if count > 0 {
        if awaited[0].revents != 0 { takeSignals() }
        if awaited[1].revents != 0 { takeKeys() }
        if isStopped { return .stopped }
        if awaited[2].revents != 0 { return .ready }
      }
      if let longest, Self.now - begin >= longest { return .timeIsUp }
    }
  }

  private func takeSignals() {
    for octet in Self.octets(from: signals.reading) ?? [] {
      if octet == UInt8(ascii: "e") {
        wasInterrupted = true
        isStopped = true
      } else {
        resize()
      }
    }
  }

  private func takeKeys() {
    guard let keys else { return }
    // A closed terminal gives no more keys, and its signal ends the program.
    guard let octets = Self.octets(from: keys), !octets.isEmpty else {
      self.keys = nil
      return
    }
    press(octets)
  }

  /// Returns the present octets; `nil` when they cannot be read.
  private static func octets(from descriptor: CInt) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = unsafe read(descriptor, &buffer, buffer.count)
    return count < 0 ? nil : Array(buffer.prefix(count))
  }
}
