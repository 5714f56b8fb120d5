/// The temporary key of LE legacy pairing (AD type 0x10 out of band). A secret.
///
/// Source: Core Specification Supplement Part A 1.8.
public struct TemporaryKey: Hashable, Sendable {
  /// The 16 octets as sent.
  public let octets: [UInt8]

  /// `nil` unless there are exactly 16 octets.
  public init?(_ octets: [UInt8]) {
    guard octets.count == 16 else { return nil }
    self.octets = octets
  }

  /// Throws unless there are exactly 16 octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 16 else { throw .wrongLength(expected: 16, actual: value.count) }
    octets = Array(copying: value)
  }
}
