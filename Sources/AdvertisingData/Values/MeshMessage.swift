/// A network PDU of Bluetooth Mesh (AD type 0x2A), encrypted and obfuscated.
///
/// Source: Mesh Protocol. Any number of octets is kept; ``usualLengths`` is unverified.
public struct MeshMessage: Hashable, Sendable {
  /// The network PDU as sent.
  public let octets: [UInt8]

  /// How many octets a network PDU has. Unverified: judge nothing by it alone.
  public static let usualLengths = 14...29

  /// `nil` when the PDU is empty.
  public init?(_ octets: [UInt8]) {
    guard !octets.isEmpty else { return nil }
    self.octets = octets
  }

  /// Throws when there is no octet at all.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard !value.isEmpty else { throw .tooShort(minimum: 1, actual: 0) }
    octets = Array(copying: value)
  }

  public var hasUsualLength: Bool { Self.usualLengths.contains(octets.count) }
}
