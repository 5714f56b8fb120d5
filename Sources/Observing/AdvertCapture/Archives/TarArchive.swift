internal import AdvertReading
import AdvertisingData

/// Reads a tar archive from its start to its end mark: the old format, ustar, pax and GNU's.
struct TarArchive: Archive {
  static let name = "tar"

  var problems = ProblemLog()
  var isOver = false

  /// The octets that decide whether it is an archive: the name of a member ends in more zeros than any capture has near
  /// its start.
  private static let headAtHand = 12
  /// The longest extended header, above the extended attributes of any file; longer ones are passed over.
  private static let longestExtension = InputWindow.longestRecord

  /// Returns whether an input starts with a member's header, like every archive. Consumes nothing.
  static func recognises(_ input: inout InputWindow) -> Bool {
    _ = input.fill(atLeast: headAtHand)
    guard TarHeader.mayBegin(with: input.bytes.extracting(first: headAtHand)) else { return false }
    return input.fill(atLeast: TarHeader.length) && TarHeader(input.bytes) != nil
  }

  mutating func next(in input: inout InputWindow) -> TarEntry? {
    var extensions = TarExtension()
    while !isOver {
      guard input.fill(atLeast: TarHeader.length) else {
        endEarly(input, expected: "the next member or the end mark", found: "\(input.bytes.count) bytes")
        return nil
      }
      if TarHeader.isZero(input.bytes.extracting(first: TarHeader.length)) {
        passEndMark(&input)
      } else if let header = TarHeader(input.bytes) {
        input.consume(TarHeader.length)
        switch header.type {
        case UInt8(ascii: "L"), UInt8(ascii: "K"), UInt8(ascii: "x"), UInt8(ascii: "X"):
          take(header, into: &extensions, from: &input)
        case UInt8(ascii: "g"), UInt8(ascii: "V"):
          // Properties of all members, or the name of the archive.
          pass(contentOf: header.length, in: &input)
        default:
          if header.hasMoreOfMap { passMap(&input) }
          return isOver ? nil : TarEntry(header, extensions)
        }
      } else {
        passDamage(&input)
      }
    }
    return nil
  }

  mutating func read<Result>(
    _ entry: TarEntry, in input: inout InputWindow, _ body: (inout InputWindow) -> Result
  ) throws(InputFailure) -> Result {
    input.lent { archive in
      let start = archive.window.offset
      var window = InputWindow(
        StoredContent(archive, length: entry.length), unpackedFrom: archive.window,
        capacity: min(entry.length, Archives.windowCapacity))
      let result = body(&window)
      pass(contentOf: entry.length, from: start, in: &archive.window)
      return result
    }
  }

  // MARK: Between members

  /// Passes the two blocks of zeros that end an archive. Only more zeros may follow.
  private mutating func passEndMark(_ input: inout InputWindow) {
    input.consume(TarHeader.length)
    guard !input.fill(atLeast: TarHeader.length) || TarHeader.isZero(input.bytes.extracting(first: TarHeader.length))
    else {
      problems.note(
        .partInvalid, fileOffset: input.offset, record: nil,
        expected: "two blocks of zeros at the end of the tar archive", found: "one, and more behind it")
      return
    }
    isOver = true
    repeat {
      let zeros = Self.zeros(in: input.bytes)
      let isAll = zeros == input.bytes.count
      input.consume(zeros)
      if !isAll {
        problems.note(
          .partInvalid, fileOffset: input.offset, record: nil,
          expected: "nothing behind the end of the tar archive", found: "more bytes, which are not read")
        return
      }
    } while input.readMore()
    if let failure = input.failure {
      problems.note(
        CaptureProblem(
          .cutShort, fileOffset: input.offset, record: nil, detail: .readingFailed(reason: failure.reason)))
    }
  }

  private static func zeros(in octets: Span<UInt8>) -> Int {
    var count = 0
    while count < octets.count, octets[count] == 0 { count += 1 }
    return count
  }

  /// Moves to the next block that is a header or zeros.
  private mutating func passDamage(_ input: inout InputWindow) {
    let start = input.offset
    repeat {
      input.consume(TarHeader.length)
    } while input.fill(atLeast: TarHeader.length) && TarHeader(input.bytes) == nil
      && !TarHeader.isZero(input.bytes.extracting(first: TarHeader.length))
    problems.note(
      .partInvalid, fileOffset: start, record: nil, expected: "the header of a tar member",
      found: "\(input.offset - start) bytes that are none")
  }

  private mutating func take(_ header: TarHeader, into extensions: inout TarExtension, from input: inout InputWindow) {
    let start = input.offset
    guard header.length <= Self.longestExtension else {
      problems.note(
        .partInvalid, fileOffset: start, record: nil,
        expected: "an extended header of at most \(Self.longestExtension) bytes", found: "\(header.length)")
      pass(contentOf: header.length, in: &input)
      return
    }
    if input.fill(atLeast: header.length) {
      let octets = input.bytes.extracting(first: header.length)
      if header.type == UInt8(ascii: "L") {
        extensions.take(longName: octets)
      } else if header.type == UInt8(ascii: "K") {
        extensions.take(longTarget: octets)
      } else if !extensions.take(records: octets) {
        problems.note(
          .partInvalid, fileOffset: start, record: nil, expected: "an extended header of whole records",
          found: "something else")
      }
    }
    pass(contentOf: header.length, in: &input)
  }

  /// Moves to the octets after the blocks with the rest of a sparse file's map.
  private mutating func passMap(_ input: inout InputWindow) {
    var hasMore = true
    while hasMore {
      guard input.fill(atLeast: TarHeader.length) else {
        endEarly(input, expected: "the map of a sparse file", found: "\(input.bytes.count) bytes of a block")
        return
      }
      hasMore = input.bytes[504] != 0
      input.consume(TarHeader.length)
    }
  }

  /// Moves to the octets after a content and the padding of its last block. `start` is where the content starts, when a
  /// part of it is passed already.
  private mutating func pass(contentOf length: Int, from start: Int? = nil, in input: inout InputWindow) {
    let left = length - (input.offset - (start ?? input.offset))
    let passed = input.skip(left)
    guard passed == left else {
      endEarly(input, expected: "a member of \(length) bytes", found: "\(length - left + passed) bytes of it")
      return
    }
    _ = input.skip(-length & (TarHeader.length - 1))
  }
}

/// A member of a tar archive, from its header and the extended headers before it.
struct TarEntry: ArchiveEntry {
  let name: String
  /// Octets of the content in the archive.
  let length: Int
  let target: String?
  private let type: UInt8
  private let isSparse: Bool

  init(_ header: TarHeader, _ extensions: TarExtension) {
    name = extensions.name ?? header.name
    type = header.type
    target = extensions.target ?? header.target
    length = header.type == UInt8(ascii: "1") ? 0 : max(extensions.length ?? header.length, 0)
    isSparse = extensions.isSparse || type == UInt8(ascii: "S")
  }

  /// Old archives have no type for folders.
  var isFolder: Bool {
    type == UInt8(ascii: "5") || type == UInt8(ascii: "D") || length == 0 && name.utf8.last == UInt8(ascii: "/")
  }

  var obstacle: String? {
    if isSparse { return "sparse" }
    return type == UInt8(ascii: "M") ? "continued from another archive" : nil
  }

  var kindWithoutContent: String? {
    switch type {
    case UInt8(ascii: "1"), UInt8(ascii: "2"): "link"
    case UInt8(ascii: "3"), UInt8(ascii: "4"): "device"
    case UInt8(ascii: "6"): "pipe"
    default: nil
    }
  }
}
