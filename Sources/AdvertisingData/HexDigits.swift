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
    var text: [UInt8] = []
    text.reserveCapacity(digits)
    for digit in (0..<digits).reversed() { text.append(ascii(UInt8(number >> (4 * digit) & 0xF))) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The digit of a number below 16, lower case.
  static func ascii(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + (digit - 10)
  }

  /// The digit of a number below 16, upper case.
  static func upperCaseASCII(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + (digit - 10)
  }
}
