/// AD structures that only those with the key can read (AD type 0x31).
///
/// Source: Core Specification Supplement Part A 1.23.
public struct EncryptedAdvertisingData: Hashable, Sendable {
  /// 40 bits, the first octet least significant; the most significant bit is the direction bit of the encryption.
  public let randomizer: UInt64
  public let ciphertext: [UInt8]
  /// The message integrity check, the first octet most significant.
  public let mic: UInt32

  /// Keeps the lowest 40 bits of the randomizer.
  public init(randomizer: UInt64, ciphertext: [UInt8], mic: UInt32) {
    self.randomizer = randomizer & 0xFF_FFFF_FFFF
    self.ciphertext = ciphertext
    self.mic = mic
  }

  /// Throws when there is no room for randomizer and integrity check.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count >= 9 else { throw .tooShort(minimum: 9, actual: value.count) }
    randomizer = value.littleEndian(at: 0, count: 5)
    ciphertext = Array(copying: value.extracting(5..<value.count - 4))
    mic = UInt32(value.bigEndian(at: value.count - 4, count: 4))
  }

  public var octets: [UInt8] {
    Array(littleEndian: randomizer, count: 5) + ciphertext + Array(bigEndian: mic, count: 4)
  }
}
