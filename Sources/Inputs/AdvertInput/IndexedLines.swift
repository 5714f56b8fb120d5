internal import AdvertisingData

/// Octets that a program shows with an index before each, in a line each, as Node-RED shows a buffer:
///
/// ```
/// manufacturerData: buffer[26]raw
/// [0 … 9]
/// 0: 0x4c
/// 1: 0x0
/// ```
enum IndexedLines {
  private static let fewestOctets = 3

  /// Returns the name of the only such buffer in a text with its octets in hex; `nil` for other texts, and for a buffer that
  /// was cut.
  static func hex(in text: String) -> String? {
    var octets: [UInt8] = []
    var name = ""
    var label: String.SubSequence = ""
    for line in text.split(whereSeparator: { $0.isNewline }) {
      let line = line.drop { $0 == " " || $0 == "\t" }
      guard let row = row(line) else {
        if !line.hasPrefix("[") { label = line }
        continue
      }
      guard row.index == octets.count else { return nil }
      if row.index == 0 { name = String(label) }
      octets.append(row.octet)
    }
    guard octets.count >= fewestOctets else { return nil }
    let parts = name.split(separator: ":", maxSplits: 1)
    // `buffer[26]` counts the octets.
    let count = parts.last.flatMap { $0.split(separator: "[").dropFirst().first }.flatMap {
      Int($0.prefix { $0 != "]" })
    }
    guard count ?? octets.count == octets.count else { return nil }
    return (parts.count > 1 ? "\(parts[0]): " : "") + HexText.compact(octets)
  }

  /// Returns the index and the octet of a line: `12: 0x4c`, `12: 76`; `nil` for other lines.
  private static func row(_ line: Substring) -> (index: Int, octet: UInt8)? {
    let parts = line.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), index >= 0 else { return nil }
    let value = parts[1].split { $0 == " " || $0 == "," }
    guard value.count == 1 else { return nil }
    let octet = value[0].hasPrefix("0x") ? UInt8(value[0].dropFirst(2), radix: 16) : UInt8(value[0])
    return octet.map { (index, $0) }
  }
}
