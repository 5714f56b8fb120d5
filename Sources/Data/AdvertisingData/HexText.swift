/// Bytes in hex: reads the forms of people and tools, and writes one form.
///
/// It reads a string copied from a phone app, a C array or a log unchanged: spaces, commas, colons, hyphens, line
/// breaks, brackets of all kinds, `0x` or `\\x` before each octet or once before all, upper or lower case.
public enum HexText {
  /// The reason why a text is not hex. `position` counts characters from 1.
  public enum Problem: Error, Hashable, Sendable {
    /// A character that is not a hex digit or a separator.
    case notHex(position: Int, character: Character)
    /// A run of digits that does not divide into octets, such as `0x123`.
    case oddDigits(position: Int)
  }

  /// Reads the octets of a text. An empty text, or one of separators only, gives no octets.
  public static func octets(of text: some StringProtocol) throws(Problem) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(text.utf8.count / 2)
    try forEachOctet(of: text) { octet, _ in octets.append(octet) }
    return octets
  }

  /// Reads the octets of a text, each with the position of the first of its two digits, which counts characters from 1.
  public static func placedOctets(
    of text: some StringProtocol
  ) throws(Problem) -> [(octet: UInt8, position: Int)] {
    var octets: [(octet: UInt8, position: Int)] = []
    try forEachOctet(of: text) { octets.append((octet: $0, position: $1)) }
    return octets
  }

  /// Returns the position of the first digit of an octet, which counts characters from 1; `nil` in a text with fewer octets.
  package static func position(ofOctet index: Int, in text: some StringProtocol) throws(Problem) -> Int? {
    var (count, found): (Int, Int?) = (0, nil)
    try forEachOctet(of: text) { _, position in
      if count == index { found = position }
      count += 1
    }
    return found
  }

  private static func forEachOctet(of text: some StringProtocol, _ take: (UInt8, Int) -> Void) throws(Problem) {
    var pending: UInt8?
    var pendingPosition = 0
    var position = 0
    var previous: Character?
    for character in text {
      position += 1
      defer { previous = character }
      if let ascii = character.asciiValue, let digit = HexDigits.value(of: ascii) {
        if let high = pending {
          take(high << 4 | digit, pendingPosition)
          pending = nil
        } else {
          pending = digit
          pendingPosition = position
        }
      } else if character == "x" || character == "X" {
        // The zero before it was the prefix of "0x", not a digit; a backslash makes it the escape of a C string.
        guard pending == 0 && previous == "0" || pending == nil && previous == "\\" else {
          throw .notHex(position: position, character: character)
        }
        pending = nil
      } else {
        guard isSeparator(character) else { throw .notHex(position: position, character: character) }
        guard pending == nil else { throw .oddDigits(position: pendingPosition) }
      }
    }
    guard pending == nil else { throw .oddDigits(position: pendingPosition) }
  }

  /// Lower-case hex without separators, the form of every machine-readable output.
  public static func compact(_ octets: some Sequence<UInt8>) -> String {
    text(of: octets, separator: nil)
  }

  /// Lower-case hex with a space between octets, for people.
  public static func spaced(_ octets: some Sequence<UInt8>) -> String {
    text(of: octets, separator: UInt8(ascii: " "))
  }

  /// Upper-case hex with a colon between octets, as addresses are printed: `F0:F1:F2:F3:F4:F5`.
  public static func address(_ octets: some Sequence<UInt8>) -> String {
    var ascii: [UInt8] = []
    for octet in octets {
      if !ascii.isEmpty { ascii.append(UInt8(ascii: ":")) }
      ascii.append(HexDigits.upperCaseASCII(octet >> 4))
      ascii.append(HexDigits.upperCaseASCII(octet & 0xF))
    }
    return String(decoding: ascii, as: UTF8.self)
  }

  private static func text(of octets: some Sequence<UInt8>, separator: UInt8?) -> String {
    // Copied once: otherwise each octet would need a call.
    let octets = Array(octets)
    var ascii: [UInt8] = []
    ascii.reserveCapacity(octets.count * (separator == nil ? 2 : 3))
    for octet in octets {
      if let separator, !ascii.isEmpty { ascii.append(separator) }
      ascii.append(HexDigits.ascii(octet >> 4))
      ascii.append(HexDigits.ascii(octet & 0xF))
    }
    return String(decoding: ascii, as: UTF8.self)
  }

  static func isSeparator(_ character: Character) -> Bool {
    switch character {
    case " ", "\t", "\n", "\r", "\r\n", ",", ":", ";", "-", "_", "{", "}", "[", "]", "(", ")", "<", ">", "\"", "'",
      "\\":
      true
    default: false
    }
  }
}

/// Hex digits to numbers and back, for text forms of bytes, UUIDs and addresses.
package enum HexDigits {
  /// Returns the value of an ASCII hex digit of either case; `nil` for any other octet.
  package static func value(of ascii: UInt8) -> UInt8? {
    switch ascii {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return ascii - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): return ascii - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): return ascii - UInt8(ascii: "A") + 10
    default: return nil
    }
  }

  /// Returns the octets of hex digits without separators; `nil` for other characters, or an odd number of digits.
  package static func octets(of digits: ArraySlice<UInt8>) -> [UInt8]? {
    guard digits.count % 2 == 0 else { return nil }
    var octets: [UInt8] = []
    var high: UInt8?
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      if let first = high {
        octets.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return octets
  }

  /// The lowest `digits` hex digits of a number, lower case.
  package static func text(_ number: UInt64, digits: Int) -> String {
    var text: [UInt8] = []
    guard digits > 0 else { return "" }
    text.append(addingCapacity: digits) { added in
      for digit in 0..<digits {
        added.append(ascii(UInt8(truncatingIfNeeded: number >> (4 * (digits - 1 - digit))) & 0xF))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns a number with the digits of as many octets as it is sent in: `0x03c1`.
  package static func number(_ number: some BinaryInteger, octets: Int) -> String {
    "0x" + text(UInt64(truncatingIfNeeded: number), digits: 2 * octets)
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
