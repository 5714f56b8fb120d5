/// Which roles the device can take in a connection (AD type 0x1C).
///
/// Source: Core Specification Supplement Part A 1.17. Any octet is kept; those above 3 are reserved.
public struct LERole: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let peripheralOnly = Self(rawValue: 0)
  public static let centralOnly = Self(rawValue: 1)
  public static let bothPreferringPeripheral = Self(rawValue: 2)
  public static let bothPreferringCentral = Self(rawValue: 3)

  /// Throws unless there is exactly one octet.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 1 else { throw .wrongLength(expected: 1, actual: value.count) }
    rawValue = value[0]
  }

  public var octets: [UInt8] { [rawValue] }
}
