internal import AdvertisingData

/// Firmware images in Intel HEX. Their extension is `.hex`, like that of files of layouts, and each of their lines is
/// hex too.
package enum IntelHex {
  /// Returns whether the first line with content is a record: a colon, then the number of data octets, an address, a
  /// type, data, and a checksum that makes the sum of all zero.
  package static func recognises(_ text: String) -> Bool {
    guard let line = text.split(whereSeparator: { $0.isNewline }).first, line.first == ":",
      let octets = try? HexText.octets(of: line.dropFirst()), let count = octets.first,
      octets.count == Int(count) + 5
    else { return false }
    return octets.reduce(0) { $0 &+ $1 } == 0
  }
}
