internal import AdvertCapture
internal import AdvertWatch

/// One run of the command `watch`: a source, its devices, and the display.
final class WatchRun {
  var watch: Watch
  let loop: WatchLoop
  private let address: SourceAddress
  private let keepsBadCRC: Bool
  private let retries: Bool
  /// The message about skipped parts of the source; `nil` when there are none.
  private(set) var complaint: String?

  init(
    _ watch: Watch, _ address: SourceAddress, _ command: WatchCommand, on console: Console
  ) throws(CommandFailure) {
    self.watch = watch
    self.address = address
    keepsBadCRC = command.keepBadCRC
    retries = command.retry
    loop = try WatchLoop(takingSignals: console.isInterruptible)
  }

  /// Reads the source to its end, or until no more is expected.
  func follow(tell: @escaping (String) -> Void) -> Following.Ending {
    let following = Following(address, keepingBadCRC: keepsBadCRC, retrying: retries, loop, tell: tell)
    var sink = WatchSink(run: self)
    defer { complaint = following.complaint }
    return following.run(into: &sink)
  }

  /// Writes a line for each event.
  func writeLines(_ form: WatchLines.Form, on console: Console) throws -> ExitStatus {
    let lines = WatchLines(form, console.style)
    var failure: CommandFailure?
    var written = ""
    // Many events come at once, and each write takes a while.
    func write() {
      guard failure == nil, !written.isEmpty else { return }
      do throws(CommandFailure) {
        try console.output(written)
      } catch {
        failure = error
        loop.stop()
      }
      written = ""
    }
    watch.tell = { written += lines.line($0) }
    loop.tick = { [self] now in
      watch.arrival = now
      watch.passTime(at: now)
      write()
      return Self.pause
    }
    let source = address.text
    let ending = follow { try? console.complain("\(source): \($0)") }
    written += lines.summary(watch)
    write()
    if let failure { throw failure }
    if let complaint { try console.complain("\(source): \(complaint)") }
    if case .failed(let reason) = ending {
      try console.complain("\(source): \(reason)")
      return .failure
    }
    return .success
  }

  /// The pause after which devices leave although no report comes.
  private static let pause: Int64 = 1_000_000
}

/// Hands reports to a run.
private struct WatchSink: CaptureSink {
  let run: WatchRun

  mutating func receive(_ report: borrowing AdvertisingReport) { run.watch.receive(report) }
}
