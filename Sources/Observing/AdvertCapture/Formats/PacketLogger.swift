internal import AdvertReading
internal import AdvertisingData
import AdvertisingData

/// Apple's PacketLogger (.pklg): macOS, and sysdiagnose logs of iPhones.
///
/// No header and no mark. Records have length, seconds, microseconds, type and packet, all big-endian in old files and
/// all little-endian in newer ones. The length is that of the rest of the record.
enum PacketLogger: CaptureFormat {
  static let name = "packetlogger"

  /// The number of consistent records that identify a file; in a shorter file all of its records.
  private static let recordsToCheck = 5

  static func recognises(_ input: inout InputWindow) -> Bool {
    byteOrder(of: &input) != nil
  }

  @_specialize(where Consumer == Dissection)
  static func read<Consumer: RecordConsumer & ~Copyable>(
    _ input: inout InputWindow, into consumer: inout Consumer
  ) throws(CaptureError) {
    let form = PacketLoggerRecords(order: byteOrder(of: &input) ?? .littleEndian)
    var reader = RecordReader(form, after: input.lastRecord)
    reader.read(&input, into: &consumer)
    input.lastRecord = reader.number
  }

  /// Returns the byte order in which the first records are consistent; `nil` when they are in neither.
  private static func byteOrder(of input: inout InputWindow) -> OctetOrder? {
    for order in [OctetOrder.bigEndian, .littleEndian] where areConsistent(&input, order: order) { return order }
    return nil
  }

  private static func areConsistent(_ input: inout InputWindow, order: OctetOrder) -> Bool {
    let form = PacketLoggerRecords(order: order)
    var offset = 0
    var firstEnd = Int.max
    for _ in 0..<recordsToCheck {
      _ = input.fill(atLeast: offset + PacketLoggerRecords.headerLength)
      // A short file may end inside a record, but not inside the first.
      guard let header = form.header(input.bytes, at: offset) else { return input.bytes.count >= firstEnd }
      guard form.isPossible(header), header.isUsual else { return false }
      offset += PacketLoggerRecords.headerLength + header.length
      firstEnd = min(firstEnd, offset)
    }
    return true
  }
}

/// The records of a PacketLogger file: length of the rest, seconds, microseconds and type in 13 octets.
struct PacketLoggerRecords: RecordForm {
  static let headerLength = 13
  /// The octets of seconds, microseconds and type, which the length counts.
  private static let counted = 9
  /// Above any HCI packet or log line in such a file.
  static let longestPacket = 65_535 - counted

  let order: OctetOrder
  var linkType: LinkType { .packetLogger }

  @inline(__always)
  func header(_ bytes: Span<UInt8>) -> RecordHeader {
    let length = Int(clamping: bytes.integer32(at: 0, order)) - Self.counted
    let microseconds = Int64(bytes.integer32(at: 8, order))
    return RecordHeader(
      length: length, originalLength: length,
      time: Timestamp(microseconds: Int64(bytes.integer32(at: 4, order)) * 1_000_000 + microseconds),
      flags: UInt32(bytes[12]), isUsual: microseconds < 1_000_000 && Self.isType(bytes[12]))
  }

  /// Returns whether records have the type: those of HCI packets of all kinds in both directions, and of the logger's own
  /// lines.
  @inline(__always)
  private static func isType(_ type: UInt8) -> Bool {
    switch type {
    case 0x00...0x03, 0x08...0x0B, 0x12, 0x13, 0xF7...0xFE: true
    default: false
    }
  }

  func mayBegin(_ bytes: Span<UInt8>) -> Bool {
    Self.isType(bytes[12]) && bytes.integer32(at: 0, order) <= 65_535
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
