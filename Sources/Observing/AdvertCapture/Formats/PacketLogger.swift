internal import AdvertReading
internal import AdvertisingData
import AdvertisingData

/// Apple's PacketLogger (.pklg): macOS, and sysdiagnose logs of iPhones.
///
/// No header and no mark. Records have length, seconds, microseconds, type and packet, all big-endian in old files and
/// all little-endian in newer ones. The length is that of the rest of the record.
enum PacketLogger: CaptureFormat {
  static let name = "packetlogger"

  private static let headerLength = 13
  private static let lengthLength = 4
  /// The octets of seconds, microseconds and type.
  private static let shortestRecord = 9
  /// The longest record, above any HCI packet or log line in such a file.
  private static let longestRecord = 65_535

  /// The types of HCI packets of all kinds in both directions, and of the logger's own lines.
  private static let types: Set<UInt8> = [
    0x00, 0x01, 0x02, 0x03, 0x08, 0x09, 0x0A, 0x0B, 0x12, 0x13, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE,
  ]

  /// The number of consistent records that identify a file; in a shorter file all of its records.
  private static let recordsToCheck = 5

  static func recognises(_ input: inout InputWindow) -> Bool {
    byteOrder(of: &input) != nil
  }

  @_specialize(where Consumer == Dissection)
  static func read<Consumer: RecordConsumer & ~Copyable>(
    _ input: inout InputWindow, into consumer: inout Consumer
  ) throws(CaptureError) {
    let order = byteOrder(of: &input) ?? .littleEndian
    var number = 0
    while input.fill(atLeast: headerLength) {
      let stated = input.bytes.integer32(at: 0, order)
      let length = Int(clamping: stated)
      guard shortestRecord...longestRecord ~= length else {
        consumer.note(
          .recordInvalid, fileOffset: input.offset, record: number + 1,
          expected: "a length of \(shortestRecord) to \(longestRecord)", found: "\(stated)")
        return
      }
      guard input.fill(atLeast: lengthLength + length) else {
        let left = input.bytes.count - headerLength
        consumer.noteCutShort(
          input, at: input.offset, record: number + 1, expected: "a packet of \(length - shortestRecord) bytes",
          found: "\(left)")
        return
      }
      let delivered = deliverWholeRecords(
        in: input.bytes, order: order, fileOffset: input.offset, after: number, into: &consumer)
      number = delivered.lastNumber
      input.consume(delivered.octets)
      consumer.inputMayPause()
    }
    if !input.bytes.isEmpty || input.failure != nil {
      consumer.noteCutShort(
        input, at: input.offset, record: number + 1, expected: "a record header of \(headerLength) bytes",
        found: "\(input.bytes.count)")
    }
  }

  /// Delivers the whole records in `bytes`, and returns the number of the last one and of their octets.
  private static func deliverWholeRecords(
    in bytes: Span<UInt8>, order: OctetOrder, fileOffset start: Int, after last: Int,
    into consumer: inout some RecordConsumer & ~Copyable
  ) -> (lastNumber: Int, octets: Int) {
    var number = last
    var offset = 0
    while bytes.count - offset >= headerLength {
      let packet = offset + headerLength
      // One bounds check for the whole header.
      let header = bytes.extracting(offset..<packet)
      let length = Int(clamping: header.integer32(at: 0, order))
      guard length <= longestRecord else { break }
      let end = offset + lengthLength + length
      guard packet <= end, end <= bytes.count else { break }
      number += 1
      let seconds = Int64(header.integer32(at: 4, order))
      let microseconds = Int64(header.integer32(at: 8, order))
      consumer.consume(
        CaptureRecord(
          number: number, fileOffset: start + packet,
          time: Timestamp(microseconds: seconds * 1_000_000 + microseconds), originalLength: end - packet,
          linkType: .packetLogger, flags: UInt32(header[12])),
        bytes.extracting(packet..<end))
      offset = end
    }
    return (number, offset)
  }

  /// Returns the byte order in which the first records are consistent; `nil` when they are in neither.
  private static func byteOrder(of input: inout InputWindow) -> OctetOrder? {
    for order in [OctetOrder.bigEndian, .littleEndian] where areConsistent(&input, order: order) { return order }
    return nil
  }

  private static func areConsistent(_ input: inout InputWindow, order: OctetOrder) -> Bool {
    var offset = 0
    var firstEnd = Int.max
    for _ in 0..<recordsToCheck {
      guard input.fill(atLeast: offset + headerLength) else {
        // A short file may end inside a record, but not inside the first.
        return input.bytes.count >= firstEnd
      }
      let bytes = input.bytes
      let length = Int(clamping: bytes.integer32(at: offset, order))
      guard shortestRecord...longestRecord ~= length, bytes.integer32(at: offset + 8, order) < 1_000_000,
        types.contains(bytes[offset + 12])
      else { return false }
      offset += lengthLength + length
      firstEnd = min(firstEnd, offset)
    }
    return true
  }
}

extension HCIPacket.Place {
  /// Returns the place of a command or event, by the record's type. No other type carries advertising.
  static func packetLogger(flags: UInt32) -> HCIPacket.Place? {
    switch flags {
    case 0x00: HCIPacket.Place(.command)
    case 0x01: HCIPacket.Place(.event)
    default: nil
    }
  }
}
