/// A number of one octet as source code and logs write it in a list.
package enum WrittenNumber: Equatable {
  /// A number with a sign, or one digit, or three digits.
  case decimal(Int)
  /// `0x0f`, or a character in quotes.
  case prefixed(Int)
  /// Two digits from 10 to 99: hex or decimal.
  case unclear(Int)
  /// `07`: the same in hex and decimal.
  case padded(Int)
  /// Pairs of hex digits with at least one letter, or more than one pair.
  case hex
  case other

  /// Reads an element of a list, with or without a cast, such as Java's `(byte)` and Kotlin's `.toByte()`, and the ending of
  /// a type, such as `0x02U` and `2u8`.
  package init(_ element: ArraySlice<UInt8>) {
    var element = Self.withoutCast(element)
    if element.count == 4, element.starts(with: [UInt8(ascii: "b"), 0x27]) { element = element.dropFirst() }
    if element.count == 3, element.first == 0x27, element.last == 0x27 {
      self = .prefixed(Int(element[element.startIndex + 1]))
    } else if element.starts(with: [0x30, 0x78]) || element.starts(with: [0x30, 0x58]) {
      let digits = Self.withoutEnding(element.dropFirst(2))
      let isOctet = 1...2 ~= digits.count && digits.allSatisfy { HexDigits.value(of: $0) != nil }
      self = isOctet ? .prefixed(digits.reduce(0) { $0 << 4 | Int(HexDigits.value(of: $1) ?? 0) }) : .other
    } else {
      let isSigned = element.first == UInt8(ascii: "-") || element.first == UInt8(ascii: "+")
      let digits = Self.withoutEnding(isSigned ? element.dropFirst() : element)
      if 1...3 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) {
        let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        if digits.count == 2, element.count == 2 {
          self = digits.first == 0x30 ? .padded(value) : .unclear(value)
        } else {
          self = .decimal(element.first == UInt8(ascii: "-") ? -value : value)
        }
      } else {
        let isHex = element.count % 2 == 0 && element.allSatisfy { HexDigits.value(of: $0) != nil }
        self = isHex && !element.isEmpty ? .hex : .other
      }
    }
  }

  /// The octet in a language in which a number without a prefix is decimal; `nil` for any other number.
  package var octet: UInt8? {
    switch self {
    case .decimal(let value), .prefixed(let value), .unclear(let value), .padded(let value):
      -128...255 ~= value ? UInt8(truncatingIfNeeded: value) : nil
    case .hex, .other: nil
    }
  }

  /// The casts to a type of eight bits.
  package static let casts = [
    "(byte)", "(uint8_t)", "(int8_t)", "(char)", "(unsigned char)", "(Byte)", "(sbyte)", "(u8)", ".toByte()",
    ".toUByte()", " as u8",
  ].map { Array($0.utf8) }

  private static func withoutCast(_ element: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let element = trimmed(element)
    for cast in casts where element.count > cast.count {
      if element.starts(with: cast) { return trimmed(element.dropFirst(cast.count)) }
      if cast.first != UInt8(ascii: "("), element.suffix(cast.count).elementsEqual(cast) {
        return trimmed(element.dropLast(cast.count))
      }
    }
    return element
  }

  /// Returns digits without `u8` of Rust, and without the letters of C for types.
  private static func withoutEnding(_ digits: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if digits.count > 2, digits.suffix(2).elementsEqual("u8".utf8) { return digits.dropLast(2) }
    var digits = digits
    while digits.count > 1, let last = digits.last, last | 0x20 == UInt8(ascii: "u") || last | 0x20 == UInt8(ascii: "l")
    {
      digits = digits.dropLast()
    }
    return digits
  }

  /// Returns a text without blanks around it.
  package static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || 0x09...0x0D ~= $0 }
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text = text.dropLast() }
    return text
  }
}

/// Comments of source code.
package enum SourceComments {
  /// Returns the end of a comment of C, Python, Lua or a shell that begins at an index; `nil` when none does.
  package static func end(in text: [UInt8], at index: Int) -> Int? {
    func octet(_ ahead: Int) -> UInt8 { index + ahead < text.count ? text[index + ahead] : 0 }
    let isLine: Bool
    switch octet(0) {
    case UInt8(ascii: "/"):
      if octet(1) == UInt8(ascii: "*") {
        var end = index + 2
        while end + 1 < text.count, !(text[end] == UInt8(ascii: "*") && text[end + 1] == UInt8(ascii: "/")) { end += 1 }
        return min(end + 2, text.count)
      }
      isLine = octet(1) == UInt8(ascii: "/")
    case UInt8(ascii: "#"):
      // `#define` has octets, and `#[derive]` is an attribute of Rust.
      isLine =
        isBehindBlank(text, index) && octet(1) != UInt8(ascii: "[")
        && !text[(index + 1)...].starts(with: Array("define ".utf8))
    case UInt8(ascii: "-"): isLine = octet(1) == UInt8(ascii: "-") && isBehindBlank(text, index)
    default: return nil
    }
    return isLine ? text[index...].firstIndex(of: 0x0A) ?? text.count : nil
  }

  private static func isBehindBlank(_ text: [UInt8], _ index: Int) -> Bool {
    index == 0 || text[index - 1] <= 0x20 || text[index - 1] == UInt8(ascii: ",")
  }

  /// Returns a text without comments. Line ends stay.
  static func removed(from text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      if let end = end(in: text, at: index) {
        result += text[index..<end].filter { $0 == 0x0A }
        index = end
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }
}
