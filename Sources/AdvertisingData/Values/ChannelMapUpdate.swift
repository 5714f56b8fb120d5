/// The channels of periodic advertising from some event on (AD type 0x28).
///
/// Source: Core Specification Supplement Part A 1.20.
public struct ChannelMapUpdate: Hashable, Sendable {
  /// 40 bits: one for each of the 37 data channels, and three reserved ones above them.
  public let map: UInt64
  /// The periodic advertising event counter at which the map comes into force.
  public let instant: UInt16

  /// Keeps the lowest 40 bits of the map.
  public init(map: UInt64, instant: UInt16) {
    self.map = map & 0xFF_FFFF_FFFF
    self.instant = instant
  }

  /// Throws unless there are exactly seven octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 7 else { throw .wrongLength(expected: 7, actual: value.count) }
    map = value.littleEndian(at: 0, count: 5)
    instant = UInt16(value.littleEndian(at: 5, count: 2))
  }

  public var octets: [UInt8] { Array(littleEndian: map, count: 5) + Array(littleEndian: instant, count: 2) }

  /// The data channels in use, 0 to 36, ascending.
  public var channels: [Int] { (0..<37).filter { map >> $0 & 1 == 1 } }
  /// Bits 37 to 39 of the map, shifted down.
  public var reserved: UInt8 { UInt8(map >> 37) }
}
