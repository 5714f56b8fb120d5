/// Octets in quotes with escapes as in C, as text forms of Protocol Buffers print them: `"\002\001\006"`.
package enum EscapedText {
  /// Reads a text between its quotes; `nil` for any other text, and for escapes in hex.
  package static func octets(of text: ArraySlice<UInt8>) -> [UInt8]? {
    guard let quote = text.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), text.last == quote,
      text.count > 1
    else { return nil }
    var octets: [UInt8] = []
    var rest = text.dropFirst().dropLast()
    while let octet = rest.popFirst() {
      guard octet == UInt8(ascii: "\\") else {
        octets.append(octet)
        continue
      }
      guard let first = rest.popFirst() else { return nil }
      switch first {
      case UInt8(ascii: "0")...UInt8(ascii: "3"):
        let digits = rest.prefix(2)
        guard digits.count == 2, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "7") ~= $0 }) else { return nil }
        octets.append(digits.reduce(first - UInt8(ascii: "0")) { $0 << 3 | ($1 - UInt8(ascii: "0")) })
        rest = rest.dropFirst(2)
      case UInt8(ascii: "n"): octets.append(0x0A)
      case UInt8(ascii: "r"): octets.append(0x0D)
      case UInt8(ascii: "t"): octets.append(0x09)
      case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): octets.append(first)
      default: return nil
      }
    }
    return octets
  }
}
