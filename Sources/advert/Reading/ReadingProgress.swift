#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Follows the reading of a command's inputs and shows how far it is, when it is much or takes long.
///
/// It is told of each piece that was read, a quarter of a megabyte as a rule, and never of records.
final class ReadingProgress {
  /// Octets that are much: about a second's work on a slow machine.
  static let much = 64_000_000
  /// What takes longer than this is long.
  static let long: Int64 = 1_000_000_000
  /// Nanoseconds between two changes of what is shown.
  static let pause: Int64 = 100_000_000

  private let sizes: [Int?]
  /// All together; `nil` when one is not known.
  private let total: Int?
  private let now: () -> Int64
  private let show: ((_ columns: Int) -> String) -> Void
  private let start: Int64
  private var shown: Int64?
  private var file = 0
  /// Octets of the files before this one, as far as they count: all of one that was passed over.
  private var before = 0
  private var read = 0

  /// - Parameters:
  ///   - sizes: octets of each file to be read, `nil` for a pipe and the like.
  ///   - now: nanoseconds of a clock that is never set.
  ///   - show: puts the line that the closure makes on the terminal.
  init(
    sizes: [Int?], now: @escaping () -> Int64 = ReadingProgress.nanoseconds,
    show: @escaping ((_ columns: Int) -> String) -> Void
  ) {
    self.sizes = sizes
    total = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 &+ ($1 ?? 0) }
    self.now = now
    self.show = show
    start = now()
  }

  /// More of the current file was read.
  func note(_ count: Int) {
    read += count
    let time = now()
    guard (total ?? before + read) > Self.much || time - start > Self.long else { return }
    if let shown, time - shown < Self.pause { return }
    shown = time
    let text = ProgressText(
      read: before + read, total: total, elapsed: Double(time - start) / 1e9, file: (file + 1, sizes.count))
    show(text.text(columns:))
  }

  /// The current file is done with.
  func finishFile() {
    before += file < sizes.count ? sizes[file] ?? read : read
    read = 0
    file += 1
  }

  static func nanoseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
