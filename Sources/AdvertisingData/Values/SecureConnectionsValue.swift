/// A confirmation or random value of LE Secure Connections out of band (AD types 0x22 and 0x23).
///
/// Source: Core Specification Supplement Part A 1.6.
public struct SecureConnectionsValue: Hashable, Sendable {
  public let kind: Kind
  /// The 16 octets as sent.
  public let octets: [UInt8]

  public enum Kind: Hashable, Sendable, CaseIterable {
    case confirmation
    case random
  }

  /// `nil` unless there are exactly 16 octets.
  public init?(_ octets: [UInt8], kind: Kind) {
    guard octets.count == 16 else { return nil }
    self.kind = kind
    self.octets = octets
  }

  /// Throws unless there are exactly 16 octets. The type must be one of the two.
  init(decoding value: Span<UInt8>, type: ADType) throws(Malformation) {
    guard value.count == 16 else { throw .wrongLength(expected: 16, actual: value.count) }
    kind = type == .secureConnectionsRandom ? .random : .confirmation
    octets = Array(copying: value)
  }

  public var type: ADType { kind == .random ? .secureConnectionsRandom : .secureConnectionsConfirmation }
}
