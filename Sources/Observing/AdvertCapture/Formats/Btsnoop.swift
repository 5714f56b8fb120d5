internal import AdvertReading
import AdvertisingData

/// btsnoop: Android's btsnoop_hci.log, BlueZ's btmon -w, bumble's snooper.
///
/// A 16-octet header (mark, version, data link), then records of 24 octets and the packet, all big-endian and unpadded.
enum Btsnoop: CaptureFormat {
  static let name = "btsnoop"
  static let headLength = 16

  private static let mark = PatternSearch(Array("btsnoop\0".utf8))

  static func recognises(_ input: inout InputWindow) -> Bool {
    _ = input.fill(atLeast: headLength)
    return mark.matches(input.bytes)
  }

  /// Returns whether a file that can be read begins with these octets, at least ``headLength``.
  static func isMark(_ octets: Span<UInt8>) -> Bool {
    mark.matches(octets) && octets.bigEndian32(at: 8) == 1
  }

  @_specialize(where Consumer == Dissection)
  static func read<Consumer: RecordConsumer & ~Copyable>(
    _ input: inout InputWindow, into consumer: inout Consumer
  ) throws(CaptureError) {
    let linkType = try readHeader(&input)
    var reader = RecordReader(BtsnoopRecords(linkType: linkType), after: input.lastRecord)
    reader.read(&input, into: &consumer)
    input.lastRecord = reader.number
    // Each record has the number of packets dropped before it since the capture began, so the last one counts all.
    consumer.noteDrops(UInt64(reader.drops), fileOffset: input.offset, record: reader.number)
  }

  private static func readHeader(_ input: inout InputWindow) throws(CaptureError) -> LinkType {
    let start = input.offset
    guard input.fill(atLeast: headLength) else {
      if let failure = input.failure { throw .unreadable(reason: failure.reason) }
      throw .unsupported(
        fileOffset: start, expected: "a btsnoop header of 16 bytes", found: "\(input.bytes.count) bytes")
    }
    let version = input.bytes.bigEndian32(at: 8)
    guard version == 1 else {
      throw .unsupported(fileOffset: start + 8, expected: "btsnoop version 1", found: "version \(version)")
    }
    let dataLink = input.bytes.bigEndian32(at: 12)
    input.consume(headLength)
    switch dataLink {
    case 1001: return .hciUnencapsulated
    case 1002: return .hciH4
    case 2001: return .linuxMonitorFlags
    default:
      let names: [UInt32: String] = [1003: " (BCSP)", 1004: " (H5)", 2002: " (simulator)"]
      throw .unsupported(
        fileOffset: start + 12, expected: "btsnoop data link 1001, 1002 or 2001",
        found: "data link \(dataLink)\(names[dataLink] ?? "")")
    }
  }
}

/// The records of a btsnoop file: original length, included length, flags, drops and time in 24 octets.
struct BtsnoopRecords: RecordForm {
  static let headerLength = 24
  static let longestPacket = InputWindow.longestRecord
  static let notesEarlyTimes = true

  let linkType: LinkType

  /// Unix microseconds are a record's time minus this. Every writer uses this constant, although the year 0 in the
  /// format's description gives another.
  private static let unixEpoch: Int64 = 0x00DC_DDB3_0F2F_8000

  @inline(__always)
  func header(_ bytes: Span<UInt8>) -> RecordHeader {
    let flags = bytes.bigEndian32(at: 8)
    let microseconds = bytes.littleEndian64(at: 16).byteSwapped
    return RecordHeader(
      length: Int(clamping: bytes.bigEndian32(at: 4)), originalLength: Int(clamping: bytes.bigEndian32(at: 0)),
      time: Timestamp(microseconds: Int64(bitPattern: microseconds) &- Self.unixEpoch), flags: flags,
      drops: bytes.bigEndian32(at: 12),
      // The direction, and whether it is a command or an event; of the Linux monitor, adapter and opcode.
      isUsual: linkType == .linuxMonitorFlags ? flags & 0xFFFF < 64 : flags < 4)
  }

  func mayBegin(_ bytes: Span<UInt8>) -> Bool {
    bytes[0] == 0 && bytes[4] == 0 && bytes[1] < 8 && bytes[5] < 8
  }
}
