internal import PlatformLibrary

// The calls of the system that this module needs: the bytes of files, and large pages.

/// The bytes of an open file, pipe or terminal.
///
/// The file is read, not mapped: access to a mapped file that another process truncates ends the process.
public final class FileSource: ByteSource {
  private let descriptor: CInt
  private let interruption: CInt?
  private let closesAtEnd: Bool

  /// Opens a file for reading.
  ///
  /// - Parameters:
  ///   - path: of a file, a pipe or a terminal; a folder fails.
  ///   - interruption: a descriptor, open as long as this is in use. Once it has bytes to read, reading from the file
  ///     fails with ``InputFailure/interrupted``, even while it waits for bytes.
  public init(path: String, interruptedBy interruption: CInt? = nil) throws(InputFailure) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    // Opening a named pipe waits for a writer.
    guard descriptor >= 0 else { throw errno == EINTR && interruption != nil ? .interrupted : .ofLatestCall() }
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

  /// Standard input, which is not closed at the end.
  public static func standardInput(interruptedBy interruption: CInt? = nil) -> FileSource {
    FileSource(standardInputInterruptedBy: interruption)
  }

  deinit {
    if closesAtEnd { close(descriptor) }
  }

  /// Reads the present bytes, and waits when there are none yet; returns 0 at the end.
  public func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int {
    while true {
      if let interruption { try wait(unless: interruption) }
      let count = readBytes(of: descriptor, into: &buffer, from: start)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .ofLatestCall() }
    }
  }

  /// Waits until reading does not block: there are bytes, or the end, or an error.
  private func wait(unless interruption: CInt) throws(InputFailure) {
    let events = Int16(POLLIN)
    var awaited = [
      pollfd(fd: interruption, events: events, revents: 0), pollfd(fd: descriptor, events: events, revents: 0),
    ]
    while true {
      let count = unsafe poll(&awaited, nfds_t(awaited.count), -1)
      if count > 0, awaited[0].revents & events != 0 { throw .interrupted }
      // A descriptor that cannot be polled can be read, or reading gives the error.
      if count > 0 || errno != EINTR { return }
    }
  }
}

/// Asks the system for large pages for memory before the first write to it: a table of a million elements then costs a
/// tenth of the page faults. Only whole pages count. A system without large pages refuses, without harm.
package func preferLargePages(from start: UnsafeRawPointer?, octets: Int) {
  #if !canImport(Darwin)
    let page = sysconf(Int32(_SC_PAGESIZE))
    guard page > 0, let start = unsafe start else { return }
    let address = Int(bitPattern: start)
    let before = -address & (page - 1)
    let whole = (octets - before) & ~(page - 1)
    guard whole > 0 else { return }
    unsafe madvise(UnsafeMutableRawPointer(mutating: start + before), whole, MADV_HUGEPAGE)
  #endif
}
