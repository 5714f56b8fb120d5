internal import AdvertCapture
internal import AdvertReading
internal import AdvertReport
internal import CProcess
internal import PlatformLibrary

/// The bytes of a source as they come, from a file, a pipe, a terminal line or a network connection.
final class FollowedSource: ByteSource {
  /// The time between two checks of a followed file, in microseconds.
  private static let pause: Int64 = 50_000

  private let descriptor: CInt
  private let loop: WatchLoop
  private let path: String?
  /// Whether the source is a file.
  let isRegular: Bool
  /// Whether reading continues after the end of a file.
  let isFollowed: Bool
  /// Whether the source is a terminal line, such as a serial port.
  let isSerial: Bool
  private let closesAtEnd: Bool
  private var position: Int64 = 0
  private var hasEnded = false

  /// The number of octets read.
  var count: Int { Int(position) }
  /// Whether the file was shortened, or another took its place.
  private(set) var wasReplaced = false

  /// - Parameters:
  ///   - path: of a file or a pipe; `-` is standard input.
  ///   - isFollowed: whether a file continues after its end, when more is written to it.
  ///   - baud: the speed of a serial line; `nil` to leave it unchanged.
  init(opening path: String, following isFollowed: Bool, baud: UInt?, _ loop: WatchLoop) throws(InputFailure) {
    self.loop = loop
    self.isFollowed = isFollowed
    if path == "-" {
      descriptor = STDIN_FILENO
      closesAtEnd = false
      self.path = nil
    } else {
      // Without O_NONBLOCK, opening a named pipe waits for a writer, and ignores all other events.
      descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      guard descriptor >= 0 else { throw .ofLatestCall() }
      closesAtEnd = true
      self.path = path
    }
    var status = stat()
    let isKnown = unsafe fstat(descriptor, &status) == 0
    isRegular = isKnown && status.st_mode & S_IFMT == S_IFREG
    if isKnown, status.st_mode & S_IFMT == S_IFDIR { throw InputFailure(reason: "it is a directory") }
    isSerial = closesAtEnd && isatty(descriptor) == 1
    if isSerial {
      guard cprocess_prepare_line(descriptor, baud ?? 0) else { throw .ofLatestCall() }
    } else if baud != nil {
      throw InputFailure(reason: "--baud: expected a serial line")
    }
  }

  /// A source that is open already, and is closed at the end.
  init(_ descriptor: CInt, _ loop: WatchLoop) {
    self.descriptor = descriptor
    self.loop = loop
    path = nil
    isRegular = false
    isFollowed = false
    isSerial = false
    closesAtEnd = true
  }

  deinit {
    if closesAtEnd { close(descriptor) }
  }

  /// Reads the present bytes, and waits when there are none yet; returns 0 at the end.
  func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int {
    guard !hasEnded else { return 0 }
    while true {
      if loop.wait(descriptor) == .stopped { throw .interrupted }
      let count = readBytes(of: descriptor, into: &buffer, from: start)
      if count > 0 {
        position += Int64(count)
        return count
      }
      if count < 0 {
        guard errno == EINTR || errno == EAGAIN else { throw .ofLatestCall() }
        continue
      }
      guard isRegular, isFollowed, !isReplaced else {
        hasEnded = true
        return 0
      }
      if loop.wait(nil, atMost: Self.pause) == .stopped { throw .interrupted }
    }
  }

  /// Whether the file was shortened, or its path leads to another file.
  private var isReplaced: Bool {
    var (now, there) = (stat(), stat())
    guard unsafe fstat(descriptor, &now) == 0 else { return false }
    if Int64(now.st_size) < position {
      wasReplaced = true
    } else if let path, unsafe stat(path, &there) == 0, FileIdentity(there) != FileIdentity(now) {
      wasReplaced = true
    }
    return wasReplaced
  }
}
