internal import AdvertisingData

/// Firmware images in Intel HEX. They are called `.hex` as files of layouts are, and each line of them is hex too.
public enum IntelHex {
  /// Whether the first line with content is a record: a colon, then the number of data octets, an address, a type, data, and
  /// a checksum that makes the sum of all zero.
  public static func recognises(_ text: String) -> Bool {
    guard let line = text.split(whereSeparator: \.isNewline).first, line.first == ":",
      let octets = try? HexText.octets(of: line.dropFirst()), let count = octets.first,
      octets.count == Int(count) + 5
    else { return false }
    return octets.reduce(0) { $0 &+ $1 } == 0
  }
}
