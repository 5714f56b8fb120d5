internal import CProcess
internal import PlatformLibrary

/// The user's request to end reading early, by SIGINT (Ctrl-C) while this value lives. The part read so far counts. A
/// second signal ends the process at once, like any signal before. A signal after this value's life, while the result is
/// made, ends the process with a line and the exit status 2.
///
/// The signal's handler writes to a pipe. A thread that waits for an input waits for that pipe too. So a signal just
/// before the waiting is not lost, on any thread.
final class Interruption: Sendable {
  /// A descriptor that is readable from the first signal on.
  let descriptor: CInt
  private let announcing: CInt

  /// Takes over SIGINT; `nil` when SIGINT is ignored, or no more files can be open: the signal then has its earlier
  /// effect.
  init?() {
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    guard cprocess_announce_interrupt(ends[1]) else {
      for end in ends { close(end) }
      return nil
    }
    descriptor = ends[0]
    announcing = ends[1]
  }

  deinit {
    cprocess_end_on_interrupt()
    close(descriptor)
    close(announcing)
  }

  /// Whether the signal came.
  var isRequested: Bool { isRequested(within: 0) }

  /// Whether the signal came at the end of a pipe. Ctrl-C goes to all processes of a pipeline, one after the other: the
  /// writer can end before this process has the signal.
  var isRequestedAtEnd: Bool { isRequested(within: 50) }

  private func isRequested(within milliseconds: CInt) -> Bool {
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var count = unsafe poll(&waited, 1, milliseconds)
    // The handler has run when waiting fails because of the signal.
    if count < 0, errno == EINTR { count = unsafe poll(&waited, 1, 0) }
    return count == 1
  }
}
