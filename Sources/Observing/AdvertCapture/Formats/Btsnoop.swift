internal import AdvertReading
import AdvertisingData

/// btsnoop: Android's btsnoop_hci.log, BlueZ's btmon -w, bumble's snooper.
///
/// A 16-octet header (mark, version, data link), then records of 24 octets and the packet, all big-endian and unpadded.
enum Btsnoop: CaptureFormat {
  static let name = "btsnoop"
  static let headLength = 16

  private static let mark = PatternSearch(Array("btsnoop\0".utf8))
  private static let recordHeaderLength = 24

  /// Unix microseconds are a record's time minus this. Every writer uses this constant, although the year 0 in the
  /// format's description gives another.
  private static let unixEpoch: Int64 = 0x00DC_DDB3_0F2F_8000

  /// Earlier times mean that the writer wrote milliseconds, or no time, in place of microseconds.
  static let earliestPlausible = Timestamp(microseconds: 631_152_000_000_000)

  static func recognises(_ input: inout InputWindow) -> Bool {
    _ = input.fill(atLeast: headLength)
    return mark.matches(input.bytes)
  }

  @_specialize(where Consumer == Dissection)
  static func read<Consumer: RecordConsumer & ~Copyable>(
    _ input: inout InputWindow, into consumer: inout Consumer
  ) throws(CaptureError) {
    let linkType = try readHeader(&input)
    var number = 0
    var drops: UInt32 = 0
    defer { noteDrops(drops, beforeRecord: number, at: input.offset, in: &consumer) }
    while input.fill(atLeast: recordHeaderLength) {
      let stated = input.bytes.bigEndian32(at: 4)
      let length = Int(clamping: stated)
      guard length <= InputWindow.longestRecord else {
        consumer.note(
          .recordInvalid, fileOffset: input.offset + 4, record: number + 1,
          expected: "a length of at most \(InputWindow.longestRecord)", found: "\(stated)")
        return
      }
      guard input.fill(atLeast: recordHeaderLength + length) else { break }
      let delivered = deliverWholeRecords(
        in: input.bytes, fileOffset: input.offset, after: number, linkType: linkType, into: &consumer)
      number = delivered.lastNumber
      drops = delivered.drops
      input.consume(delivered.octets)
      consumer.inputMayPause()
    }
    noteEnd(of: &input, record: number + 1, in: &consumer)
  }

  private static func readHeader(_ input: inout InputWindow) throws(CaptureError) -> LinkType {
    guard input.fill(atLeast: headLength) else {
      if let failure = input.failure { throw .unreadable(reason: failure.reason) }
      throw .unsupported(
        fileOffset: 0, expected: "a btsnoop header of 16 bytes", found: "\(input.bytes.count) bytes")
    }
    let version = input.bytes.bigEndian32(at: 8)
    guard version == 1 else {
      throw .unsupported(fileOffset: 8, expected: "btsnoop version 1", found: "version \(version)")
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
        fileOffset: 12, expected: "btsnoop data link 1001, 1002 or 2001",
        found: "data link \(dataLink)\(names[dataLink] ?? "")")
    }
  }

  /// Notes dropped packets. Each record has the number of packets dropped before it since the capture began, so the
  /// last one counts all.
  private static func noteDrops(
    _ drops: UInt32, beforeRecord number: Int, at fileOffset: Int, in consumer: inout some RecordConsumer & ~Copyable
  ) {
    guard drops > 0 else { return }
    consumer.note(
      .packetsDropped, fileOffset: fileOffset, record: number, expected: "no dropped packets",
      found: "\(drops) that the capture says were dropped")
  }

  /// Delivers the whole records in `bytes`, at least one. Returns the number of the last one, its count of drops, and
  /// the number of octets of all.
  private static func deliverWholeRecords(
    in bytes: Span<UInt8>, fileOffset start: Int, after last: Int, linkType: LinkType,
    into consumer: inout some RecordConsumer & ~Copyable
  ) -> (lastNumber: Int, drops: UInt32, octets: Int) {
    var number = last
    var offset = 0
    var latest = 0
    while bytes.count - offset >= recordHeaderLength {
      let packet = offset + recordHeaderLength
      // One bounds check for the whole header.
      let header = bytes.extracting(offset..<packet)
      let length = Int(clamping: header.bigEndian32(at: 4))
      // The caller notes impossible lengths.
      guard length <= min(bytes.count - packet, InputWindow.longestRecord) else { break }
      number += 1
      let microseconds = header.littleEndian64(at: 16).byteSwapped
      let time = Timestamp(microseconds: Int64(bitPattern: microseconds) &- unixEpoch)
      if time < earliestPlausible {
        consumer.note(.implausibleTime) {
          implausibleTime(time, fileOffset: start + offset + 16, record: number)
        }
      }
      consumer.consume(
        CaptureRecord(
          number: number, fileOffset: start + packet, time: time,
          originalLength: max(Int(clamping: header.bigEndian32(at: 0)), length), linkType: linkType,
          flags: header.bigEndian32(at: 8)),
        bytes.extracting(packet..<packet + length))
      latest = offset
      offset = packet + length
    }
    return (number, bytes.bigEndian32(at: latest + 12), offset)
  }

  private static func implausibleTime(_ time: Timestamp, fileOffset: Int, record: Int) -> CaptureProblem {
    CaptureProblem(
      .implausibleTime, fileOffset: fileOffset, record: record,
      expected: "a time in microseconds", found: "one that means \(time.iso8601)")
  }

  private static func noteEnd(
    of input: inout InputWindow, record: Int, in consumer: inout some RecordConsumer & ~Copyable
  ) {
    let left = input.bytes.count
    if let failure = input.failure {
      consumer.note(failure, fileOffset: input.offset + left, record: record)
    } else if left >= recordHeaderLength {
      let length = Int(clamping: input.bytes.bigEndian32(at: 4))
      consumer.note(
        .cutShort, fileOffset: input.offset, record: record,
        expected: "a packet of \(length) bytes", found: "\(left - recordHeaderLength)")
    } else if left > 0 {
      consumer.note(
        .cutShort, fileOffset: input.offset, record: record,
        expected: "a record header of \(recordHeaderLength) bytes", found: "\(left)")
    }
  }
}
