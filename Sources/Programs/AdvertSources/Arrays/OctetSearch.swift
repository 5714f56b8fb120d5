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
/// Constants of stacks and of the file are numbers too. A list with any other element is left out: what it has is not known. In
/// braces, a constant of another file is an octet that is not known.
struct OctetSearch {
  /// Octets that stand together.
  struct Found {
    /// The place in the text, brackets and quotes included.
    var place: Range<Int>
    var octets: [UInt8] = []
    /// The place of each octet.
    var places: [Range<Int>] = []
    /// The octets that are not known, with the reasons.
    var unknown: [Int: SourceObstacle] = [:]
    /// Whether the octets are those of a string with escapes, so that characters that follow it are octets too.
    var isEscaped = false
    /// The place in the text where octets continue or begin that are not read, so that these are only a part; `nil` for all.
    var cut: Int?
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
    let text = Self.compiled(text)
    code = text
    takeStrings(of: text)
    takeLists(of: text)
    found.sort { $0.place.lowerBound < $1.place.lowerBound }
    joinSums()
    found.removeAll { $0.octets.count < Self.fewest }
  }

  /// Returns a text with blanks for the lines between `#if 0` and the line that ends them.
  private static func compiled(_ text: [UInt8]) -> [UInt8] {
    var text = text
    var depth = 0
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      let line = text[start..<end].drop { $0 == 0x20 || $0 == 0x09 }
      if line.first == UInt8(ascii: "#") {
        let words = line.dropFirst().split { $0 <= 0x20 }.prefix(3).map { String(decoding: $0, as: UTF8.self) }
        if depth == 0 {
          // A sentence of a comment can begin with these words.
          depth = words.prefix(2) == ["if", "0"] && words.last.map { $0 == "0" || $0.hasPrefix("/") } ?? false ? 1 : 0
        } else if words.first?.hasPrefix("if") ?? false {
          depth += 1
        } else if words.first == "endif" || depth == 1 && ["else", "elif"].contains(words.first) {
          depth -= 1
        }
      } else if depth > 0 {
        for index in start..<end { text[index] = 0x20 }
      }
      start = end + 1
    }
    return text
  }

  // MARK: Strings and comments

  /// Takes strings, and blanks comments and strings. Characters in quotes stay: they are elements of lists.
  private mutating func takeStrings(of text: [UInt8]) {
    var index = 0
    while index < text.count {
      if let end = SourceComments.end(in: text, at: index) {
        blank(index..<end)
        index = end
      } else if let literal = Literal(in: text, at: index) {
        index = literal.place.upperBound
        guard !literal.isCharacter else {
          code[literal.content.lowerBound] = Self.character
          continue
        }
        blank(literal.content)
        take(literal, of: text)
      } else {
        index += 1
      }
    }
  }

  /// Takes the octets of a string. Strings with nothing but blanks or a sign for joining between them are one.
  private mutating func take(_ literal: Literal, of text: [UInt8]) {
    let isNext =
      found.last.map { last in
        code[last.place.upperBound..<literal.start].allSatisfy { $0 <= 0x20 || $0 == 0x2B || $0 == 0x5C }
      } ?? false
    let isEscaped = isNext && found[found.count - 1].isEscaped
    guard let octets = literal.octets(in: text, areEscaped: isEscaped) else {
      if isNext { found[found.count - 1].cut = literal.start }
      return
    }
    if !isNext { found.append(Found(place: literal.place, isEscaped: literal.isEscaped(in: text))) }
    let last = found.count - 1
    guard found[last].octets.count + octets.count <= Self.most else {
      found[last].cut = literal.start
      return
    }
    found[last].place = found[last].place.lowerBound..<literal.place.upperBound
    found[last].octets += octets.map { $0.octet }
    found[last].places += octets.map { $0.place }
  }

  private mutating func blank(_ range: Range<Int>) {
    for index in range where code[index] != 0x0A { code[index] = 0x20 }
  }

  // MARK: Sums

  /// Joins lists and strings with a plus between them, and notes where a plus has something else beside it.
  private mutating func joinSums() {
    var joined: [Found] = []
    for next in found {
      guard let last = joined.last, let sign = sign(after: last.place.upperBound), sign < next.place.lowerBound,
        isSummand(last.place), isSummand(next.place), isMaker(code[(sign + 1)..<next.place.lowerBound]),
        last.octets.count + next.octets.count <= Self.most
      else {
        joined.append(next)
        continue
      }
      var sum = last
      for (offset, obstacle) in next.unknown { sum.unknown[last.octets.count + offset] = obstacle }
      sum.place = last.place.lowerBound..<next.place.upperBound
      sum.octets += next.octets
      sum.places += next.places
      sum.cut = last.cut ?? next.cut
      joined[joined.count - 1] = sum
    }
    for index in joined.indices where joined[index].cut == nil {
      let place = joined[index].place
      joined[index].cut = sign(after: place.upperBound) ?? sign(before: place.lowerBound)
    }
    found = joined
  }

  /// Returns whether brackets are a list, and no index and no arguments of any function.
  private func isSummand(_ place: Range<Int>) -> Bool {
    let before = code[..<place.lowerBound]
    switch code[place.lowerBound] {
    case UInt8(ascii: "("):
      return before.suffix(2).elementsEqual("Of".utf8) || before.suffix(3).elementsEqual(".of".utf8)
    case UInt8(ascii: "["):
      return before.last.map { !$0.isWordPart && $0 != UInt8(ascii: ")") && $0 != UInt8(ascii: "]") } ?? true
    default: return true
    }
  }

  /// Returns the place of the plus that adds something to octets; `nil` without one.
  private func sign(after place: Int) -> Int? {
    var index = place
    while index < min(place + Self.nearby, code.count), code[index] <= 0x20 || code[index] == UInt8(ascii: ")") {
      index += 1
    }
    guard index + 1 < code.count, code[index] == Self.plus, code[index + 1] != Self.plus,
      code[index + 1] != UInt8(ascii: "=")
    else { return nil }
    // A line of a change begins with the sign.
    return code[place..<index].contains(0x0A) && !code[place..<index].contains(0x20) ? nil : index
  }

  /// Returns the place of the plus before octets; `nil` without one.
  private func sign(before place: Int) -> Int? {
    let start = max(place - Self.nearby, 0)
    guard let sign = code[start..<place].lastIndex(of: Self.plus), isMaker(code[(sign + 1)..<place]),
      sign > start, code[sign - 1] != Self.plus, code[sign - 1] != 0x0A
    else { return nil }
    return sign
  }

  /// Returns whether a text before octets is blanks, or a function that makes octets of them: `list(`, `Data(`.
  private func isMaker(_ text: ArraySlice<UInt8>) -> Bool {
    let text = WrittenNumber.trimmed(text)
    guard text.count < Self.nearby, let last = text.last else { return text.isEmpty }
    return text.elementsEqual("b".utf8)
      || (last == UInt8(ascii: "(") || text.suffix(2).elementsEqual("(b".utf8))
        && text.allSatisfy { $0 <= 0x20 || $0.isWordPart || "([].".utf8.contains($0) }
  }

  /// Returns the names that an operator or a method adds octets to, with the place of the first.
  func additions() -> [String: Int] {
    var names: [String: Int] = [:]
    for index in code.indices where code[index] == Self.plus || code[index] == UInt8(ascii: ".") {
      let rest = code[index...]
      guard rest.starts(with: [Self.plus, UInt8(ascii: "=")]) || Self.adders.contains(where: { rest.starts(with: $0) })
      else { continue }
      let before = WrittenNumber.trimmed(code[max(index - Self.nearby, 0)..<index])
      let name = String(decoding: before.suffix(before.reversed().prefix { $0.isWordPart }.count), as: UTF8.self)
      if !name.isEmpty, names[name] == nil { names[name] = index }
    }
    return names
  }

  /// Calls that add octets to a list, in Python, Swift, Kotlin, JavaScript, Rust and Dart.
  private static let adders = [
    ".extend(", ".append(", ".push(", ".concat(", ".addAll(", ".add(", ".extend_from_slice(",
  ].map { Array($0.utf8) }

  /// The most characters beside octets that are examined for a sign.
  private static let nearby = 64
  private static let plus = UInt8(ascii: "+")

  // MARK: Lists

  /// Takes the brackets whose elements are all octets.
  private mutating func takeLists(of text: [UInt8]) {
    blankCasts()
    var constants = ListConstants(code)
    var open: [Int] = []
    for index in code.indices {
      switch code[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(index)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard let start = open.popLast(), let list = list(in: start..<index + 1, of: text, &constants) else { continue }
        found.append(list)
      default: continue
      }
    }
  }

  private mutating func blankCasts() {
    for index in code.indices where code[index] == UInt8(ascii: "(") || ". ".utf8.contains(code[index]) {
      if let cast = WrittenNumber.casts.first(where: { code[index...].starts(with: $0) }) {
        blank(index..<index + cast.count)
      }
    }
  }

  /// Returns the octets between brackets; `nil` when an element is none.
  private func list(in place: Range<Int>, of text: [UInt8], _ constants: inout ListConstants) -> Found? {
    var list = Found(place: place)
    let isInBraces = code[place.lowerBound] == UInt8(ascii: "{")
    let end = place.upperBound - 1
    var start = place.lowerBound + 1
    var index = start
    var depth = 0
    while index <= end {
      switch code[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")") where index < end: depth -= 1
      case UInt8(ascii: "["), UInt8(ascii: "{"): return nil
      default: break
      }
      guard depth < Self.deepest else { return nil }
      guard index == end || depth == 0 && code[index] == UInt8(ascii: ",") else {
        index += 1
        continue
      }
      let element = trimmed(start..<index)
      start = index + 1
      index += 1
      // A comma can follow the last element.
      if element.isEmpty, index > end, !list.octets.isEmpty { break }
      var octets: [UInt8] = []
      if let octet = WrittenNumber(text[element]).octet {
        octets = [octet]
      } else {
        // A payload begins with a length.
        guard !list.octets.isEmpty else { return nil }
        // The path before a name of Rust or C++ is no part of it.
        let colons = code[element].lastIndex(of: UInt8(ascii: ":"))
        switch constants.value(of: code[element][(colons.map { $0 + 1 } ?? element.lowerBound)...]) {
        case .octets(let all): octets = all
        case .undefined(let obstacle) where isInBraces:
          list.unknown[list.octets.count] = obstacle
          octets = [0]
        default: return nil
        }
      }
      guard list.octets.count + octets.count <= Self.most else { return nil }
      list.octets += octets
      list.places += repeatElement(element, count: octets.count)
    }
    return list.octets.count >= Self.fewest || isSummand(place) && !list.octets.isEmpty ? list : nil
  }

  /// The deepest brackets in an element: of a cast and a macro.
  private static let deepest = 4

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = range.first, code[first] <= 0x20 { range = range.dropFirst() }
    while let last = range.last, code[last] <= 0x20 { range = range.dropLast() }
    return range
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

    /// Whether the characters of the string are octets.
    func isEscaped(in text: [UInt8]) -> Bool { text[content].contains(0x5C) || isBytes }

    /// Returns the octets of hex digits or of escapes; `nil` for any other string.
    ///
    /// - Parameter areEscaped: whether the characters are octets in any case.
    func octets(in text: [UInt8], areEscaped: Bool) -> [(octet: UInt8, place: Range<Int>)]? {
      areEscaped || isEscaped(in: text) ? escaped(text[content]) : hex(text[content])
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
        let digits = content[(index + 1)...].prefix(3).prefix { 0x30...0x37 ~= $0 }
        if !digits.isEmpty, case let value = digits.reduce(0, { $0 << 3 | Int($1 & 7) }), value < 256 {
          octets.append((UInt8(value), index..<digits.endIndex))
          index = digits.endIndex
          continue
        }
        guard let sign, let octet = Self.escapes[sign] else { return nil }
        octets.append((octet, index..<index + 2))
        index += 2
      }
      return octets
    }

    private static let escapes: [UInt8: UInt8] = [
      UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, 0x5C: 0x5C, 0x27: 0x27, 0x22: 0x22,
    ]
  }
}
