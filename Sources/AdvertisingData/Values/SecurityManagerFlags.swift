/// What a device can do and has, told out of band before pairing (AD type 0x11).
///
/// Source: Core Specification Supplement Part A 1.7.
public struct SecurityManagerFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let outOfBandDataPresent = Self(rawValue: 0x01)
  public static let leSupported = Self(rawValue: 0x02)
  /// LE and BR/EDR at the same time to the same device.
  public static let simultaneousHost = Self(rawValue: 0x04)
  /// The address is random; public when not set.
  public static let randomAddress = Self(rawValue: 0x08)
  /// Bits 4 to 7.
  public static let reserved = Self(rawValue: 0xF0)

  /// Throws unless there is exactly one octet.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 1 else { throw .wrongLength(expected: 1, actual: value.count) }
    rawValue = value[0]
  }

  public var octets: [UInt8] { [rawValue] }
}
