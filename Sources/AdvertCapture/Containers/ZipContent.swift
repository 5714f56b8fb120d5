/// The content of a zip member, unpacked, with the checksum of what was handed out.
final class ZipContent: ByteSource {
  private var source: any ByteSource
  private(set) var checksum: UInt32 = 0
  /// Whether all of it was handed out.
  private(set) var isAtEnd = false

  /// `archive` stands at the first octet of the content. One that cannot be unpacked is handed out as it is.
  init(of entry: ZipEntry, in archive: SharedWindow) throws(InputFailure) {
    if entry.method == ZipEntry.deflated, entry.obstacle == nil {
      source = try InflateSource(archive, .none, packedLength: entry.packedLength)
    } else if let length = entry.packedLength {
      source = StoredContent(archive, length: length)
    } else {
      source = StoredContentOfUnknownLength(archive, isOpaque: entry.obstacle != nil)
    }
  }

  func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int {
    guard !isAtEnd else { return 0 }
    let count = try source.read(into: &buffer, at: start)
    checksum = CRC32.update(checksum, with: buffer.span.extracting(start..<start + count))
    isAtEnd = count == 0
    return count
  }
}

/// A number of octets of another window, as they are.
private final class StoredContent: ByteSource {
  private let archive: SharedWindow
  private var left: Int

  init(_ archive: SharedWindow, length: Int) {
    self.archive = archive
    left = length
  }

  func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int {
    guard left > 0 else { return 0 }
    guard archive.window.fill(atLeast: 1) else {
      throw archive.window.failure ?? InputFailure(reason: "the archive ends inside a member")
    }
    let count = archive.window.copy(into: &buffer, at: start, atMost: left)
    left -= count
    return count
  }
}

/// Octets of another window up to the descriptor that says how many there are.
///
/// Its mark can occur in the content too; the true one is where the lengths and the checksum in it come out right.
private final class StoredContentOfUnknownLength: ByteSource {
  private let archive: SharedWindow
  /// Whether the checksum in the descriptor is that of other octets: of those that cannot be unpacked.
  private let isOpaque: Bool
  private var checksum: UInt32 = 0
  private var count = 0

  init(_ archive: SharedWindow, isOpaque: Bool) {
    self.archive = archive
    self.isOpaque = isOpaque
  }

  func read(into buffer: inout [UInt8], at start: Int) throws(InputFailure) -> Int {
    guard archive.window.fill(atLeast: 1) else {
      throw archive.window.failure ?? InputFailure(reason: "the archive ends inside a member")
    }
    let handed = archive.window.copy(into: &buffer, at: start, atMost: contentAtHand(&archive.window))
    checksum = CRC32.update(checksum, with: buffer.span.extracting(start..<start + handed))
    count += handed
    return handed
  }

  /// How many of the octets at hand are content for sure; 0 at the descriptor.
  private func contentAtHand(_ window: inout InputWindow) -> Int {
    let distance = Self.distanceToMark(in: window.bytes)
    guard distance == 0 else { return distance }
    _ = window.fill(atLeast: ZipDescriptor.length)
    return isDescriptor(window.bytes) ? 0 : 1
  }

  /// How many octets precede the first that could begin the mark.
  private static func distanceToMark(in octets: Span<UInt8>) -> Int {
    var index = 0
    while index < octets.count, octets[index] != ZipDescriptor.firstOctet { index += 1 }
    return index
  }

  private func isDescriptor(_ octets: Span<UInt8>) -> Bool {
    let length = UInt32(truncatingIfNeeded: count)
    return octets.count >= ZipDescriptor.length && octets.littleEndian32(at: 0) == ZipDescriptor.mark
      && (isOpaque || octets.littleEndian32(at: 4) == checksum) && octets.littleEndian32(at: 8) == length
  }
}
