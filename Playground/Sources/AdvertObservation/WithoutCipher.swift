/// AES-128, for which the page has no keys.
struct BlockCipher: Sendable {
  let key: [UInt8]

  /// The reason why there is no cipher.
  static var obstacle: String? { "the page has no cipher" }

  /// Returns `nil`: there is no cipher.
  func encrypt(_ block: [UInt8]) -> [UInt8]? { nil }
}
