/// What follows an octet that starts a character of UTF-8 beyond ASCII.
///
/// Source: The Unicode Standard, table 3-7.
public struct UTF8Continuation: Hashable, Sendable {
  /// Octets of the character that follow, 1 to 3.
  public let count: Int
  /// What the first of them may be; those after it may be ``later``.
  public let next: ClosedRange<UInt8>

  public static let later: ClosedRange<UInt8> = 0x80...0xBF

  /// `nil` for ASCII and for octets that start no character.
  public init?(after start: UInt8) {
    switch start {
    case 0xC2...0xDF: (count, next) = (1, Self.later)
    case 0xE0: (count, next) = (2, 0xA0...0xBF)
    case 0xED: (count, next) = (2, 0x80...0x9F)
    case 0xE1...0xEF: (count, next) = (2, Self.later)
    case 0xF0: (count, next) = (3, 0x90...0xBF)
    case 0xF1...0xF3: (count, next) = (3, Self.later)
    case 0xF4: (count, next) = (3, 0x80...0x8F)
    default: return nil
    }
  }
}
