/// The digits of base64 (RFC 4648, 4), and the two digits that replace others in its form for URLs and file names (5).
package enum Base64Digit {
  /// Returns the six bits of a digit; `nil` for other characters.
  package static func value(of digit: UInt8, orOfURLs: Bool = false) -> UInt8? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    case UInt8(ascii: "-") where orOfURLs: 62
    case UInt8(ascii: "_") where orOfURLs: 63
    default: nil
    }
  }
}

/// Octets written as base64 (RFC 4648, 4 and 5).
package enum Base64Text {
  /// Reads base64 with or without padding; `nil` for any other text, and when left-over bits are not zero. An empty
  /// text gives no octets.
  ///
  /// - Parameter isURL: whether to accept the digits of URLs too.
  package static func octets(of text: ArraySlice<UInt8>, orOfURLs isURL: Bool = false) -> [UInt8]? {
    var digits = text
    while digits.last == UInt8(ascii: "=") { digits = digits.dropLast() }
    let padding = text.count - digits.count
    guard padding <= 2, digits.count % 4 != 1, padding == 0 || text.count % 4 == 0 else { return nil }
    var octets: [UInt8] = []
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for digit in digits {
      guard let value = Base64Digit.value(of: digit, orOfURLs: isURL) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        octets.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return bits & (1 << count - 1) == 0 ? octets : nil
  }
}
