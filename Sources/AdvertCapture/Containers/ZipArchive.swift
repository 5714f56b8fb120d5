import AdvertisingData

/// Walks through a zip archive from its start to its directory, member by member.
///
/// The local headers are followed, not the directory at the end: so an archive in a pipe reads like one in a file, and
/// of one that a broken transfer cut short every member before the cut is found.
struct ZipArchive {
  static let name = "zip"

  /// What is wrong with the archive itself, as opposed to its members' contents.
  private(set) var problems = ProblemLog()
  private var isOver = false

  private static let localHeader: UInt32 = 0x0403_4B50
  /// The marks of what follows the last member: directory, its end in two forms, and the archive's extra data.
  private static let directoryMarks: [UInt32] = [0x0201_4B50, 0x0605_4B50, 0x0606_4B50, 0x0806_4B50]

  /// An archive starts with a member, or with the end of its directory when it is empty.
  static func recognises(_ head: Span<UInt8>) -> Bool {
    head.count >= 4 && (head.littleEndian32(at: 0) == localHeader || head.littleEndian32(at: 0) == directoryMarks[1])
  }

  /// Moves to the content of the next member; `nil` when there are no more, or none that can be found.
  mutating func next(in input: inout InputWindow) -> ZipEntry? {
    guard !isOver else { return nil }
    guard input.fill(atLeast: 4) else {
      endEarly(input, expected: "the next member or the directory", found: "\(input.bytes.count) bytes")
      return nil
    }
    let mark = input.bytes.littleEndian32(at: 0)
    guard mark == Self.localHeader else {
      isOver = true
      if !Self.directoryMarks.contains(mark) {
        problems.note(
          CaptureProblem(
            .recordInvalid, fileOffset: input.offset, record: nil,
            message: "expected the mark of a zip member or directory, found 0x\(String(mark, radix: 16))"))
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
    return entry
  }

  /// Shows the content of a member to `body`, which need not read it to its end, and moves behind it. The content of a
  /// member with an obstacle is not unpacked.
  mutating func read<Result>(
    _ entry: ZipEntry, in input: inout InputWindow, _ body: (inout InputWindow) -> Result
  ) throws(InputFailure) -> Result {
    let start = input.offset
    return try input.lent { archive throws(InputFailure) in
      let content = try ZipContent(of: entry, in: archive)
      var window = InputWindow(content, unpackedFrom: archive.window, capacity: Self.windowCapacity)
      let result = body(&window)
      finish(entry, from: start, window: &window, content: content, in: archive)
      return result
    }
  }

  /// Many members are small, so their windows start small and grow with what they hold.
  private static let windowCapacity = 1 << 16

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
        CaptureProblem(
          .partInvalid, fileOffset: start, record: nil,
          message: "expected a member with checksum 0x\(String(checksum, radix: 16)), found one with "
            + "0x\(String(content.checksum, radix: 16))"))
    }
  }

  private mutating func endEarly(_ input: borrowing InputWindow, expected: String, found: String) {
    isOver = true
    let message = "expected \(expected) in the zip archive, found \(input.failure?.reason ?? found)"
    problems.note(CaptureProblem(.cutShort, fileOffset: input.offset, record: nil, message: message))
  }
}
