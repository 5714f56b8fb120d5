/// The name of an audio broadcast (AD type 0x30).
///
/// Source: Public Broadcast Profile: UTF-8. The octets are kept as sent; ``usualCharacterCounts`` is unverified.
public struct BroadcastName: Hashable, Sendable {
  public let octets: [UInt8]

  /// How many characters (Unicode scalars) a name has. Unverified: judge nothing by it alone.
  public static let usualCharacterCounts = 4...32

  public init(_ text: String) {
    octets = Array(text.utf8)
  }

  init(decoding value: Span<UInt8>) {
    octets = Array(copying: value)
  }

  /// The name as text, with U+FFFD in place of octets that are not UTF-8. May hold any control character.
  public var text: String { String(decoding: octets, as: UTF8.self) }

  public var hasUsualLength: Bool { Self.usualCharacterCounts.contains(text.unicodeScalars.count) }

  /// Offset of the first octet that does not belong to valid UTF-8, `nil` when all of it is valid.
  public var firstInvalidOctet: Int? { octets.firstInvalidUTF8 }
}
