/// The code that opens an encrypted broadcast (AD type 0x2D), handed over out of band. A secret.
///
/// Source: Core Specification Supplement Part A 1.22.
public struct BroadcastCode: Hashable, Sendable {
  /// 1 to 16 octets.
  public let octets: [UInt8]

  /// `nil` unless there are 1 to 16 octets.
  public init?(_ octets: [UInt8]) {
    guard (1...16).contains(octets.count) else { return nil }
    self.octets = octets
  }

  /// Throws unless there are 1 to 16 octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard !value.isEmpty else { throw .tooShort(minimum: 1, actual: 0) }
    guard value.count <= 16 else { throw .tooLong(maximum: 16, actual: value.count) }
    octets = Array(copying: value)
  }
}
