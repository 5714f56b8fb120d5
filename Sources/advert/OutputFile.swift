#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file, or one of the process's standard streams, that text is written to.
final class OutputFile: Sendable {
  private let descriptor: CInt
  private let name: String
  private let closesAtEnd: Bool

  static let standardOutput = OutputFile(descriptor: STDOUT_FILENO, name: "standard output", closesAtEnd: false)
  static let standardError = OutputFile(descriptor: STDERR_FILENO, name: "standard error", closesAtEnd: false)

  private init(descriptor: CInt, name: String, closesAtEnd: Bool) {
    self.descriptor = descriptor
    self.name = name
    self.closesAtEnd = closesAtEnd
  }

  /// Creates a file, or empties the one that is there.
  convenience init(creating path: String) throws(CommandFailure) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw CommandFailure("\(path): cannot be written: \(Self.reason)") }
    self.init(descriptor: descriptor, name: path, closesAtEnd: true)
  }

  deinit {
    if closesAtEnd { close(descriptor) }
  }

  /// Writes all of the text, or says why that is not possible: a full disk must not look like success.
  func write(_ text: String) throws(CommandFailure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        #if canImport(Darwin)
          return unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
          return unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
          return unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno != EINTR {
        throw CommandFailure("\(name): cannot be written: \(Self.reason)")
      }
    }
  }

  private static var reason: String {
    let text = unsafe String(cString: strerror(errno))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
