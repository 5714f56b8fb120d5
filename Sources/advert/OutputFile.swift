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

  /// Puts a text in the place of a file's in one step: a program that reads it meanwhile gets the old one or the new one. The
  /// file keeps its mode; a link stays a link to it.
  static func replace(_ path: String, with text: String) throws(CommandFailure) {
    guard let resolved = unsafe realpath(path, nil) else {
      throw CommandFailure("\(path): cannot be written: \(reason)")
    }
    let target = unsafe String(cString: resolved)
    unsafe free(resolved)
    var status = stat()
    guard unsafe stat(target, &status) == 0 else { throw CommandFailure("\(path): cannot be written: \(reason)") }
    let temporary = target + ".advert-\(getpid())"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CommandFailure("\(path): cannot be written: \(reason)") }
    do throws(CommandFailure) {
      let file = OutputFile(descriptor: descriptor, name: path, closesAtEnd: true)
      try file.write(text)
      guard fchmod(descriptor, status.st_mode & 0o7777) == 0, fsync(descriptor) == 0,
        unsafe rename(temporary, target) == 0
      else { throw CommandFailure("\(path): cannot be written: \(reason)") }
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
  }

  /// Whether two paths name one regular file.
  static func isSame(_ path: String, _ other: String) -> Bool {
    var (one, two) = (stat(), stat())
    return unsafe stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_mode & S_IFMT == S_IFREG
      && one.st_dev == two.st_dev && one.st_ino == two.st_ino
  }

  deinit {
    if closesAtEnd { close(descriptor) }
  }

  /// Writes all of the text, or says why that is not possible: a full disk must not look like success.
  func write(_ text: String) throws(CommandFailure) {
    // Reports may be large: they are written from where they are.
    let octets = text.utf8Span.span
    var written = 0
    while written < octets.count {
      let count = unsafe octets.extracting(written...).withUnsafeBytes { bytes in
        #if canImport(Darwin)
          return unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
          return unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
          return unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if count > 0 {
        written += count
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
