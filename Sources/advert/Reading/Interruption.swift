internal import CProcess

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The user's wish that reading ends with what was read so far, told by SIGINT (Ctrl-C) while this lives. A second one
/// ends the process at once, as any does before and after.
///
/// The signal's handler writes to a pipe. Whoever waits for an input waits for that pipe too, so a signal that comes
/// just before the waiting is not lost, whichever thread it meets.
final class Interruption: Sendable {
  /// Has something to read from the first signal on.
  let descriptor: CInt
  private let announcing: CInt

  /// `nil` when SIGINT is ignored, or no more files can be open: it does then what it did before.
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
    cprocess_restore_interrupt()
    close(descriptor)
    close(announcing)
  }

  /// Whether the signal came.
  var isRequested: Bool {
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&waited, 1, 0) == 1
  }
}
