internal import AdvertisingData

/// A number with `0x` before it.
struct HexNumber {
  let value: UInt64
  /// The number of octets of its digits; an odd digit counts as one more.
  let octets: Int

  /// Reads the digits; `nil` for any other text, and for text after the digits.
  init?(_ text: ArraySlice<UInt8>) {
    let digits = text.dropFirst(2)
    guard text.starts(with: "0x".utf8), 1...16 ~= digits.count else { return nil }
    var value: UInt64 = 0
    for digit in digits {
      guard let number = HexDigits.value(of: digit) else { return nil }
      value = value << 4 | UInt64(number)
    }
    self.value = value
    octets = (digits.count + 1) / 2
  }

  /// Returns the number in brackets at the end, as in `Active (0x01)`.
  static func inBrackets(_ text: ArraySlice<UInt8>) -> HexNumber? {
    ValueText.inBrackets(text).flatMap { HexNumber($0) }
  }
}

/// A number without a sign, in decimal.
enum DecimalDigits {
  /// Returns the number; `nil` for any other text, and for more than nine digits.
  static func value(of text: ArraySlice<UInt8>) -> Int? {
    guard 1...9 ~= text.count, text.allSatisfy({ ASCII.isDigit($0) }) else { return nil }
    return text.reduce(0) { $0 * 10 + Int($1 - ASCII.zero) }
  }

  /// Returns the same with a sign, which may be a minus.
  static func signed(_ text: ArraySlice<UInt8>) -> Int? {
    text.first == ASCII.hyphen ? value(of: text.dropFirst()).map { -$0 } : value(of: text)
  }
}

extension BtmonDetail {
  /// Returns the value of a field in its number of octets, the lowest first: an address, a number in brackets, a number
  /// in hex, or one in decimal. `nil` for a line without a value.
  func octets(width: Int) -> [UInt8]? {
    guard let colon = text.firstIndex(of: ASCII.colon) else { return nil }
    let value = text[(colon + 1)...].drop { $0 == ASCII.space }
    if width == Self.addressWidth { return PrintedAddress.octets(in: value) }
    guard let number = number(in: value) else { return nil }
    guard number >> UInt64(8 * width) == 0 || number >> UInt64(8 * width - 1) == UInt64.max >> UInt64(8 * width - 1)
    else {
      return nil
    }
    return OctetOrder.littleEndian.octets(of: number, count: width)
  }

  static let addressWidth = 6

  /// Whether the line is a field with a value of some kind.
  var hasValue: Bool {
    guard let colon = text.firstIndex(of: ASCII.colon), !text.starts(with: "Entry ".utf8) else { return false }
    let value = text[(colon + 1)...].drop { $0 == ASCII.space }
    return PrintedAddress.octets(in: value) != nil || number(in: value) != nil
  }

  private func number(in value: ArraySlice<UInt8>) -> UInt64? {
    let first = value.prefix { $0 != ASCII.space }
    return HexNumber.inBrackets(value)?.value ?? HexNumber(first)?.value
      ?? DecimalDigits.signed(first).map { UInt64(bitPattern: Int64($0)) }
  }

  /// The octets of a line of a hex dump: up to sixteen, and their characters far after them. `nil` for any other line.
  var dumpedOctets: [UInt8]? {
    var octets: [UInt8] = []
    var rest = text
    while octets.count < 16, rest.count >= 2, let octet = HexDigits.octets(of: rest.prefix(2))?.first,
      rest.count == 2 || rest[rest.startIndex + 2] == ASCII.space
    {
      octets.append(octet)
      rest = rest.dropFirst(3)
      // Two more blanks end the octets.
      if rest.first == ASCII.space { break }
    }
    // At most sixteen characters, with blanks to their end.
    let characters = rest.drop { $0 == ASCII.space }
    return octets.isEmpty || characters.count > 16 || !characters.isEmpty && rest.first != ASCII.space ? nil : octets
  }

  /// Returns the octets in hex after a label with their number, `Data[3]: 0102ab`, or without it, `Data: 0102ab`.
  func hexField(_ label: String) -> [UInt8]? {
    guard let rest = value(label) else { return nil }
    guard let colon = rest.firstIndex(of: ASCII.colon) else { return nil }
    let count = rest[..<colon]
    guard count.isEmpty || count.first == UInt8(ascii: "[") && count.last == UInt8(ascii: "]") else { return nil }
    let digits = rest[(colon + 1)...].drop { $0 == ASCII.space }
    guard let octets = HexDigits.octets(of: digits) else { return nil }
    if !count.isEmpty {
      guard DecimalDigits.value(of: count.dropFirst().dropLast()) == octets.count else { return nil }
    }
    return octets
  }
}
