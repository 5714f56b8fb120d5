internal import PlatformLibrary

/// An image in a regular file, which is open as long as it is used.
///
/// The file is not mapped into memory, because a file that becomes shorter while it is mapped ends the process.
private final class OpenedImage: StoredImage {
  let count: Int
  private let descriptor: Int32

  /// - Throws: the system's reason, or an error that this is not a regular file.
  init(path: String) throws(ImageError) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(reason: unsafe String(cString: strerror(errno))) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      _ = close(descriptor)
      throw .unreadable(reason: "an image is read from a regular file only")
    }
    count = Int(status.st_size)
  }

  deinit { _ = close(descriptor) }

  func read(at offset: Int, count: Int) -> [UInt8]? {
    var octets = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = unsafe octets.withUnsafeMutableBytes { buffer in
        unsafe pread(descriptor, buffer.baseAddress?.advanced(by: done), count - done, off_t(offset + done))
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { return nil }
      done += read
    }
    return octets
  }
}

extension ImageFile {
  /// Opens a regular file.
  ///
  /// - Throws: the system's reason, or an error that this is not a regular file.
  public convenience init(path: String) throws(ImageError) { self.init(try OpenedImage(path: path)) }
}
