internal import AdvertisingData

/// Reads values that programs print, from left to right.
struct ValueText {
  private(set) var rest: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) { rest = text }

  /// The most elements of a list or map. Longer ones do not belong to a device.
  private static let maximumElements = 4096

  /// Takes a mark if it is next.
  mutating func take(_ mark: String) -> Bool {
    let octets = Self.octets(of: mark)
    guard rest.starts(with: octets) else { return false }
    rest = rest.dropFirst(octets.count)
    return true
  }

  /// Takes octets, at most as many as there are.
  mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }

  /// Takes and returns the text before the next mark, and takes the mark too; returns `nil` and takes nothing when the
  /// mark does not come.
  mutating func text(before mark: String) -> ArraySlice<UInt8>? {
    guard let place = Self.place(of: Self.octets(of: mark), in: rest) else { return nil }
    let text = rest[..<place]
    rest = rest[(place + Self.octets(of: mark).count)...]
    return text
  }

  /// Returns the first place of a mark.
  static func place(of mark: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    var place = text.startIndex
    while place + mark.count <= text.endIndex {
      if text[place] == mark[0], text[place...].starts(with: mark) { return place }
      place += 1
    }
    return nil
  }

  /// Returns the text behind the first of a mark; `nil` without it.
  static func text(behind mark: [UInt8], in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    place(of: mark, in: text).map { text[($0 + mark.count)...] }
  }

  static func lastPlace(of mark: String, in text: ArraySlice<UInt8>) -> Int? {
    let mark = octets(of: mark)
    var place = text.endIndex - mark.count
    while place >= text.startIndex {
      if text[place] == mark[0], text[place...].starts(with: mark) { return place }
      place -= 1
    }
    return nil
  }

  /// Returns the text in brackets at the end, as in `Battery Service (0000180f-…)` and `0xffffffc4 (-60)`.
  static func inBrackets(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard text.last == UInt8(ascii: ")"), let start = text.lastIndex(of: UInt8(ascii: "(")) else { return nil }
    return text[(start + 1)...].dropLast()
  }

  static func octets(of mark: String) -> [UInt8] { Array(mark.utf8) }

  /// Takes a decimal number with at most ten digits.
  mutating func number() -> Int? {
    var digits = rest
    let isNegative = digits.first == ASCII.hyphen
    if isNegative { digits = digits.dropFirst() }
    // Ten digits have no room in an `Int` of 32 bits.
    var value: Int64 = 0
    var count = 0
    while let octet = digits.first, ASCII.isDigit(octet), count < 10 {
      value = value * 10 + Int64(octet - UInt8(ascii: "0"))
      count += 1
      digits = digits.dropFirst()
    }
    guard count > 0 else { return nil }
    rest = digits
    return Int(clamping: isNegative ? -value : value)
  }

  /// Takes a list or map with `, ` between its elements, each of which `element` reads.
  mutating func elements(
    from start: String, to end: String, _ element: (inout ValueText) -> Bool
  ) -> Bool {
    guard take(start) else { return false }
    if take(end) { return true }
    for _ in 0..<Self.maximumElements {
      guard element(&self) else { return false }
      if take(end) { return true }
      guard take(", ") else { return false }
    }
    return false
  }

  /// Takes octets as numbers in brackets, with or without a sign.
  mutating func octets() -> [UInt8]? {
    var octets: [UInt8] = []
    let isWhole = elements(from: "[", to: "]") { text in
      guard let number = text.number(), -128...255 ~= number else { return false }
      octets.append(UInt8(truncatingIfNeeded: number))
      return true
    }
    return isWhole ? octets : nil
  }

  /// Takes a UUID of any length.
  mutating func uuid() -> BluetoothUUID? {
    let digits = rest.prefix { HexDigits.value(of: $0) != nil || $0 == ASCII.hyphen }
    guard let uuid = BluetoothUUID(text: String(decoding: digits, as: UTF8.self)) else { return nil }
    rest = rest.dropFirst(digits.count)
    return uuid
  }

  // MARK: Python

  /// Takes bytes as Python prints them.
  mutating func pythonBytes() -> [UInt8]? {
    guard rest.first == UInt8(ascii: "b") else { return nil }
    let octets = Array(rest)
    guard let first = PythonBytes.literals(in: octets).first, first.place.lowerBound == 0, let bytes = first.octets
    else { return nil }
    rest = rest.dropFirst(first.place.upperBound)
    return bytes
  }

  /// Takes a string as Python prints it.
  mutating func pythonString() -> String? {
    guard let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { return nil }
    var text = rest.dropFirst()
    var octets: [UInt8] = []
    while let octet = text.popFirst() {
      if octet == quote {
        rest = text
        return String(decoding: octets, as: UTF8.self)
      }
      guard octet == ASCII.backslash else {
        octets.append(octet)
        continue
      }
      guard let escaped = text.popFirst() else { return nil }
      switch escaped {
      case UInt8(ascii: "n"): octets.append(0x0A)
      case UInt8(ascii: "r"): octets.append(0x0D)
      case UInt8(ascii: "t"): octets.append(0x09)
      case UInt8(ascii: "x"), UInt8(ascii: "u"), UInt8(ascii: "U"):
        let digits = text.prefix(escaped == UInt8(ascii: "x") ? 2 : escaped == UInt8(ascii: "u") ? 4 : 8)
        var value: UInt32 = 0
        for digit in digits {
          guard let number = HexDigits.value(of: digit) else { return nil }
          value = value << 4 | UInt32(number)
        }
        guard let scalar = Unicode.Scalar(value) else { return nil }
        octets += Array(String(Character(scalar)).utf8)
        text = text.dropFirst(digits.count)
      default: octets.append(escaped)
      }
    }
    return nil
  }
}
