internal import AdvertReading
internal import AdvertisingData
import AdvertisingData

/// Reads a zip archive from its start to its directory, member by member.
///
/// It follows the local headers, not the directory at the end, which an archive that was cut short does not have.
struct ZipArchive: Archive {
  static let name = "zip"

  var problems = ProblemLog()
  var isOver = false
  private var members = 0

  private static let localHeader: UInt32 = 0x0403_4B50

  /// Returns whether octets start with a member, like an archive. An empty one starts with the end of its directory.
  static func recognises(_ head: Span<UInt8>) -> Bool {
    head.count >= 4 && (head.littleEndian32(at: 0) == localHeader || head.littleEndian32(at: 0) == ZipDirectory.end)
  }

  mutating func next(in input: inout InputWindow) -> ZipEntry? {
    guard !isOver else { return nil }
    guard input.fill(atLeast: 4) else {
      endEarly(input, expected: "the next member or the directory", found: "\(input.bytes.count) bytes")
      return nil
    }
    let mark = input.bytes.littleEndian32(at: 0)
    guard mark == Self.localHeader else {
      isOver = true
      if !ZipDirectory.begins(with: mark) {
        problems.note(
          .recordInvalid, fileOffset: input.offset, record: nil,
          expected: "the mark of a zip member or directory", found: "0x\(String(mark, radix: 16))")
      } else if let problem = ZipDirectory.problem(in: &input, behind: members) {
        problems.note(problem)
      }
      return nil
    }
    guard input.fill(atLeast: ZipEntry.headerLength), input.fill(atLeast: ZipEntry.length(input.bytes)) else {
      endEarly(input, expected: "a member's header", found: "\(input.bytes.count) bytes of it")
      return nil
    }
    guard let entry = ZipEntry(input.bytes) else {
      endEarly(input, expected: "a member of possible length", found: "one of 2^63 bytes or more")
      return nil
    }
    input.consume(ZipEntry.length(input.bytes))
    members += 1
    return entry
  }

  mutating func read<Result>(
    _ entry: ZipEntry, in input: inout InputWindow, _ body: (inout InputWindow) -> Result
  ) throws(InputFailure) -> Result {
    let start = input.offset
    return try input.lent { archive throws(InputFailure) in
      let content = try ZipContent(of: entry, in: archive)
      var window = InputWindow(content, unpackedFrom: archive.window, capacity: Archives.windowCapacity)
      let result = body(&window)
      finish(entry, from: start, window: &window, content: content, in: archive)
      return result
    }
  }

  private mutating func finish(
    _ entry: ZipEntry, from start: Int, window: inout InputWindow, content: ZipContent, in archive: SharedWindow
  ) {
    if let length = entry.packedLength {
      let left = length - (archive.window.offset - start)
      let passed = archive.window.skip(left)
      if passed < left {
        endEarly(
          archive.window, expected: "a member of \(length) bytes", found: "\(length - left + passed) bytes of it")
        return
      }
    } else {
      _ = window.skip(Int.max)
      if let failure = window.failure {
        endEarly(archive.window, expected: "the end of a member of unknown length", found: "none: \(failure.reason)")
        return
      }
    }
    var checksum = entry.checksum
    if entry.hasDescriptor {
      let length = archive.window.offset - start
      guard let descriptor = ZipDescriptor.read(&archive.window, packedLength: length) else {
        endEarly(archive.window, expected: "a descriptor of a member of \(length) bytes", found: "none")
        return
      }
      checksum = descriptor.checksum
    }
    if let checksum, content.isAtEnd, entry.obstacle == nil, checksum != content.checksum {
      problems.note(
        .partInvalid, fileOffset: start, record: nil,
        expected: "a member with checksum 0x\(String(checksum, radix: 16))",
        found: "one with 0x\(String(content.checksum, radix: 16))")
    }
  }
}

/// A member of a zip archive, from the local header before its content (APPNOTE 4.3.7).
struct ZipEntry: ArchiveEntry {
  let name: String
  let method: UInt16
  let isEncrypted: Bool
  /// Whether checksum and lengths follow the content (APPNOTE 4.3.9).
  let hasDescriptor: Bool
  /// The checksum; `nil` when only a descriptor after the content has it.
  let checksum: UInt32?
  /// The number of octets of the packed content; `nil` when only the end of the content shows it.
  let packedLength: Int?

  static let stored: UInt16 = 0
  static let deflated: UInt16 = 8

  static let headerLength = 30

  private static let zip64Field: UInt16 = 1
  private static let lengthIn64Bits: UInt32 = 0xFFFF_FFFF

  /// `header` has the local header with the name and the extra fields. `nil` when it is shorter than its own lengths,
  /// or when the length of the member is impossible.
  init?(_ header: Span<UInt8>) {
    guard header.count >= Self.headerLength, header.count >= Self.length(header) else { return nil }
    let flags = header.littleEndian16(at: 6)
    method = header.littleEndian16(at: 8)
    isEncrypted = flags & 0x01 != 0
    hasDescriptor = flags & 0x08 != 0
    checksum = hasDescriptor ? nil : header.littleEndian32(at: 14)
    let nameEnd = Self.headerLength + Int(header.littleEndian16(at: 26))
    let shownEnd = min(nameEnd, Self.headerLength + Self.longestName)
    name = String(decoding: Array(copying: header.extracting(Self.headerLength..<shownEnd)), as: UTF8.self)
    var length = UInt64(header.littleEndian32(at: 18))
    if length == UInt64(Self.lengthIn64Bits) {
      let isUnpackedLengthThere = header.littleEndian32(at: 22) == Self.lengthIn64Bits
      let fields = header.extracting(nameEnd..<Self.length(header))
      length = Self.length64(in: fields, at: isUnpackedLengthThere ? 8 : 0) ?? length
    }
    guard let whole = Int(exactly: length) else { return nil }
    packedLength = hasDescriptor && whole == 0 ? nil : whole
  }

  /// Returns the length of the header that starts here, with name and extra fields.
  static func length(_ header: Span<UInt8>) -> Int {
    headerLength + Int(header.littleEndian16(at: 26)) + Int(header.littleEndian16(at: 28))
  }

  /// Returns a length of the zip64 field (APPNOTE 4.5.3), which contains only the lengths that do not fit into the
  /// header.
  private static func length64(in fields: Span<UInt8>, at place: Int) -> UInt64? {
    var offset = 0
    while fields.count - offset >= 4 {
      let length = Int(fields.littleEndian16(at: offset + 2))
      guard fields.count - offset - 4 >= length else { return nil }
      if fields.littleEndian16(at: offset) == zip64Field {
        return length >= place + 8 ? fields.integer64(at: offset + 4 + place, .littleEndian) : nil
      }
      offset += 4 + length
    }
    return nil
  }

  var isFolder: Bool { packedLength ?? 0 == 0 && name.utf8.last == UInt8(ascii: "/") }

  /// The content of a link is the path it leads to, so it looks like a text.
  var kindWithoutContent: String? { nil }

  var target: String? { nil }

  var obstacle: String? {
    if isEncrypted { return "encrypted" }
    guard method == Self.stored || method == Self.deflated else { return "compressed by method \(method)" }
    return nil
  }
}

/// The checksum and lengths after a zip member's content, for writers that do not know them earlier (APPNOTE 4.3.9).
struct ZipDescriptor {
  let checksum: UInt32

  static let mark: UInt32 = 0x0807_4B50
  static let firstOctet: UInt8 = 0x50
  /// The length with the mark, which most writers add, and lengths of 32 bits.
  static let length = 16
  private static let greatestLength = 24

  /// Reads the descriptor at the start of `archive`, after a content of `packedLength` octets, and moves past it.
  ///
  /// No field shows whether it has the mark, and whether its lengths have 32 or 64 bits. The right form is the one with
  /// the right length, before another mark of the archive or its end. `nil` when no form fits.
  static func read(_ archive: inout InputWindow, packedLength: Int) -> ZipDescriptor? {
    _ = archive.fill(atLeast: greatestLength + 4)
    guard let (descriptor, end) = find(archive.bytes, packedLength: packedLength) else { return nil }
    archive.consume(end)
    return descriptor
  }

  private static func find(_ octets: Span<UInt8>, packedLength: Int) -> (descriptor: ZipDescriptor, end: Int)? {
    let starts = octets.count >= 4 && octets.littleEndian32(at: 0) == mark ? [4, 0] : [0]
    for start in starts {
      for lengthOctets in [4, 8] {
        let end = start + 4 + 2 * lengthOctets
        guard octets.count >= end, isMark(octets.extracting(end...)) else { continue }
        let length =
          lengthOctets == 4
          ? UInt64(octets.littleEndian32(at: start + 4)) : octets.integer64(at: start + 4, .littleEndian)
        guard length == UInt64(packedLength) & (lengthOctets == 4 ? 0xFFFF_FFFF : .max) else { continue }
        return (ZipDescriptor(checksum: octets.littleEndian32(at: start)), end)
      }
    }
    return nil
  }

  private static func isMark(_ octets: Span<UInt8>) -> Bool {
    octets.count < 2 || octets[0] == firstOctet && octets[1] == 0x4B
  }
}

/// The unpacked content of a zip member, with the checksum of the octets that were read.
final class ZipContent: ByteSource {
  private let source: any ByteSource
  private(set) var checksum: UInt32 = 0
  /// Whether all of it was read.
  private(set) var isAtEnd = false

  /// `archive` is at the first octet of the content. Content that cannot be unpacked stays packed.
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

/// The octets of another window up to the descriptor with their number.
///
/// The mark can occur in the content too. In the right place its lengths and its checksum are right.
private final class StoredContentOfUnknownLength: ByteSource {
  private let archive: SharedWindow
  /// Whether the content cannot be unpacked, so that the descriptor's checksum is that of other octets.
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

  /// Returns the number of octets of the window that are certainly content; 0 at the descriptor.
  private func contentAtHand(_ window: inout InputWindow) -> Int {
    let distance = Self.distanceToMark(in: window.bytes)
    guard distance == 0 else { return distance }
    _ = window.fill(atLeast: ZipDescriptor.length)
    return isDescriptor(window.bytes) ? 0 : 1
  }

  /// Returns the number of octets before the first that could begin the mark.
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
