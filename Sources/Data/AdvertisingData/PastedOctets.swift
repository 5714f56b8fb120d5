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
    if let quoted = withoutLoneQuote(ascii) { return try octets(of: String(decoding: quoted, as: UTF8.self)) }
    if isUUID(ascii) { throw .uuid }
    if let octets = try CommentedLines.octets(of: ascii) { return octets }
    if let octets = try HexDump.octets(of: ascii) { return octets }
    if let octets = behindLabel(ascii) { return octets }
    if let octets = try StructureTable.octets(of: ascii) { return octets }
    let literals = PythonBytes.literals(in: ascii)
    if let octets = PythonBytes.joined(literals, in: ascii) { return octets }
    // Rust writes characters of a list so: `[0x02, 0x09, b'A']`.
    if literals.count > 0, literals.allSatisfy({ $0.octets?.count == 1 }), let octets = try? SourceArray(ascii).octets {
      return octets
    }
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

  /// Returns a text without a quotation mark at its end whose partner was not copied: `2 1 6"`; `nil` for other texts.
  private static func withoutLoneQuote(_ text: [UInt8]) -> ArraySlice<UInt8>? {
    let trimmed = WrittenNumber.trimmed(text[...])
    guard trimmed.count > 1, let last = trimmed.last, last == UInt8(ascii: "\"") || last == UInt8(ascii: "'"),
      trimmed.firstIndex(of: last) == trimmed.endIndex - 1
    else { return nil }
    return trimmed.dropLast()
  }

  private static let fewestBehindLabel = 3

  /// Returns the octets behind the only `0x` of a text, which has a label before it that can have digits, too:
  /// `-0054: 0x020106`; `nil` for other texts.
  private static func behindLabel(_ text: [UInt8]) -> [UInt8]? {
    let places = zip(text.indices, text.dropFirst()).filter { text[$0] == UInt8(ascii: "0") && $1 | 0x20 == 0x78 }
    guard places.count == 1, let start = places.first?.0,
      let sign = text[..<start].last(where: { $0 > 0x20 }), sign == UInt8(ascii: ":") || sign == UInt8(ascii: "=")
    else { return nil }
    let octets = HexDigits.octets(of: WrittenNumber.trimmed(text[(start + 2)...]))
    return octets.flatMap { $0.count >= fewestBehindLabel ? $0 : nil }
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
  /// can follow: `Adv data: 02.01.06 (3)`. `nil` for several lines with such octets.
  private static func dotted(_ text: [UInt8]) -> [UInt8]? {
    let start = text.lastIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }.map { $0 + 1 } ?? 0
    // The last of several lines is not the text.
    guard isName(text[..<start]), !WrittenNumber.trimmed(text[..<start]).contains(0x0A) else { return nil }
    let words = text[start...].split { $0 <= 0x20 }
    guard 1...2 ~= words.count,
      case let pairs = words[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false),
      pairs.count > 2, pairs.allSatisfy({ $0.count == 2 }),
      let octets = HexDigits.octets(of: pairs.flatMap { $0 }[...])
    else { return nil }
    return words.count == 1 || words[1].elementsEqual("(\(octets.count))".utf8) ? octets : nil
  }

  /// Returns whether a text before octets is nothing, or ends with the sign behind a name.
  private static func isName(_ text: ArraySlice<UInt8>) -> Bool {
    let text = WrittenNumber.trimmed(text)
    guard let last = text.last else { return true }
    return last == UInt8(ascii: ":") || last == UInt8(ascii: "=")
  }

  /// Returns octets without leading zeros that are the whole text, or all that stands behind a name and its sign.
  private static func shortHex(_ text: [UInt8]) -> [UInt8]? {
    guard let (place, octets) = ShortHex.octets(in: text) else { return nil }
    let rest = WrittenNumber.trimmed(text[place.upperBound...])
    return rest.isEmpty && isName(text[..<place.lowerBound]) ? octets : nil
  }

  /// Returns whether a text is a list in square brackets with decimal numbers, as Android's `getBytes()` is printed.
  package static func areListed(_ text: some StringProtocol) -> Bool {
    (try? SourceArray(Array(text.utf8)))?.isListOfDecimals ?? false
  }

  /// Returns whether a text is a hex dump with offsets and nothing else.
  package static func areDumped(_ text: some StringProtocol) -> Bool {
    (try? HexDump.octets(of: Array(text.utf8))) ?? nil != nil
  }

  /// Returns whether a text is comments, with octets in several of them.
  package static func areCommented(_ text: some StringProtocol) -> Bool {
    do throws(Problem) { return try CommentedLines.octets(of: Array(text.utf8)) != nil } catch { return true }
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
