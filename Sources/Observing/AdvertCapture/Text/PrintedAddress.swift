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
