/// The connection intervals the peripheral prefers (AD type 0x12), in units of 1.25 ms.
///
/// Source: Core Specification Supplement Part A 1.9. Any value is kept; ``isValid`` judges it.
public struct ConnectionIntervalRange: Hashable, Sendable {
  public let minimum: UInt16
  public let maximum: UInt16

  /// In place of an interval: no specific value.
  public static let unspecified: UInt16 = 0xFFFF

  public init(minimum: UInt16, maximum: UInt16) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Throws unless there are exactly four octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 4 else { throw .wrongLength(expected: 4, actual: value.count) }
    minimum = UInt16(value[0]) | UInt16(value[1]) << 8
    maximum = UInt16(value[2]) | UInt16(value[3]) << 8
  }

  public var octets: [UInt8] {
    [minimum, maximum].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  /// Both ends are 7.5 ms to 4 s or unspecified, and the minimum does not exceed the maximum.
  public var isValid: Bool {
    let ends = [minimum, maximum].filter { $0 != Self.unspecified }
    return ends.allSatisfy { (6...3200).contains($0) } && (ends.count < 2 || minimum <= maximum)
  }
}
