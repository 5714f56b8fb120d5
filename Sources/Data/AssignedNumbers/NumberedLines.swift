/// A table in one string: lines of four upper-case hexadecimal digits, a space and a text, sorted by the number.
///
/// The string is a literal, so it is in the program's read-only data, and nothing is built from it at launch or on
/// first use: a look-up is a binary search in the UTF-8 bytes.
struct NumberedLines {
  let string: String

  init(_ string: String) {
    self.string = string
  }

  /// Returns the text on the line of a number; nil if no line has the number.
  func text(of number: UInt16) -> Substring? {
    guard let start = place(of: number) else { return nil }
    return substring(from: start, to: Self.end(in: string.utf8.span, from: start))
  }

  /// Whether a line has a number.
  func hasLine(of number: UInt16) -> Bool { place(of: number) != nil }

  /// Returns where the text on the line of a number begins; nil if no line has the number.
  private func place(of number: UInt16) -> Int? {
    let bytes = string.utf8.span
    // The start of the first line, or the text of a line with a smaller number.
    var low = 0
    // The start of a line with a larger number, or the end of the string.
    var high = bytes.count
    while low < high {
      let middle = (low + high) / 2
      var start = middle
      while start > low, bytes[start - 1] != Self.newline { start -= 1 }
      if start == low, low > 0 {
        // The position is inside the line of `low`.
        start = Self.end(in: bytes, from: middle) + 1
        guard start < high else { return nil }
      }
      let found = Self.number(in: bytes, at: start)
      if found == number {
        return start + Self.prefixLength
      } else if found < number {
        low = start + Self.prefixLength
      } else {
        high = start
      }
    }
    return nil
  }

  /// Returns the end of the line of a position.
  private static func end(in bytes: Span<UInt8>, from position: Int) -> Int {
    var end = position
    while end < bytes.count, bytes[end] != newline { end += 1 }
    return end
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
