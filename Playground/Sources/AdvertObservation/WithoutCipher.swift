/// AES-128, which the page has no keys for.
struct BlockCipher: Sendable {
  let key: [UInt8]

  /// Why there is no cipher.
  static var obstacle: String? { "the page has no cipher" }

  /// `nil`: there is no cipher.
  func encrypt(_ block: [UInt8]) -> [UInt8]? { nil }
}
