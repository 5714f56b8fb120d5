internal import CLibraries

/// AES-128 of single blocks, from the library of the system.
struct BlockCipher: Sendable {
  /// The key: 16 octets, most significant first.
  let key: [UInt8]

  /// The reason why the system has no cipher, in its words; `nil` when it has one.
  static var obstacle: String? { ccrypto_load() ? nil : unsafe String(cString: ccrypto_load_failure()) }

  /// Returns a block encrypted (FIPS-197). `nil` when key or block do not have 16 octets, or the system has no cipher.
  func encrypt(_ block: [UInt8]) -> [UInt8]? {
    guard key.count == 16, block.count == 16 else { return nil }
    var encrypted = [UInt8](repeating: 0, count: 16)
    return unsafe ccrypto_encrypt(key, block, &encrypted) ? encrypted : nil
  }
}
