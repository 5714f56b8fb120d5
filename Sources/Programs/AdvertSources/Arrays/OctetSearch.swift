internal import AdvertReading
internal import AdvertisingData

/// The octets that a source text has in lists and in strings, in any language that writes them as C, Python, Java or Rust do.
///
/// ```
/// static const uint8_t adv_data[] = {0x02, 0x01, 0x06};
/// ADV = bytes([0x02, 0x01, 0x06])
/// val adv = byteArrayOf(2, 1, 0xAA.toByte())
/// adv = b'\x02\x01\x06' + b'\x03\x03\x0d\x18'
/// const adv = Buffer.from('02010603030d18', 'hex');
/// ```
///
/// A list with an element that is no number of one octet, such as a constant, is left out: what it has is not known.
struct OctetSearch {
  /// Octets that stand together.
  struct Found {
    /// The place in the text, brackets and quotes included.
    var place: Range<Int>
    var octets: [UInt8] = []
    /// The place of each octet.
    var places: [Range<Int>] = []
  }

  /// All that are found, in their order.
  private(set) var found: [Found] = []
  /// The text with blanks for comments and for what is inside of strings, and a mark for each character in quotes.
  private(set) var code: [UInt8]

  /// The longest text that is searched.
  static let longestText = 1 << 20
  /// The fewest octets that count: two structures, or one with a value of some length.
  private static let fewest = 3
  private static let most = WrittenPayload.maximumOctets
  private static let character = UInt8(ascii: "_")

  init(_ text: [UInt8]) {
    code = text
    guard text.count <= Self.longestText else { return }
    takeStrings(of: text)
    takeLists(of: text)
    found.sort { $0.place.lowerBound < $1.place.lowerBound }
  }

  // MARK: Strings and comments

  /// Takes strings, and blanks comments and strings. Characters in quotes stay: they are elements of lists.
  private mutating func takeStrings(of text: [UInt8]) {
    var index = 0
    while index < text.count {
      if let end = Self.endOfComment(in: text, at: index) {
        blank(index..<end)
        index = end
      } else if let literal = Literal(in: text, at: index) {
        index = literal.place.upperBound
        guard !literal.isCharacter else {
          code[literal.content.lowerBound] = Self.character
          continue
        }
        blank(literal.content)
        guard let octets = literal.octets(in: text) else { continue }
        take(octets, of: literal)
      } else {
        index += 1
      }
    }
    found.removeAll { $0.octets.count < Self.fewest }
  }

  /// Takes the octets of a string. Strings with nothing but blanks or a sign for joining between them are one.
  private mutating func take(_ octets: [(octet: UInt8, place: Range<Int>)], of literal: Literal) {
    let isNext =
      found.last.map { last in
        code[last.place.upperBound..<literal.start].allSatisfy { $0 <= 0x20 || $0 == 0x2B || $0 == 0x5C }
      } ?? false
    if !isNext { found.append(Found(place: literal.place)) }
    let last = found.count - 1
    guard found[last].octets.count + octets.count <= Self.most else { return }
    found[last].place = found[last].place.lowerBound..<literal.place.upperBound
    found[last].octets += octets.map { $0.octet }
    found[last].places += octets.map { $0.place }
  }

  private mutating func blank(_ range: Range<Int>) {
    for index in range where code[index] != 0x0A { code[index] = 0x20 }
  }

  /// Returns the end of a comment of C, or of Python and shells, that begins at an index; `nil` when none does.
  private static func endOfComment(in text: [UInt8], at index: Int) -> Int? {
    func octet(_ ahead: Int) -> UInt8 { index + ahead < text.count ? text[index + ahead] : 0 }
    let isLine: Bool
    if octet(0) == UInt8(ascii: "/"), octet(1) == UInt8(ascii: "*") {
      var end = index + 2
      while end + 1 < text.count, !(text[end] == UInt8(ascii: "*") && text[end + 1] == UInt8(ascii: "/")) { end += 1 }
      return min(end + 2, text.count)
    } else if octet(0) == UInt8(ascii: "#") {
      // `#define` has octets, and `#[derive]` is an attribute of Rust.
      let isBehindBlank = index == 0 || text[index - 1] <= 0x20 || text[index - 1] == UInt8(ascii: ",")
      isLine =
        isBehindBlank && octet(1) != UInt8(ascii: "[")
        && !text[(index + 1)...].prefix(8).elementsEqual("define ".utf8 + [octet(8)])
    } else {
      isLine = octet(0) == UInt8(ascii: "/") && octet(1) == UInt8(ascii: "/")
    }
    return isLine ? text[index...].firstIndex(of: 0x0A) ?? text.count : nil
  }

  // MARK: Lists

  /// Takes the innermost brackets whose elements are all octets.
  private mutating func takeLists(of text: [UInt8]) {
    blankCasts()
    // The last opening bracket, while it has no other inside.
    var open: Int?
    for index in code.indices {
      switch code[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open = index
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let start = open, var list = list(in: start + 1..<index, of: text) {
          list.place = start..<index + 1
          found.append(list)
        }
        open = nil
      default: continue
      }
    }
  }

  private static let casts = [
    "(byte)", "(uint8_t)", "(int8_t)", "(char)", "(unsigned char)", "(Byte)", "(sbyte)", ".toByte()",
  ]
  .map { Array($0.utf8) }

  private mutating func blankCasts() {
    for index in code.indices where code[index] == UInt8(ascii: "(") || code[index] == UInt8(ascii: ".") {
      if let cast = Self.casts.first(where: { code[index...].starts(with: $0) }) { blank(index..<index + cast.count) }
    }
  }

  /// Returns the octets between brackets; `nil` when an element is none.
  private func list(in range: Range<Int>, of text: [UInt8]) -> Found? {
    var list = Found(place: range)
    var start = range.lowerBound
    var index = start
    while index <= range.upperBound {
      guard index == range.upperBound || code[index] == UInt8(ascii: ",") else {
        index += 1
        continue
      }
      let element = trimmed(start..<index)
      start = index + 1
      index += 1
      // A comma can follow the last element.
      if element.isEmpty, index > range.upperBound, !list.octets.isEmpty { break }
      guard list.octets.count < Self.most, let octet = octet(element, of: text) else { return nil }
      list.octets.append(octet)
      list.places.append(element)
    }
    return list.octets.count < Self.fewest ? nil : list
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = range.first, code[first] <= 0x20 { range = range.dropFirst() }
    while let last = range.last, code[last] <= 0x20 { range = range.dropLast() }
    return range
  }

  /// Returns the value of an element: a number in hex or decimal, or a character.
  private func octet(_ element: Range<Int>, of text: [UInt8]) -> UInt8? {
    var digits = code[element]
    if digits.first == UInt8(ascii: "b"), digits.dropFirst().first == UInt8(ascii: "'") { digits = digits.dropFirst() }
    if digits.count == 3, digits.first == UInt8(ascii: "'"), digits.last == UInt8(ascii: "'") {
      return text[digits.startIndex + 1]
    }
    if digits.starts(with: [0x30, 0x78]) || digits.starts(with: [0x30, 0x58]) {
      digits = digits.dropFirst(2)
      let suffix = digits.drop { HexDigits.value(of: $0) != nil }
      digits = digits[..<suffix.startIndex]
      guard 1...2 ~= digits.count,
        suffix.isEmpty || suffix.elementsEqual("u8".utf8) || suffix.allSatisfy({ $0 | 0x20 == UInt8(ascii: "u") })
      else { return nil }
      return digits.reduce(0) { $0 << 4 | (HexDigits.value(of: $1) ?? 0) }
    }
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    guard 1...3 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return isNegative ? (value <= 128 ? UInt8(truncatingIfNeeded: -value) : nil) : UInt8(exactly: value)
  }
}

extension OctetSearch {
  /// A string, or a character in quotes, on one line.
  private struct Literal {
    /// With the quotes.
    let place: Range<Int>
    let content: Range<Int>
    /// Whether the literal is a character in single quotes, an element of a list.
    let isCharacter: Bool
    /// Whether `b` is before the quote, as before bytes of Python and Rust.
    private let isBytes: Bool
    /// The place of the first quote, or of the `b` before it.
    var start: Int { isBytes ? place.lowerBound - 1 : place.lowerBound }

    init?(in text: [UInt8], at start: Int) {
      let quote = text[start]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
      var end = start + 1
      while end < text.count, text[end] != quote {
        guard text[end] != 0x0A else { return nil }
        end += text[end] == 0x5C ? 2 : 1
      }
      guard end < text.count else { return nil }
      content = start + 1..<end
      isBytes = start > 0 && text[start - 1] == UInt8(ascii: "b")
      isCharacter = quote == UInt8(ascii: "'") && content.count == 1
      place = start..<end + 1
    }

    /// Returns the octets of hex digits or of escapes; `nil` for any other string.
    func octets(in text: [UInt8]) -> [(octet: UInt8, place: Range<Int>)]? {
      let content = text[content]
      return content.contains(0x5C) || isBytes ? escaped(content) : hex(content)
    }

    private func hex(_ content: ArraySlice<UInt8>) -> [(octet: UInt8, place: Range<Int>)]? {
      var digits = content.indices.filter { content[$0] > 0x20 }[...]
      if content.starts(with: [0x30, 0x78]) { digits = digits.dropFirst(2) }
      guard digits.count.isMultiple(of: 2), digits.allSatisfy({ HexDigits.value(of: content[$0]) != nil }) else {
        return nil
      }
      return stride(from: digits.startIndex, to: digits.endIndex, by: 2).map { index in
        let (high, low) = (digits[index], digits[index + 1])
        return (HexDigits.value(of: content[high])! << 4 | HexDigits.value(of: content[low])!, high..<low + 1)
      }
    }

    private func escaped(_ content: ArraySlice<UInt8>) -> [(octet: UInt8, place: Range<Int>)]? {
      var octets: [(octet: UInt8, place: Range<Int>)] = []
      var index = content.startIndex
      while index < content.endIndex {
        guard content[index] == 0x5C else {
          guard 0x20...0x7E ~= content[index] else { return nil }
          octets.append((content[index], index..<index + 1))
          index += 1
          continue
        }
        let (sign, rest) = (content[(index + 1)...].first, content[index...].dropFirst(2))
        if sign == UInt8(ascii: "x") {
          let digits = rest.prefix { HexDigits.value(of: $0) != nil }
          // In C, digits that follow belong to the escape.
          guard digits.count >= 2, isBytes || digits.count == 2 else { return nil }
          octets.append((digits.prefix(2).reduce(0) { $0 << 4 | (HexDigits.value(of: $1) ?? 0) }, index..<index + 4))
          index += 4
          continue
        }
        guard let sign, let octet = Self.escapes[sign], sign != 0x30 || !(rest.first.map { 0x30...0x39 ~= $0 } ?? false)
        else { return nil }
        octets.append((octet, index..<index + 2))
        index += 2
      }
      return octets
    }

    private static let escapes: [UInt8: UInt8] = [
      UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "0"): 0, 0x5C: 0x5C, 0x27: 0x27,
      0x22: 0x22,
    ]
  }
}
