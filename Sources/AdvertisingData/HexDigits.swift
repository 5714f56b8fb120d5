/// Hex digits to numbers and back, for text forms of bytes, UUIDs and addresses.
enum HexDigits {
  /// The value of an ASCII hex digit of either case, `nil` for any other octet.
  static func value(of ascii: UInt8) -> UInt8? {
    switch ascii {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return ascii - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): return ascii - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): return ascii - UInt8(ascii: "A") + 10
    default: return nil
    }
  }

  /// The lowest `digits` hex digits of a number, lower case.
  static func text(_ number: UInt64, digits: Int) -> String {
    let alphabet = Array("0123456789abcdef".utf8)
    let ascii = (0..<digits).reversed().map { alphabet[Int(number >> (4 * $0) & 0xF)] }
    return String(decoding: ascii, as: UTF8.self)
  }
}
