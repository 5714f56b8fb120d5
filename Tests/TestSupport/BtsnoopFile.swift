/// Builds a btsnoop capture, octet by octet as the format's description has it.
public struct BtsnoopFile: Sendable {
  public private(set) var octets: [UInt8]
  /// Offset in the file of every record's header.
  public private(set) var recordOffsets: [Int] = []

  public static let headerLength = 16
  public static let recordHeaderLength = 24

  public init(dataLink: UInt32, version: UInt32 = 1) {
    octets = Array("btsnoop\0".utf8)
    octets.append(version, order: .big)
    octets.append(dataLink, order: .big)
  }

  /// `microseconds` counts from 1970. The lengths follow from the packet unless they are to lie.
  public mutating func add(
    _ packet: [UInt8], flags: UInt32 = 3, microseconds: Int64 = 1_700_000_000_000_000, originalLength: UInt32? = nil,
    includedLength: UInt32? = nil
  ) {
    recordOffsets.append(octets.count)
    octets.append(originalLength ?? UInt32(packet.count), order: .big)
    octets.append(includedLength ?? UInt32(packet.count), order: .big)
    octets.append(flags, order: .big)
    octets.append(UInt32(0), order: .big)
    octets.append(microseconds &+ 0x00DC_DDB3_0F2F_8000, order: .big)
    octets += packet
  }

  /// Gives the latest record a count of dropped packets.
  public mutating func setDrops(_ count: UInt32) {
    guard let start = recordOffsets.last else { return }
    for index in 0..<4 { octets[start + 12 + index] = UInt8(truncatingIfNeeded: count >> (24 - 8 * index)) }
  }

  /// Offset in the file of a record's first packet octet; records count from 0 here.
  public func packetOffset(_ record: Int) -> Int {
    recordOffsets[record] + Self.recordHeaderLength
  }
}
