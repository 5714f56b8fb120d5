internal import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Follows the reading of a command's inputs and shows how far it is, when it is much or takes long.
///
/// It is told of each piece that was read, a quarter of a megabyte as a rule, and never of records, by as many threads as
/// read.
final class ReadingProgress: Sendable {
  /// Octets that are much: about a second's work on a slow machine.
  static let much = 64_000_000
  /// What takes longer than this is long.
  static let long: Int64 = 1_000_000_000
  /// Nanoseconds between two changes of what is shown.
  static let pause: Int64 = 100_000_000

  private let sizes: [Int?]
  /// All together; `nil` when one is not known.
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
  ///   - sizes: octets of each file to be read, `nil` for a pipe and the like.
  ///   - now: nanoseconds of a clock that is never set. May be asked by several threads.
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

  /// More of a file was read.
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

  /// A file is done with, of which so much was read.
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
