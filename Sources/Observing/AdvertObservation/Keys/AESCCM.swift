internal import AdvertisingData

/// AES-CCM with a check of four octets, and AES-CTR.
///
/// Source: RFC 3610, whose names of blocks are used here.
extension BlockCipher {
  private static let blockOctets = 16

  /// Returns the decrypted octets; `nil` when the proof of the key fails, or the parts have lengths that the cipher
  /// does not support.
  func open(_ sealed: EncryptedPayload) -> [UInt8]? {
    switch sealed.proof {
    case .check(let check): openCCM(sealed, check)
    case .meaning: openCCM(sealed, nil)
    case .firstKeyOctet(let octet): key.first == octet ? openCounter(sealed) : nil
    }
  }

  /// Decrypts AES-CTR with a counter that begins with its least significant octet, as in Victron's format.
  private func openCounter(_ sealed: EncryptedPayload) -> [UInt8]? {
    guard sealed.nonce.count == Self.blockOctets, sealed.ciphertext.count < 0x1_0000 else { return nil }
    var counter = sealed.nonce
    var plaintext: [UInt8] = []
    for start in stride(from: 0, to: sealed.ciphertext.count, by: Self.blockOctets) {
      guard let stream = encrypt(counter) else { return nil }
      let end = min(start + Self.blockOctets, sealed.ciphertext.count)
      plaintext += zip(sealed.ciphertext[start..<end], stream).map { $0 ^ $1 }
      for index in counter.indices {
        counter[index] &+= 1
        if counter[index] != 0 { break }
      }
    }
    return plaintext
  }

  /// - Parameter check: `nil` when the check is not known, so that any key gives octets.
  private func openCCM(_ sealed: EncryptedPayload, _ check: [UInt8]?) -> [UInt8]? {
    // The octets of a block besides the nonce and its first octet are the counter.
    let counterOctets = 15 - sealed.nonce.count
    guard (2...8).contains(counterOctets), check == nil || check?.count == 4, sealed.associatedData.count < 0xFF00,
      sealed.ciphertext.count < 0x1_0000
    else { return nil }
    func block(_ flags: UInt8, _ number: Int) -> [UInt8] {
      let counter = (0..<counterOctets).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * min($0, 7))) }
      return [flags] + sealed.nonce + counter
    }
    func stream(_ number: Int) -> [UInt8]? { encrypt(block(UInt8(counterOctets - 1), number)) }

    var plaintext: [UInt8] = []
    for (index, start) in stride(from: 0, to: sealed.ciphertext.count, by: Self.blockOctets).enumerated() {
      guard let stream = stream(index + 1) else { return nil }
      let end = min(start + Self.blockOctets, sealed.ciphertext.count)
      plaintext += zip(sealed.ciphertext[start..<end], stream).map { $0 ^ $1 }
    }
    guard let check else { return plaintext }
    let associated = sealed.associatedData
    let flags = (associated.isEmpty ? 0 : 0x40) | 1 << 3 | UInt8(counterOctets - 1)
    var blocks = block(flags, plaintext.count)
    if !associated.isEmpty {
      blocks += Self.padded([UInt8(associated.count >> 8), UInt8(associated.count & 0xFF)] + associated)
    }
    blocks += Self.padded(plaintext)
    var sum = [UInt8](repeating: 0, count: Self.blockOctets)
    for start in stride(from: 0, to: blocks.count, by: Self.blockOctets) {
      let mixed = zip(sum, blocks[start..<start + Self.blockOctets]).map { $0 ^ $1 }
      guard let next = encrypt(mixed) else { return nil }
      sum = next
    }
    guard let last = stream(0) else { return nil }
    return zip(sum, last).map { $0 ^ $1 }.starts(with: check) ? plaintext : nil
  }

  /// Returns the octets with zeros up to a whole block.
  private static func padded(_ octets: [UInt8]) -> [UInt8] {
    octets + [UInt8](repeating: 0, count: (blockOctets - octets.count % blockOctets) % blockOctets)
  }
}
