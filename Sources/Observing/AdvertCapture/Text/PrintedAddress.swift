internal import AdvertisingData

/// An address as programs print it, `A4:C1:38:EC:0B:03`, the most significant octet first. A blank ends it.
enum PrintedAddress {
  /// The number of characters.
  static let length = 17

  /// Returns the octets in the order sent, the last of the text first; `nil` for any other text.
  static func octets(in text: ArraySlice<UInt8>) -> [UInt8]? {
    let word = text.prefix { $0 != ASCII.space }
    guard word.count == length else { return nil }
    let parts = word.split(separator: ASCII.colon, omittingEmptySubsequences: false)
    let octets = parts.compactMap { $0.count == 2 ? HexDigits.octets(of: $0)?.first : nil }
    return octets.count == 6 && parts.count == 6 ? octets.reversed() : nil
  }

  /// Returns the address as a number; `nil` for any other text.
  static func bits(in text: ArraySlice<UInt8>) -> UInt64? {
    octets(in: text).map { OctetOrder.littleEndian.number(of: $0[...]) }
  }
}

/// An address that a person hid before publishing a log: `<mac>`, `XX:XX:XX:XX:XX:XX`, `A4:C1:38:**:**:**`.
enum HiddenAddress {
  /// Returns the place where such a word begins at the end of a text, before blanks; `nil` for any other text.
  static func start(atEndOf text: ArraySlice<UInt8>) -> Int? {
    let end = text.lastIndex { $0 != ASCII.space }.map { $0 + 1 } ?? text.startIndex
    let word = text[..<end].reversed().prefix { $0 != ASCII.space }
    let start = end - word.count
    guard word.count > 2 else { return nil }
    if text[start] == UInt8(ascii: "<"), text[end - 1] == UInt8(ascii: ">") { return start }
    let parts = text[start..<end].split(separator: ASCII.colon, omittingEmptySubsequences: false)
    let isHidden = parts.contains { part in part.allSatisfy { hiding.contains($0) } }
    return parts.count == 6 && isHidden && parts.allSatisfy { $0.count == 2 } ? start : nil
  }

  private static let hiding = Array("xX*#?".utf8)
}
