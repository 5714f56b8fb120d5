internal import CProcess
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The user's request to end reading early, by SIGINT (Ctrl-C) while this value lives. What was read so far counts. A
/// second signal ends the process at once, as any signal does before and after.
///
/// The signal's handler writes to a pipe. A thread that waits for an input waits for that pipe too. So a signal just
/// before the waiting is not lost, on any thread.
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

/// Work that all processors share, on plain threads: Dispatch ends a process that may open only a few files.
enum AllCores {
  /// What `work` gives for each number below `count`, in order. It is done once for each, by several threads.
  static func map<Result: Sendable>(
    _ count: Int, _ work: @escaping @Sendable (_ number: Int) -> Result
  ) -> [Result] {
    let results = Results<Result>(count)
    let steps = Steps(count) { number in
      let result = work(number)
      results.all.withLock { $0[number] = result }
    }
    let others = min(Int(cprocess_processors()), count) - 1
    let run: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
      guard let context = unsafe context else { return }
      unsafe Unmanaged<Steps>.fromOpaque(context).takeUnretainedValue().takeAll()
    }
    // All threads have ended when this returns, so none outlives the steps.
    withExtendedLifetime(steps) {
      unsafe cprocess_run(UInt32(max(others, 0)), run, Unmanaged.passUnretained(steps).toOpaque())
    }
    return results.all.withLock { $0.compactMap(\.self) }
  }

  private final class Results<Result: Sendable>: Sendable {
    let all: Mutex<[Result?]>

    init(_ count: Int) {
      all = Mutex(Array(repeating: nil, count: count))
    }
  }

  /// Steps that threads take one after the other until none is left.
  private final class Steps: Sendable {
    private let count: Int
    private let next = Atomic(0)
    private let take: @Sendable (_ number: Int) -> Void

    init(_ count: Int, _ take: @escaping @Sendable (_ number: Int) -> Void) {
      self.count = count
      self.take = take
    }

    func takeAll() {
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < count else { return }
        take(number)
      }
    }
  }
}
