internal import AdvertReading
internal import AdvertisingData

/// The end of a zip archive: the directory, and its end records in one or two forms (APPNOTE 4.3.11 to 4.3.16).
///
/// Members are read by their own headers. The directory only shows whether the archive is whole: whether it has all
/// members that the directory lists, and ends where the directory ends.
enum ZipDirectory {
  private static let entry: UInt32 = 0x0201_4B50
  static let end: UInt32 = 0x0605_4B50
  private static let end64: UInt32 = 0x0606_4B50
  private static let end64Locator: UInt32 = 0x0706_4B50
  private static let extraData: UInt32 = 0x0806_4B50
  private static let signature: UInt32 = 0x0505_4B50

  /// Returns whether a mark can follow the last member.
  static func begins(with mark: UInt32) -> Bool {
    [entry, end, end64, extraData].contains(mark)
  }

  /// Reads the directory at the start of `input`, and moves past it.
  ///
  /// - Parameter members: the number of members found before.
  /// - Returns: the problem; `nil` when the archive is whole.
  static func problem(in input: inout InputWindow, behind members: Int) -> CaptureProblem? {
    var entries = 0
    while input.fill(atLeast: 4) {
      let mark = input.bytes.littleEndian32(at: 0)
      guard let (name, headerLength) = part(mark) else {
        return CaptureProblem(
          .recordInvalid, fileOffset: input.offset, record: nil, expected: "the mark of a part of the zip directory",
          found: "0x\(String(mark, radix: 16))")
      }
      let start = input.offset
      guard input.fill(atLeast: headerLength), skip(length(mark, input.bytes), in: &input) else {
        return CaptureProblem(
          .cutShort, fileOffset: start, record: nil, expected: "\(name) in the zip archive",
          found: input.failure?.reason ?? "\(input.offset + input.bytes.count - start) bytes of it")
      }
      if mark == entry { entries += 1 }
      if mark == end { return problemAtEnd(of: &input, entries: entries, members: members) }
    }
    return CaptureProblem(
      .cutShort, fileOffset: input.offset, record: nil, expected: "the end of the directory in the zip archive",
      found: input.failure?.reason ?? "\(input.bytes.count) bytes")
  }

  private static func problemAtEnd(of input: inout InputWindow, entries: Int, members: Int) -> CaptureProblem? {
    if entries > members {
      return CaptureProblem(
        .partInvalid, fileOffset: input.offset, record: nil, expected: "the \(entries) members of the zip directory",
        found: "\(members)")
    }
    return input.skipPadding().map {
      CaptureProblem(
        .partInvalid, fileOffset: input.offset, record: nil, expected: "nothing behind the zip archive",
        found: "0x\(String($0, radix: 16))")
    }
  }

  /// Returns the name of the part with this mark, and the number of octets that show its length.
  private static func part(_ mark: UInt32) -> (name: String, headerLength: Int)? {
    switch mark {
    case entry: ("an entry of the directory", 46)
    case end: ("the end of the directory", 22)
    case end64: ("the zip64 end of the directory", 12)
    case end64Locator: ("the zip64 locator", 20)
    case extraData: ("extra data", 8)
    case signature: ("a signature", 6)
    default: nil
    }
  }

  private static func length(_ mark: UInt32, _ header: Span<UInt8>) -> UInt64 {
    switch mark {
    case entry:
      46 + UInt64(header.littleEndian16(at: 28)) + UInt64(header.littleEndian16(at: 30))
        + UInt64(header.littleEndian16(at: 32))
    case end: 22 + UInt64(header.littleEndian16(at: 20))
    case end64: 12 + min(header.integer64(at: 4, .littleEndian), UInt64(Int64.max) - 12)
    case extraData: 8 + UInt64(header.littleEndian32(at: 4))
    case signature: 6 + UInt64(header.littleEndian16(at: 4))
    default: 20
    }
  }

  private static func skip(_ count: UInt64, in input: inout InputWindow) -> Bool {
    input.skip(Int(clamping: count)) == Int(clamping: count)
  }
}
