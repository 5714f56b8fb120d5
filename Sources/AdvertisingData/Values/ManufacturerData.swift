/// Data whose format the named company defines (AD type 0xFF).
///
/// Source: Core Specification Supplement Part A 1.4; company identifiers in Assigned Numbers.
public struct ManufacturerData: Hashable, Sendable {
  public let company: UInt16
  /// The octets after the company identifier.
  public let data: [UInt8]

  public init(company: UInt16, data: [UInt8]) {
    self.company = company
    self.data = data
  }

  /// Throws when there is no room for the company identifier.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count >= 2 else { throw .tooShort(minimum: 2, actual: value.count) }
    company = UInt16(value[0]) | UInt16(value[1]) << 8
    data = Array(copying: value.extracting(droppingFirst: 2))
  }

  public var octets: [UInt8] {
    [UInt8(truncatingIfNeeded: company), UInt8(truncatingIfNeeded: company >> 8)] + data
  }
}
