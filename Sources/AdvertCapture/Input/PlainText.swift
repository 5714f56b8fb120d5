/// Text as opposed to a binary file.
enum PlainText {
  /// Octets at the start that tell.
  static let headLength = 256

  /// Whether octets can be the start of a text: some, and no control characters but those that lay text out.
  static func isPlausible(_ head: Span<UInt8>) -> Bool {
    let start = head.extracting(first: headLength)
    return !start.isEmpty && start.indices.allSatisfy { isText(start[$0]) }
  }

  private static func isText(_ octet: UInt8) -> Bool {
    let escape: UInt8 = 0x1B
    return octet >= 0x20 && octet != 0x7F || 0x09...0x0D ~= octet || octet == escape
  }
}
