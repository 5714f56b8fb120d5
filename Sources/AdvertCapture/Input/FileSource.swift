#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The bytes of an open file, pipe or terminal.
///
/// Read with plain `read`, not mapped: a mapped file that somebody truncates meanwhile would end the process.
public final class FileSource: ByteSource {
  private let descriptor: CInt
  private let closesAtEnd: Bool

  /// Opens a file for reading.
  public init(path: String) throws(InputFailure) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure() }
    self.descriptor = descriptor
    closesAtEnd = true
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw InputFailure(reason: "it is a directory")
    }
  }

  private init(standardInput: Void) {
    descriptor = STDIN_FILENO
    closesAtEnd = false
  }

  public static func standardInput() -> FileSource {
    FileSource(standardInput: ())
  }

  deinit {
    if closesAtEnd { close(descriptor) }
  }

  public func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int {
    while true {
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

  private static func failure() -> InputFailure {
    let text = unsafe String(cString: strerror(errno))
    return InputFailure(reason: text.prefix(1).lowercased() + text.dropFirst())
  }
}
