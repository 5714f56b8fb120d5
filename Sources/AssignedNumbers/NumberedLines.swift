/// A table in one string: lines of four upper-case hexadecimal digits, a space and a text, sorted by the number.
///
/// The string is a literal, so it lies in the program's read-only data and nothing is built from it at launch or on
/// first use: a look-up is a binary search over the UTF-8 bytes themselves.
struct NumberedLines {
  let string: String

  init(_ string: String) {
    self.string = string
  }

  /// The text on the line of a number; nil if no line has the number.
  func text(of number: UInt16) -> Substring? {
    let bytes = string.utf8.span
    // Both are always at the start of a line or at the end of the string.
    var low = 0
    var high = bytes.count
    while low < high {
      var start = (low + high) / 2
      while start > low, bytes[start - 1] != Self.newline {
        start -= 1
      }
      var end = start + Self.prefixLength
      while end < high, bytes[end] != Self.newline {
        end += 1
      }
      let found = Self.number(in: bytes, at: start)
      if found == number {
        return substring(from: start + Self.prefixLength, to: end)
      } else if found < number {
        low = min(end + 1, high)
      } else {
        high = start
      }
    }
    return nil
  }

  private static let newline = UInt8(ascii: "\n")
  private static let digits = 4
  private static let prefixLength = 5  // the digits and the space

  private static func number(in bytes: Span<UInt8>, at start: Int) -> UInt16 {
    var number: UInt16 = 0
    for offset in start..<start + digits {
      let digit = bytes[offset]
      let value = digit <= UInt8(ascii: "9") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "A") + 10
      number = number << 4 | UInt16(value)
    }
    return number
  }

  private func substring(from start: Int, to end: Int) -> Substring {
    let first = string.utf8.index(string.startIndex, offsetBy: start)
    return string[first..<string.utf8.index(first, offsetBy: end - start)]
  }
}
