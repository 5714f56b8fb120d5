/// A list of numbers in brackets, with the source code or log text around it.
struct SourceArray {
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
