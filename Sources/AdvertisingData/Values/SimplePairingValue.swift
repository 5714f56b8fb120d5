/// A hash or randomizer of Secure Simple Pairing out of band (AD types 0x0E, 0x0F, 0x1D and 0x1E).
///
/// Source: Core Specification Supplement Part A 1.6. The P-192 and the P-256 curve have a pair each.
public struct SimplePairingValue: Hashable, Sendable {
  public let kind: Kind
  /// The 16 octets as sent.
  public let octets: [UInt8]

  public enum Kind: Hashable, Sendable, CaseIterable {
    case hash192
    case randomizer192
    case hash256
    case randomizer256
  }

  /// `nil` unless there are exactly 16 octets.
  public init?(_ octets: [UInt8], kind: Kind) {
    guard octets.count == 16 else { return nil }
    self.kind = kind
    self.octets = octets
  }

  /// Throws unless there are exactly 16 octets. The type must be one of the four.
  init(decoding value: Span<UInt8>, type: ADType) throws(Malformation) {
    guard value.count == 16 else { throw .wrongLength(expected: 16, actual: value.count) }
    kind =
      switch type {
      case .simplePairingRandomizer192: .randomizer192
      case .simplePairingHash256: .hash256
      case .simplePairingRandomizer256: .randomizer256
      default: .hash192
      }
    octets = Array(copying: value)
  }

  public var type: ADType {
    switch kind {
    case .hash192: .simplePairingHash192
    case .randomizer192: .simplePairingRandomizer192
    case .hash256: .simplePairingHash256
    case .randomizer256: .simplePairingRandomizer256
    }
  }
}
