/// One length-type-value element of a payload, viewed in place.
///
/// Source: Core Specification Vol 3 Part C 11. The length octet counts the type octet and the value.
public struct ADStructure: ~Escapable {
  public let type: ADType
  /// Offset of the length octet from the start of the payload.
  public let offset: Int
  /// The length octet as sent: 1 (the type octet) plus the octets of the value.
  public let declaredLength: Int
  /// The octets after the type octet, as many as the payload holds.
  public let value: Span<UInt8>

  @_lifetime(copy value)
  init(type: ADType, offset: Int, declaredLength: Int, value: Span<UInt8>) {
    self.type = type
    self.offset = offset
    self.declaredLength = declaredLength
    self.value = value
  }

  /// Offset of the first value octet from the start of the payload.
  public var valueOffset: Int { offset + 2 }

  /// Octets this structure takes up in the payload, its length octet included.
  public var size: Int { 2 + value.count }

  /// Octets that the length octet promises beyond the end of the payload; 0 for a structure that is whole.
  public var missingOctets: Int { declaredLength - 1 - value.count }
}
