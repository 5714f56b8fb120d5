/// Reads the octets of one payload from text that people copy: hex in every form that ``HexText`` reads, arrays of
/// source code and of logs in hex or decimal, Python's bytes, hex dumps with offsets and characters, base64, and tables
/// of length, type and value.
///
/// An ambiguous text is refused. A text of only blanks gives no octets.
public enum PastedOctets {
  /// The reason why a text is not a payload. Positions count characters from 1.
  public enum Problem: Error, Hashable, Sendable {
    /// Hex digits that do not form octets.
    case hex(HexText.Problem)
    /// A list such as `[16, 17]`, which can be hex or decimal.
    case hexOrDecimal
    /// An element that is not a number of one octet, where others are decimal or in C's notation.
    case element(String)
    /// Numbers below 0 and above 127 in one list.
    case mixedSigns
    /// More than one list in brackets or braces, with their number.
    case severalArrays(Int)
    /// A line of a hex dump, counting from 1, that does not continue where the line before ended.
    case dumpLine(Int)
    /// A UUID in its written form: 16 octets, and not a payload.
    case uuid
    /// A row of a table of structures, counting lines from 1, whose length does not count its octets.
    case tableRow(line: Int, length: Int, octets: Int)
  }

  /// Reads the octets of a text.
  public static func octets(of text: some StringProtocol) throws(Problem) -> [UInt8] {
    let ascii = Array(text.utf8)
    if isUUID(ascii) { throw .uuid }
    if let octets = try HexDump.octets(of: ascii) { return octets }
    if let octets = try StructureTable.octets(of: ascii) { return octets }
    let literals = PythonBytes.literals(in: ascii)
    if let octets = PythonBytes.joined(literals, in: ascii) { return octets }
    guard literals.count < 2 else { throw .severalArrays(literals.count) }
    let array = try SourceArray(ascii)
    if let octets = try array.octets, !array.isRemark(octets) { return octets }
    do throws(HexText.Problem) {
      return try HexText.octets(of: text)
    } catch {
      if array.isPart, let octets = try? HexText.octets(of: String(decoding: array.content, as: UTF8.self)),
        !array.isRemark(octets)
      {
        return octets
      }
      if let octets = Base64.octets(of: ascii) ?? shortHex(ascii) ?? octal(ascii) ?? dotted(ascii) { return octets }
      throw .hex(error)
    }
  }

  /// Returns octets that are octal escapes in quotes, alone or behind a name; at least one of them is an escape of a digit.
  private static func octal(_ text: [UInt8]) -> [UInt8]? {
    guard let quote = text.firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }),
      isName(text[..<quote]),
      zip(text, text.dropFirst()).contains(where: { $0 == UInt8(ascii: "\\") && 0x30...0x33 ~= $1 })
    else { return nil }
    let octets = EscapedText.octets(of: WrittenNumber.trimmed(text[quote...]))
    return octets?.isEmpty ?? true ? nil : octets
  }

  /// Returns pairs of hex digits with dots between them, alone or behind a name, as ESPHome prints them; the number of octets
  /// can follow: `Adv data: 02.01.06 (3)`.
  private static func dotted(_ text: [UInt8]) -> [UInt8]? {
    let start = text.lastIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }.map { $0 + 1 } ?? 0
    guard isName(text[..<start]) else { return nil }
    let words = text[start...].split { $0 <= 0x20 }
    guard 1...2 ~= words.count,
      case let pairs = words[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false),
      pairs.count > 2, pairs.allSatisfy({ $0.count == 2 }),
      let octets = HexDigits.octets(of: pairs.flatMap { $0 }[...])
    else { return nil }
    return words.count == 1 || words[1].elementsEqual("(\(octets.count))".utf8) ? octets : nil
  }

  /// Returns whether a text is nothing, or a name and the sign behind it, after the brackets in which a log has its source.
  private static func isName(_ text: ArraySlice<UInt8>) -> Bool {
    let text = WrittenNumber.trimmed(text)
    guard let last = text.last else { return true }
    return last == UInt8(ascii: ":") || last == UInt8(ascii: "=")
  }

  /// Returns octets without leading zeros that are the whole text, or all that stands behind a name and its sign.
  private static func shortHex(_ text: [UInt8]) -> [UInt8]? {
    guard let (place, octets) = ShortHex.octets(in: text) else { return nil }
    let (head, rest) = (
      WrittenNumber.trimmed(text[..<place.lowerBound]), WrittenNumber.trimmed(text[place.upperBound...])
    )
    return rest.isEmpty && (head.isEmpty || head.last == UInt8(ascii: ":") || head.last == UInt8(ascii: "="))
      ? octets : nil
  }

  /// Returns whether a text is a list in square brackets with decimal numbers, as Android's `getBytes()` is printed.
  package static func areListed(_ text: some StringProtocol) -> Bool {
    (try? SourceArray(Array(text.utf8)))?.isListOfDecimals ?? false
  }

  /// Returns whether a text is a hex dump with offsets and nothing else.
  package static func areDumped(_ text: some StringProtocol) -> Bool {
    (try? HexDump.octets(of: Array(text.utf8))) ?? nil != nil
  }

  /// Returns the octets of the numbers of a list when they are hex, as in `02, 01, 1a`: all have two digits, and one of them
  /// has a letter or a leading zero, which decimal numbers of two digits do not have. `nil` for any other list.
  ///
  /// - Parameter list: the numbers, with commas between them and without brackets.
  package static func octets(ofHexList list: ArraySlice<UInt8>) -> [UInt8]? {
    let elements = list.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(WrittenNumber.trimmed)
    guard elements.allSatisfy({ $0.count == 2 }), SourceArray.areHexPairs(elements) else { return nil }
    return HexDigits.octets(of: elements.flatMap { $0 }[...])
  }

  /// Returns whether a text is a 128-bit UUID and nothing else: groups of 8, 4, 4, 4 and 12 digits.
  package static func isUUID(_ text: [UInt8]) -> Bool {
    let text = WrittenNumber.trimmed(text[...])
    let groups = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map { $0.count } == [8, 4, 4, 4, 12]
      && groups.allSatisfy { $0.allSatisfy { HexDigits.value(of: $0) != nil } }
  }
}

extension PastedOctets.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .hex(.notHex(let position, let character)):
      "character \(position): expected a hex digit, found \(character)"
    case .hex(.oddDigits(let position)):
      "character \(position): expected two hex digits for each byte, found one"
    case .hexOrDecimal:
      "expected numbers that are hex or decimal, found a list that can be both: write 0x before each byte, or no commas"
    case .element(let text): "expected a list of bytes, found \(text)"
    case .mixedSigns: "expected numbers from -128 to 127 or from 0 to 255, found some below 0 and some above 127"
    case .severalArrays(let count): "expected one array, found \(count)"
    case .uuid: "expected the bytes of a payload, found a UUID, which is no payload: --service asks about one"
    case .tableRow(let line, let length, let octets):
      "line \(line): expected the length \(octets) of the type and the value, found \(length)"
    case .dumpLine(let line): "line \(line): expected a hex dump to go on where the line before ends"
    }
  }
}

/// A list of numbers in brackets, with the source code or log text around it.
private struct SourceArray {
  /// The text in the brackets, or all of the text.
  private(set) var content: [UInt8]
  /// The last opening bracket around the list; `nil` for a list without brackets.
  private let bracket: UInt8?
  private var isBracketed: Bool { bracket != nil }
  /// Whether there is other text around it.
  let isPart: Bool
  /// The text before the list, with its bracket, and the text behind it.
  private let before: ArraySlice<UInt8>
  private let behind: ArraySlice<UInt8>
  /// Whether the text is Cocoa's description of data, which has its length before the octets.
  private let isDescribed: Bool

  private static let maximumBrackets = 4
  private static let openings = Array("([{<".utf8)
  private static let closings = Array(")]}>".utf8)

  init(_ text: [UInt8]) throws(PastedOctets.Problem) {
    let source = Self.withoutComments(text)
    var content = Self.withoutNumbers(source[...])
    let isSource = content.contains { !Self.isHexOrSeparator($0) }
    isDescribed = Self.hasCocoaLength(content)
    if isSource {
      let assignments = Self.assignments(in: content)
      // Cocoa's description of data begins with its length.
      let arrays = assignments.count - (isDescribed ? 1 : 0)
      // A sentence has numbers behind such signs, and no lists.
      let hasLists = assignments.first.map { first in content[first...].contains { "{[<".utf8.contains($0) } } ?? false
      guard arrays <= 1 || !hasLists else { throw .severalArrays(arrays) }
      if let last = assignments.last, arrays <= 1 { content = content[(last + 1)...] }
    }
    var bracket: UInt8?
    for _ in 0..<Self.maximumBrackets {
      // `I (1234) GAP: 02 01 06` is not a list of 12 34.
      guard let group = Self.lastGroup(of: content), !Self.hasOctets(content[..<group.lowerBound]),
        !Self.hasOctets(content[group.upperBound...])
      else { break }
      bracket = content[group.lowerBound - 1]
      content = content[group]
    }
    before = source[..<content.startIndex]
    behind = source[content.endIndex...]
    // Node's name for it.
    let buffer = Array("Buffer ".utf8)
    self.content = Array(content.starts(with: buffer) ? content.dropFirst(buffer.count) : content)
    self.bracket = bracket
    isPart = content.count < text.count
  }

  /// Whether the text is a list in square brackets with numbers that can only be decimal.
  var isListOfDecimals: Bool {
    bracket == UInt8(ascii: "[")
      && content.split(separator: UInt8(ascii: ",")).contains { element in
        if case .decimal = WrittenNumber(element) { true } else { false }
      }
  }

  /// The octets of a list that is decimal or in C's notation; `nil` for a list that ``HexText`` reads.
  var octets: [UInt8]? {
    get throws(PastedOctets.Problem) {
      var elements = content.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(
        WrittenNumber.trimmed)
      // A comma after the last element.
      if elements.count > 1, elements.last?.isEmpty ?? false { elements.removeLast() }
      let numbers = elements.map { WrittenNumber($0) }
      let isNegative = numbers.contains { if case .decimal(let value) = $0 { value < 0 } else { false } }
      guard elements.count > 1 || isBracketed && isNegative else { return nil }
      if Self.areHex(numbers) { return nil }
      let isDecimal = numbers.contains { if case .decimal = $0 { true } else { false } }
      let isC = numbers.contains { if case .prefixed = $0 { true } else { false } }
      let hasUnclear = numbers.contains { if case .unclear = $0 { true } else { false } }
      if !isDecimal {
        // Hex without brackets: `16, 17`.
        guard hasUnclear || numbers.contains(.other) else { return isC ? try values(numbers, elements) : nil }
        if numbers.contains(.other) { return nil }
        guard isC || isBracketed else { return nil }
        throw .hexOrDecimal
      }
      return try values(numbers, elements)
    }
  }

  /// Returns whether all elements are pairs of hex digits, and one of them cannot be a decimal number.
  static func areHexPairs(_ elements: [ArraySlice<UInt8>]) -> Bool { areHex(elements.map { WrittenNumber($0) }) }

  private static func areHex(_ numbers: [WrittenNumber]) -> Bool {
    var isCertain = false
    for number in numbers {
      switch number {
      case .hex, .padded: isCertain = true
      case .unclear: continue
      case .decimal, .prefixed, .other: return false
      }
    }
    return isCertain
  }

  private func values(
    _ numbers: [WrittenNumber], _ elements: [ArraySlice<UInt8>]
  ) throws(PastedOctets.Problem) -> [UInt8] {
    var values: [Int] = []
    for (number, element) in zip(numbers, elements) {
      switch number {
      case .decimal(let value), .prefixed(let value), .unclear(let value), .padded(let value): values.append(value)
      case .hex, .other: throw .element(Self.shown(element))
      }
    }
    guard values.allSatisfy({ -128...255 ~= $0 }) else {
      let wrong = zip(values, elements).first { !(-128...255 ~= $0.0) }?.1 ?? []
      throw .element(Self.shown(wrong))
    }
    let isSigned = numbers.contains { if case .decimal(let value) = $0 { value < 0 } else { false } }
    let isLarge = numbers.contains { number in
      switch number {
      case .decimal(let value), .unclear(let value): value > 127
      default: false
      }
    }
    guard !isSigned || !isLarge else { throw .mixedSigns }
    return values.map { UInt8(truncatingIfNeeded: $0) }
  }

  /// Returns the beginning of an element, with `?` for every character that is not printable ASCII.
  private static func shown(_ element: ArraySlice<UInt8>) -> String {
    String(decoding: element.prefix(20).map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }

  // MARK: Around the list

  /// The fewest octets that a sentence has in brackets as bytes: more than an address, a time or a number has.
  private static let fewestInProse = 7
  /// The most octets of a number.
  private static let mostOfNumber = 4

  /// Returns whether octets are a number, a time or an address of a sentence, and not bytes that it shows: those of
  /// `I (1085) main: hello` and `[12:34:56] stopped`.
  func isRemark(_ octets: [UInt8]) -> Bool {
    guard !isDescribed else { return false }
    let areStructures = KnownStructures(octets[...]).count > 0
    let isList = WrittenNumber.trimmed(content[...]).contains { $0 == UInt8(ascii: ",") || $0 == 0x20 }
    guard let bracket else {
      // `heap=1085`.
      return !areStructures && !isList && octets.count <= Self.mostOfNumber && Self.hasWord(before)
    }
    let goesOn = Self.hasWord(behind)
    guard bracket != UInt8(ascii: "{"), !before.contains(UInt8(ascii: "=")), goesOn || Self.hasWord(before) else {
      return false
    }
    if content.contains(UInt8(ascii: ":")) {
      let isDate = content.contains(UInt8(ascii: "-"))
      return isDate || octets.count < Self.fewestInProse && (goesOn || !areStructures)
    }
    if areStructures || octets.count >= Self.fewestInProse { return false }
    guard !goesOn else { return true }
    let head = before.dropLast()
    let isCall = head.last.map { 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 } ?? false
    let isLabelled = WrittenNumber.trimmed(head).last == UInt8(ascii: ":")
    return !isCall && !(isLabelled && isList)
  }

  /// Returns whether a text has a word that is no hex.
  private static func hasWord(_ text: ArraySlice<UInt8>) -> Bool {
    text.split { !(0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") || $0 >= 0x80) }.contains {
      word in
      word.count > 1 && !(0x30...0x39 ~= word[word.startIndex]) && !word.allSatisfy { HexDigits.value(of: $0) != nil }
    }
  }

  /// Returns the signs that set a name to a value: not those of `>=`, `==` and `!=`, and not the last octet, which pads base64.
  private static func assignments(in text: ArraySlice<UInt8>) -> [Int] {
    let sign = UInt8(ascii: "=")
    return text.indices.filter { place in
      guard text[place] == sign, text.last != sign else { return false }
      let (before, next) = (place - 1, place + 1)
      return !(before >= text.startIndex && "<>=!".utf8.contains(text[before]))
        && !(next < text.endIndex && text[next] == sign)
    }
  }

  /// Returns the range inside the last outermost brackets.
  private static func lastGroup(of text: ArraySlice<UInt8>) -> Range<Int>? {
    var depth = 0
    var start = 0
    var found: Range<Int>?
    for index in text.indices {
      if openings.contains(text[index]) {
        if depth == 0 { start = index + 1 }
        depth += 1
      } else if closings.contains(text[index]) {
        depth -= 1
        if depth == 0, index > start { found = start..<index }
      }
      if depth < 0 { return nil }
    }
    // Brackets in elements are casts and calls.
    guard let found, !text[..<found.lowerBound].contains(UInt8(ascii: ",")),
      !text[found.upperBound...].contains(UInt8(ascii: ","))
    else { return nil }
    return found
  }

  /// Returns whether a word can be octets: an even number of hex digits, not all letters.
  private static func hasOctets(_ text: ArraySlice<UInt8>) -> Bool {
    let isDigit: (UInt8) -> Bool = { 0x30...0x39 ~= $0 }
    return text.split { !isDigit($0) && !(0x61...0x7A ~= $0 | 0x20) && $0 != UInt8(ascii: "_") }.contains { word in
      word.count % 2 == 0 && word.contains(where: isDigit) && word.allSatisfy { HexDigits.value(of: $0) != nil }
    }
  }

  private static func withoutComments(_ text: [UInt8]) -> [UInt8] {
    // A slash is also a digit of base64.
    text.contains(UInt8(ascii: "{")) || text.contains(UInt8(ascii: "[")) || text.contains(UInt8(ascii: ","))
      ? SourceComments.removed(from: text) : text
  }

  /// Returns the statements of a text that can have a list: not those that set a name to one number, such as the length
  /// of the list.
  private static func withoutNumbers(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let statements = text.split(separator: UInt8(ascii: ";"))
    guard statements.count > 1 else { return text }
    let lists = statements.filter { statement in
      guard let sign = statement.firstIndex(of: UInt8(ascii: "=")) else {
        return !WrittenNumber.trimmed(statement).isEmpty
      }
      return !WrittenNumber.trimmed(statement[(sign + 1)...]).allSatisfy {
        0x30...0x39 ~= $0 || $0 | 0x20 == UInt8(ascii: "x")
      }
    }
    return lists.count == 1 ? lists[0] : text
  }

  private static func hasCocoaLength(_ text: ArraySlice<UInt8>) -> Bool {
    Array(text.prefix(10)) == Array("{length = ".utf8)
  }

  private static func isHexOrSeparator(_ octet: UInt8) -> Bool {
    HexDigits.value(of: octet) != nil || octet == UInt8(ascii: "x") || octet == UInt8(ascii: "X")
      || octet < 0x80 && HexText.isSeparator(Character(UnicodeScalar(octet)))
  }
}

/// Bytes as Python prints them: `b'\x02\x01\x06\tabc'`, also in `bytearray(…)` and after a name.
package enum PythonBytes {
  /// Returns the literals of a text, each with its range. An incomplete literal, or one with an escape that Python does
  /// not print, has no octets.
  package static func literals(in text: [UInt8]) -> [(octets: [UInt8]?, place: Range<Int>)] {
    var literals: [(octets: [UInt8]?, place: Range<Int>)] = []
    var start = 0
    while start + 1 < text.count {
      let (mark, quote) = (text[start], text[start + 1])
      let isBehindWord =
        start > 0
        && (0x30...0x39 ~= text[start - 1] || 0x61...0x7A ~= text[start - 1] | 0x20 || text[start - 1] == 0x27
          || text[start - 1] == 0x5C)
      guard mark == UInt8(ascii: "b"), quote == 0x27 || quote == 0x22, !isBehindWord else {
        start += 1
        continue
      }
      var end = start + 2
      while end < text.count, text[end] != quote { end += text[end] == 0x5C ? 2 : 1 }
      end = min(end, text.count)
      let isWhole = end < text.count
      literals.append(
        (isWhole ? unescaped(text[(start + 2)..<end], quote: quote) : nil, start..<min(end + 1, text.count)))
      start = end + 1
    }
    return literals
  }

  /// Returns the octets of literals that follow each other as one value does: with nothing between them but blanks,
  /// comments, `+` and line ends.
  static func joined(_ literals: [(octets: [UInt8]?, place: Range<Int>)], in text: [UInt8]) -> [UInt8]? {
    guard var octets = literals.first?.octets else { return nil }
    for (one, next) in zip(literals, literals.dropFirst()) {
      guard let more = next.octets else { return nil }
      let between = SourceComments.removed(from: Array(text[one.place.upperBound..<next.place.lowerBound]))
      // Two in one line can be two payloads.
      guard between.contains(0x0A) || between.contains(UInt8(ascii: "+")),
        between.allSatisfy({ $0 == 0x20 || 0x09...0x0D ~= $0 || $0 == UInt8(ascii: "+") || $0 == 0x5C })
      else { return nil }
      octets += more
    }
    return octets
  }

  private static func unescaped(_ text: ArraySlice<UInt8>, quote: UInt8) -> [UInt8]? {
    var octets: [UInt8] = []
    var rest = text
    while let octet = rest.popFirst() {
      guard octet == UInt8(ascii: "\\") else {
        guard 0x20...0x7E ~= octet, octet != quote else { return nil }
        octets.append(octet)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "x"):
        guard let high = rest.popFirst().flatMap(HexDigits.value), let low = rest.popFirst().flatMap(HexDigits.value)
        else { return nil }
        octets.append(high << 4 | low)
      case UInt8(ascii: "t"): octets.append(0x09)
      case UInt8(ascii: "n"): octets.append(0x0A)
      case UInt8(ascii: "r"): octets.append(0x0D)
      case UInt8(ascii: "\\"): octets.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "'"): octets.append(UInt8(ascii: "'"))
      case UInt8(ascii: "\""): octets.append(UInt8(ascii: "\""))
      default: return nil
      }
    }
    return octets
  }
}

/// Base64 (RFC 4648, 4 and 5). Many words are base64 by chance, so the octets must be whole AD structures.
private enum Base64 {
  static func octets(of text: [UInt8]) -> [UInt8]? {
    let text = text.filter { $0 != 0x20 && !(0x09...0x0D ~= $0) }
    guard text.count >= 4, let octets = Base64Text.octets(of: text[...], orOfURLs: true) else { return nil }
    return isWhole(octets) ? octets : nil
  }

  private static func isWhole(_ octets: [UInt8]) -> Bool {
    var offset = 0
    while offset < octets.count, octets[offset] > 0 { offset += Int(octets[offset]) + 1 }
    return offset > 0 && offset <= octets.count && octets[offset...].allSatisfy { $0 == 0 }
  }
}
