internal import AdvertCapture
internal import AdvertReading
internal import PlatformLibrary

/// A new content for a file that cannot be replaced, because its folder takes no other files.
///
/// It first reserves the room, after the old content. Only then it overwrites the old content, which takes no more
/// room, and it restores that after a failure. So a full disk leaves the old content unchanged. A process that is
/// killed in between leaves a mixture of both.
struct InPlaceFile {
  private let path: String
  private var content: [UInt8] = []

  /// - Parameter path: of the file.
  init(_ path: String) {
    self.path = path
  }

  mutating func append(_ octets: some Sequence<UInt8>) {
    content += octets
  }

  /// Puts the content into the file.
  ///
  /// - Parameter descriptor: of the file, open for writing and at its start.
  /// - Returns: whether it succeeded; otherwise the file has the old content, and `errno` has the reason.
  func write(to descriptor: CInt) -> Bool {
    guard let old = Self.octets(of: path) else { return false }
    let isLonger = content.count > old.count
    guard !isLonger || Self.put(content[old.count...], at: old.count, to: descriptor), fsync(descriptor) == 0 else {
      return Self.undo(descriptor) { ftruncate(descriptor, off_t(old.count)) == 0 }
    }
    guard Self.put(content.prefix(old.count), at: 0, to: descriptor), ftruncate(descriptor, off_t(content.count)) == 0,
      fsync(descriptor) == 0
    else {
      return Self.undo(descriptor) {
        Self.put(old[...], at: 0, to: descriptor) && ftruncate(descriptor, off_t(old.count)) == 0
      }
    }
    return true
  }

  /// Undoes a failed step, and keeps the reason of the failure.
  private static func undo(_ descriptor: CInt, _ undo: () -> Bool) -> Bool {
    let reason = errno
    if undo() { _ = fsync(descriptor) }
    errno = reason
    return false
  }

  private static func put(_ octets: ArraySlice<UInt8>, at offset: Int, to descriptor: CInt) -> Bool {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { return false }
    return writeBytes(Array(octets).span, to: descriptor)
  }

  private static func octets(of path: String) -> [UInt8]? {
    guard let source = try? FileSource(path: path) else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var octets: [UInt8] = []
    while let count = try? source.read(into: &buffer, at: 0) {
      if count == 0 { return octets }
      octets += buffer[..<count]
    }
    return nil
  }
}
