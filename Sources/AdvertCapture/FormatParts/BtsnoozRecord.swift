/// The header of one record of an inflated btsnooz log, and where its packet is.
///
/// Little-endian: length, in version 2 the packet's length before it was cut, microseconds since the record before, and
/// type. Both lengths count the packet indicator of H4, which is not stored.
struct BtsnoozRecord {
  let packet: Range<Int>
  let originalLength: Int
  let delta: UInt32
  let type: UInt8

  enum Version: UInt8 {
    case one = 1
    case two = 2

    var headerLength: Int {
      switch self {
      case .one: 7
      case .two: 9
      }
    }
  }

  /// Reads the header at `offset`; `nil` when it is not there. The packet need not be.
  init?(_ bytes: Span<UInt8>, at offset: Int, version: Version) {
    let header = version.headerLength
    guard bytes.count - offset >= header else { return nil }
    let stored = Int(bytes.littleEndian16(at: offset)) - 1
    packet = offset + header..<offset + header + max(stored, 0)
    isPossible = stored >= 0 && Self.isKnown(type: bytes[offset + header - 1])
    switch version {
    case .one: originalLength = packet.count
    case .two: originalLength = max(Int(bytes.littleEndian16(at: offset + 2)) - 1, packet.count)
    }
    delta = bytes.littleEndian32(at: offset + header - 5)
    type = bytes[offset + header - 1]
  }

  /// Whether length and type are such as the log's writer gives.
  let isPossible: Bool

  /// The upper digit is the direction, the lower the packet: 0 command or event, 1 ACL, 2 SCO, 7 or 13 ISO.
  private static func isKnown(type: UInt8) -> Bool {
    switch type {
    case 0x10, 0x11, 0x12, 0x17, 0x20, 0x21, 0x22, 0x2D: true
    default: false
    }
  }

  /// What btsnoop's flags would be: bit 1 for commands and events, bit 0 for what the host received.
  var flags: UInt32 {
    let isReceived: UInt32 = type & 0xF0 == 0x10 ? 1 : 0
    return type & 0x0F == 0 ? 2 | isReceived : isReceived
  }
}
