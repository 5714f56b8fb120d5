#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where the bytes of a capture come from, in order: a file, a pipe, memory, or what a decompressor gives.
public protocol ByteSource {
  /// Puts the next bytes into `buffer` from `start` on, as many as there are and fit, and returns their number, 0 only
  /// at the end. Does not change the buffer's length.
  mutating func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int
}

/// The system, or a decompressor, could not deliver bytes.
public struct InputFailure: Error, Hashable, Sendable {
  public let reason: String

  /// Whoever wanted the bytes wants no more of them.
  public static let interrupted = InputFailure(reason: "interrupted")

  public init(reason: String) {
    self.reason = reason
  }
}

/// Bytes in memory, for tests and for members of containers.
public struct MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  public mutating func read(into buffer: inout [UInt8], at start: Int) -> Int {
    let count = min(buffer.count - start, bytes.count - position)
    for index in 0..<count {
      buffer[start + index] = bytes[position + index]
    }
    position += count
    return count
  }
}

/// The bytes of an open file, pipe or terminal.
///
/// Read with plain `read`, not mapped: a mapped file that somebody truncates meanwhile would end the process.
public final class FileSource: ByteSource {
  private let descriptor: CInt
  private let interruption: CInt?
  private let closesAtEnd: Bool

  /// Opens a file for reading.
  ///
  /// - Parameter interruption: a descriptor, open as long as this is in use. Once there is something to read from it,
  ///   reading fails with ``InputFailure/interrupted``, even while it waits for bytes.
  public init(path: String, interruptedBy interruption: CInt? = nil) throws(InputFailure) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    // The opening of a pipe waits for somebody who writes to it.
    guard descriptor >= 0 else { throw errno == EINTR && interruption != nil ? .interrupted : Self.failure() }
    self.descriptor = descriptor
    self.interruption = interruption
    closesAtEnd = true
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw InputFailure(reason: "it is a directory")
    }
  }

  private init(standardInputInterruptedBy interruption: CInt?) {
    descriptor = STDIN_FILENO
    self.interruption = interruption
    closesAtEnd = false
  }

  public static func standardInput(interruptedBy interruption: CInt? = nil) -> FileSource {
    FileSource(standardInputInterruptedBy: interruption)
  }

  deinit {
    if closesAtEnd { close(descriptor) }
  }

  public func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int {
    while true {
      if let interruption { try wait(unless: interruption) }
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        let free = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
        #if canImport(Darwin)
          return unsafe Darwin.read(descriptor, free.baseAddress, free.count)
        #elseif canImport(Musl)
          return unsafe Musl.read(descriptor, free.baseAddress, free.count)
        #else
          return unsafe Glibc.read(descriptor, free.baseAddress, free.count)
        #endif
      }
      if count >= 0 { return count }
      guard errno == EINTR else { throw Self.failure() }
    }
  }

  /// Waits until there are bytes, the end, or an error to be met: until reading would not wait.
  private func wait(unless interruption: CInt) throws(InputFailure) {
    let events = Int16(POLLIN)
    var awaited = [
      pollfd(fd: interruption, events: events, revents: 0), pollfd(fd: descriptor, events: events, revents: 0),
    ]
    while true {
      let count = unsafe poll(&awaited, nfds_t(awaited.count), -1)
      if count > 0, awaited[0].revents & events != 0 { throw .interrupted }
      // What cannot be waited for can be read, or tells why not.
      if count > 0 || errno != EINTR { return }
    }
  }

  private static func failure() -> InputFailure {
    let text = unsafe String(cString: strerror(errno))
    return InputFailure(reason: text.prefix(1).lowercased() + text.dropFirst())
  }
}
