/// What kind of BR/EDR device this is (AD type 0x0D): service classes, a major and a minor class.
///
/// Source: Core Specification Supplement Part A 1.6; bits in Assigned Numbers, Class of Device.
public struct ClassOfDevice: Hashable, Sendable {
  /// The 24 bits.
  public let bits: UInt32

  /// Keeps the lowest 24 bits.
  public init(bits: UInt32) {
    self.bits = bits & 0xFF_FFFF
  }

  /// Bits 13 to 23, shifted down: bit 0 is Limited Discoverable Mode, bit 10 Information.
  public var serviceClasses: UInt16 { UInt16(truncatingIfNeeded: bits >> 13) }
  /// Bits 8 to 12.
  public var majorClass: UInt8 { UInt8(truncatingIfNeeded: bits >> 8 & 0x1F) }
  /// Bits 2 to 7, whose meaning depends on the major class.
  public var minorClass: UInt8 { UInt8(truncatingIfNeeded: bits >> 2 & 0x3F) }
  /// Bits 0 and 1; only format 0 is defined.
  public var format: UInt8 { UInt8(truncatingIfNeeded: bits & 3) }

  /// Throws unless there are exactly three octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 3 else { throw .wrongLength(expected: 3, actual: value.count) }
    bits = UInt32(value.littleEndian(at: 0, count: 3))
  }

  public var octets: [UInt8] { Array(littleEndian: bits, count: 3) }
}
