/// The Flags AD type: discoverability and BR/EDR capability bits.
///
/// Source: Core Specification Supplement Part A 1.3.
public struct Flags: OptionSet, Hashable, Sendable {
  /// The first octet.
  public let rawValue: UInt8
  /// Octets after the first, which no specification defines; empty in practice.
  public let surplus: [UInt8]

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
    surplus = []
  }

  public static let limitedDiscoverable = Self(rawValue: 0x01)
  public static let generalDiscoverable = Self(rawValue: 0x02)
  public static let brEDRNotSupported = Self(rawValue: 0x04)
  public static let simultaneousController = Self(rawValue: 0x08)
  /// Deprecated: "previously used".
  public static let simultaneousHost = Self(rawValue: 0x10)
  /// Bits 5 to 7.
  public static let reserved = Self(rawValue: 0xE0)

  /// Throws when there is no octet at all.
  public init(decoding value: Span<UInt8>) throws(Malformation) {
    guard !value.isEmpty else { throw .tooShort(minimum: 1, actual: 0) }
    rawValue = value[0]
    surplus = Array(copying: value.extracting(droppingFirst: 1))
  }

  public var octets: [UInt8] { [rawValue] + surplus }

  // Spelt out, because what an option set brings along compares and hashes the raw value alone.
  public static func == (one: Self, other: Self) -> Bool {
    one.rawValue == other.rawValue && one.surplus == other.surplus
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawValue)
    hasher.combine(surplus)
  }
}
