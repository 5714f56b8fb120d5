/// Lets those who know its key recognise a set of coordinated devices (AD type 0x2E).
///
/// Source: Coordinated Set Identification Service.
public struct ResolvableSetIdentifier: Hashable, Sendable {
  /// 24 bits, made of the random part and the set's key.
  public let hash: UInt32
  /// 24 bits, of which the two most significant should be 01.
  public let random: UInt32

  /// Keeps the lowest 24 bits of both.
  public init(hash: UInt32, random: UInt32) {
    self.hash = hash & 0xFF_FFFF
    self.random = random & 0xFF_FFFF
  }

  /// Throws unless there are exactly six octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 6 else { throw .wrongLength(expected: 6, actual: value.count) }
    hash = UInt32(value.littleEndian(at: 0, count: 3))
    random = UInt32(value.littleEndian(at: 3, count: 3))
  }

  public var octets: [UInt8] { Array(littleEndian: hash, count: 3) + Array(littleEndian: random, count: 3) }

  /// The two most significant bits of the random part are 01.
  public var isValid: Bool { random >> 22 == 0b01 }
}
