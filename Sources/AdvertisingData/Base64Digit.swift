/// The digits of base64 (RFC 4648, 4), and the two that its form for addresses and file names has instead (5).
package enum Base64Digit {
  /// The six bits of a digit; `nil` for other characters.
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
