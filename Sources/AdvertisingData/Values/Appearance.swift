/// What the device looks like to a user: a category and a subcategory (AD type 0x19).
///
/// Source: Core Specification Supplement Part A 1.12; values in Assigned Numbers.
public struct Appearance: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// 0x0000: says nothing about the device.
  public static let unknown = Self(rawValue: 0)

  /// Bits 15 to 6.
  public var category: UInt16 { rawValue >> 6 }
  /// Bits 5 to 0.
  public var subcategory: UInt16 { rawValue & 0x3F }

  /// Throws unless there are exactly two octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 2 else { throw .wrongLength(expected: 2, actual: value.count) }
    rawValue = UInt16(value[0]) | UInt16(value[1]) << 8
  }

  public var octets: [UInt8] { [UInt8(truncatingIfNeeded: rawValue), UInt8(truncatingIfNeeded: rawValue >> 8)] }
}
