/// AD structures as programs for Zephyr write them: `BT_DATA_BYTES(type, …)` and `BT_DATA(type, data, length)` with constants.
///
/// ```
/// BT_DATA_BYTES(BT_DATA_FLAGS, (BT_LE_AD_GENERAL | BT_LE_AD_NO_BREDR)),
/// BT_DATA_BYTES(BT_DATA_UUID16_ALL, BT_UUID_16_ENCODE(BT_UUID_HRS_VAL)),
/// BT_DATA(BT_DATA_NAME_COMPLETE, "Helmet", 6),
/// ```
///
/// It accepts names of Zephyr, and names that a `#define` of the same text makes a constant. It refuses all others:
/// code that the text does not show decides their value.
///
/// Source: Zephyr, `include/zephyr/bluetooth/bluetooth.h`, `gap.h` and `uuid.h`.
struct ZephyrInitialisers {
  private var definitions: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] = []

  /// The most definitions that may lead to each other.
  private static let deepest = 8
  /// The most octets, above any that people paste.
  private static let longest = 1 << 14

  /// Reads the structures of a text; `nil` for one without any.
  static func octets(of text: [UInt8]) throws(PastedOctets.Problem) -> [UInt8]? {
    guard place(of: "BT_DATA_BYTES(", in: text[...]) != nil || place(of: "BT_DATA(", in: text[...]) != nil else {
      return nil
    }
    guard text.count <= longest else { throw .source("a text of \(text.count) bytes, which is too long") }
    var initialisers = ZephyrInitialisers()
    let code = try initialisers.takeDirectives(of: withoutComments(text))
    return try initialisers.structures(of: code)
  }

  /// Takes definitions out of the text, and returns the other lines.
  private mutating func takeDirectives(of text: [UInt8]) throws(PastedOctets.Problem) -> [UInt8] {
    var code: [UInt8] = []
    for line in text.split(separator: 0x0A) {
      let line = Self.trimmed(line)
      guard line.first == UInt8(ascii: "#") else {
        code += line + [0x20]
        continue
      }
      let directive = Self.trimmed(line.dropFirst())
      if let rest = Self.rest(of: directive, behind: "define ") {
        let rest = Self.trimmed(rest)
        let name = rest.prefix { Self.isIdentifier($0) }
        // A definition with arguments is not a constant.
        guard !name.isEmpty, rest.dropFirst(name.count).first != UInt8(ascii: "(") else { continue }
        guard !definitions.contains(where: { $0.name.elementsEqual(name) }) else {
          throw .source("a second definition of " + Self.shown(name))
        }
        definitions.append((name, Self.trimmed(rest.dropFirst(name.count))))
      } else if Self.rest(of: directive, behind: "include") == nil, Self.rest(of: directive, behind: "pragma") == nil {
        throw .source("#" + Self.shown(directive.prefix { $0 != 0x20 }) + ", so other code decides what is sent")
      }
    }
    return code
  }

  private func structures(of code: [UInt8]) throws(PastedOctets.Problem) -> [UInt8] {
    var octets: [UInt8] = []
    var rest = code[...]
    var arrays = 0
    var isFirst = true
    while let place = Self.place(of: "BT_DATA", in: rest) {
      let head = rest[..<place]
      // Only an opening brace or a comma may come before an element; a brace begins another list.
      if isFirst || head.contains(UInt8(ascii: "{")) { arrays += 1 }
      guard isFirst || head.contains(UInt8(ascii: "{")) || Self.trimmed(head).elementsEqual(",".utf8) else {
        throw .source(Self.shown(Self.trimmed(head)) + " between two elements")
      }
      isFirst = false
      rest = rest[place...]
      let isBytes = Self.rest(of: rest, behind: "BT_DATA_BYTES") != nil
      let behind = Self.trimmedFront(rest.dropFirst(isBytes ? 13 : 7))
      guard behind.first == UInt8(ascii: "("), let end = Self.closing(in: behind) else {
        throw .source(Self.shown(rest.prefix(24)))
      }
      let arguments = Self.arguments(of: behind[(behind.startIndex + 1)..<end])
      octets += try isBytes ? bytes(arguments) : data(arguments)
      rest = behind[(end + 1)...]
    }
    guard arrays <= 1 else { throw .severalArrays(arrays) }
    if let next = Self.trimmed(rest).first(where: { $0 != UInt8(ascii: ",") && $0 != 0x20 }),
      next != UInt8(ascii: "}"), next != UInt8(ascii: ";")
    {
      throw .source(Self.shown(Self.trimmed(rest).prefix(24)) + " behind the last element")
    }
    return octets
  }

  private func bytes(_ arguments: [ArraySlice<UInt8>]) throws(PastedOctets.Problem) -> [UInt8] {
    guard let first = arguments.first else { throw .source("BT_DATA_BYTES without a type") }
    var value: [UInt8] = []
    for argument in arguments.dropFirst() { value += try octets(of: argument, depth: 0) }
    return try structure(try type(first), value)
  }

  private func data(_ arguments: [ArraySlice<UInt8>]) throws(PastedOctets.Problem) -> [UInt8] {
    guard arguments.count == 3 else { throw .source("BT_DATA with \(arguments.count) arguments") }
    guard let text = literal(arguments[1]) else {
      throw .source(Self.shown(arguments[1]) + ", which is no text in quotes")
    }
    let count: Int
    if let inner = Self.rest(of: withoutBrackets(arguments[2]), behind: "sizeof") {
      // `sizeof(NAME) - 1`: without the zero at its end.
      guard let end = Self.closing(in: inner), let size = literal(inner[(inner.startIndex + 1)..<end])?.count else {
        throw .source(Self.shown(arguments[2]))
      }
      let less = Self.trimmed(inner[(end + 1)...])
      guard less.first == UInt8(ascii: "-"), try number(less.dropFirst(), depth: 0) == 1 else {
        throw .source("a length that counts the zero behind the text: " + Self.shown(arguments[2]))
      }
      count = size
    } else {
      count = try number(arguments[2], depth: 0)
    }
    guard 0...text.count ~= count else { throw .source("a length of \(count) for a text of \(text.count) bytes") }
    return try structure(try type(arguments[0]), Array(text.prefix(count)))
  }

  private func structure(_ type: UInt8, _ value: [UInt8]) throws(PastedOctets.Problem) -> [UInt8] {
    guard value.count < 255 else { throw .source("a structure of \(value.count + 1) bytes") }
    return [UInt8(value.count + 1), type] + value
  }

  private func type(_ argument: ArraySlice<UInt8>) throws(PastedOctets.Problem) -> UInt8 {
    let value = try number(argument, depth: 0)
    guard let type = UInt8(exactly: value) else { throw .source("a type of \(value)") }
    return type
  }

  // MARK: Constants

  /// Returns one octet, or those of a UUID or of a number in little-endian order.
  private func octets(of argument: ArraySlice<UInt8>, depth: Int) throws(PastedOctets.Problem) -> [UInt8] {
    for (name, width) in [
      ("BT_UUID_16_ENCODE", 2), ("BT_UUID_32_ENCODE", 4), ("BT_BYTES_LIST_LE16", 2), ("BT_BYTES_LIST_LE32", 4),
    ] {
      guard let inner = call(name, argument) else { continue }
      let value = try number(inner, depth: depth)
      guard value >> (8 * width) == 0 else { throw .source(Self.shown(inner) + ", which has more than \(width) bytes") }
      return (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    if let inner = call("BT_UUID_128_ENCODE", argument) {
      let parts = Self.arguments(of: inner)
      let widths = [4, 2, 2, 2, 6]
      guard parts.count == widths.count else { throw .source("BT_UUID_128_ENCODE with \(parts.count) arguments") }
      var octets: [UInt8] = []
      for (part, width) in zip(parts, widths) {
        let value = try number(part, depth: depth)
        guard value >> (8 * width) == 0 else {
          throw .source(Self.shown(part) + ", which has more than \(width) bytes")
        }
        octets += (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
      return octets.reversed()
    }
    let name = Self.trimmed(argument)
    if depth < Self.deepest, let definition = definitions.first(where: { $0.name.elementsEqual(name) }) {
      let parts = Self.arguments(of: definition.value)
      var octets: [UInt8] = []
      for part in parts { octets += try self.octets(of: part, depth: depth + 1) }
      return octets
    }
    let value = try number(argument, depth: depth)
    guard let octet = UInt8(exactly: value) else { throw .source(Self.shown(argument) + ", which is no byte") }
    return [octet]
  }

  /// Returns a number, a named one, or several with `|` between them.
  private func number(_ argument: ArraySlice<UInt8>, depth: Int) throws(PastedOctets.Problem) -> Int {
    let parts = withoutBrackets(argument).split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    guard parts.count > 1 else { return try term(withoutBrackets(argument), depth: depth) }
    var value = 0
    for part in parts { value |= try number(part, depth: depth) }
    return value
  }

  private func term(_ text: ArraySlice<UInt8>, depth: Int) throws(PastedOctets.Problem) -> Int {
    if let octets = literalNumber(text) { return octets }
    if text.count == 3, text.first == UInt8(ascii: "'"), text.last == UInt8(ascii: "'") {
      return Int(text[text.startIndex + 1])
    }
    for (name, value) in Self.names where text.elementsEqual(name.utf8) { return value }
    guard depth < Self.deepest, let definition = definitions.first(where: { $0.name.elementsEqual(text) }) else {
      throw .source(Self.shown(text) + ", which the text does not define")
    }
    return try number(definition.value, depth: depth + 1)
  }

  /// Returns a decimal number, or hex after `0x`, with at most twelve digits.
  private func literalNumber(_ text: ArraySlice<UInt8>) -> Int? {
    var digits = text
    while let last = digits.last, last | 0x20 == UInt8(ascii: "u") || last | 0x20 == UInt8(ascii: "l") {
      digits = digits.dropLast()
    }
    let isHex =
      digits.count > 2 && digits.first == UInt8(ascii: "0") && digits[digits.startIndex + 1] | 0x20 == UInt8(ascii: "x")
    if isHex { digits = digits.dropFirst(2) }
    guard 1...12 ~= digits.count else { return nil }
    // An octal number would be misread as decimal.
    if !isHex, digits.count > 1, digits.first == UInt8(ascii: "0") { return nil }
    var value = 0
    for digit in digits {
      guard let number = HexDigits.value(of: digit), isHex || number < 10 else { return nil }
      value = value * (isHex ? 16 : 10) + Int(number)
    }
    return value
  }

  /// Returns the octets of a text in quotes, or of a name that is defined as one; `nil` for any other text, and for one
  /// with escapes.
  private func literal(_ argument: ArraySlice<UInt8>) -> [UInt8]? {
    var text = Self.trimmed(argument)
    for _ in 0..<Self.deepest {
      guard let definition = definitions.first(where: { $0.name.elementsEqual(text) }) else { break }
      text = definition.value
    }
    guard text.count >= 2, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"") else { return nil }
    let inner = text.dropFirst().dropLast()
    return inner.contains(UInt8(ascii: "\"")) || inner.contains(UInt8(ascii: "\\")) ? nil : Array(inner)
  }

  /// Returns the text in the brackets of a call; `nil` when the text is another.
  private func call(_ name: String, _ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let behind = Self.rest(of: Self.trimmed(text), behind: name).map(Self.trimmedFront),
      behind.first == UInt8(ascii: "("),
      let end = Self.closing(in: behind), end == behind.endIndex - 1
    else { return nil }
    return behind[(behind.startIndex + 1)..<end]
  }

  private func withoutBrackets(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = Self.trimmed(text)
    while text.first == UInt8(ascii: "("), let end = Self.closing(in: text), end == text.endIndex - 1 {
      text = Self.trimmed(text.dropFirst().dropLast())
    }
    return text
  }

  /// The names of Zephyr's constants.
  private static let names: [(String, Int)] = [
    ("BT_DATA_FLAGS", 0x01), ("BT_DATA_UUID16_SOME", 0x02), ("BT_DATA_UUID16_ALL", 0x03), ("BT_DATA_UUID32_SOME", 0x04),
    ("BT_DATA_UUID32_ALL", 0x05), ("BT_DATA_UUID128_SOME", 0x06), ("BT_DATA_UUID128_ALL", 0x07),
    ("BT_DATA_NAME_SHORTENED", 0x08), ("BT_DATA_NAME_COMPLETE", 0x09), ("BT_DATA_TX_POWER", 0x0A),
    ("BT_DATA_SOLICIT16", 0x14), ("BT_DATA_SOLICIT128", 0x15), ("BT_DATA_SVC_DATA16", 0x16),
    ("BT_DATA_GAP_APPEARANCE", 0x19),
    ("BT_DATA_SOLICIT32", 0x1F), ("BT_DATA_SVC_DATA32", 0x20), ("BT_DATA_SVC_DATA128", 0x21), ("BT_DATA_URI", 0x24),
    ("BT_DATA_LE_SUPPORTED_FEATURES", 0x27), ("BT_DATA_BROADCAST_NAME", 0x30), ("BT_DATA_MANUFACTURER_DATA", 0xFF),
    ("BT_LE_AD_LIMITED", 0x01), ("BT_LE_AD_GENERAL", 0x02), ("BT_LE_AD_NO_BREDR", 0x04),
    ("BT_UUID_GAP_VAL", 0x1800), ("BT_UUID_GATT_VAL", 0x1801), ("BT_UUID_IAS_VAL", 0x1802), ("BT_UUID_LLS_VAL", 0x1803),
    ("BT_UUID_TPS_VAL", 0x1804), ("BT_UUID_CTS_VAL", 0x1805), ("BT_UUID_HTS_VAL", 0x1809), ("BT_UUID_DIS_VAL", 0x180A),
    ("BT_UUID_HRS_VAL", 0x180D), ("BT_UUID_BAS_VAL", 0x180F), ("BT_UUID_HIDS_VAL", 0x1812), ("BT_UUID_CSC_VAL", 0x1816),
    ("BT_UUID_ESS_VAL", 0x181A), ("BT_UUID_MESH_PROV_VAL", 0x1827), ("BT_UUID_MESH_PROXY_VAL", 0x1828),
  ]

  // MARK: Text

  private static func withoutComments(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    var isInQuotes = false
    while index < text.count {
      let octet = text[index]
      let next = index + 1 < text.count ? text[index + 1] : 0
      if octet == UInt8(ascii: "\"") { isInQuotes.toggle() }
      if !isInQuotes, octet == UInt8(ascii: "/"), next == UInt8(ascii: "/") {
        while index < text.count, text[index] != 0x0A { index += 1 }
      } else if !isInQuotes, octet == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        index += 2
        while index + 1 < text.count, text[index] != UInt8(ascii: "*") || text[index + 1] != UInt8(ascii: "/") {
          index += 1
        }
        index += 2
        result.append(0x20)
      } else if octet == UInt8(ascii: "\\"), next == 0x0A {
        // A definition continues in the next line.
        index += 2
        result.append(0x20)
      } else {
        result.append(octet)
        index += 1
      }
    }
    return result
  }

  /// Returns the place of the bracket that closes a text; `nil` when there is none.
  private static func closing(in text: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    var isInQuotes = false
    for index in text.indices {
      if text[index] == UInt8(ascii: "\"") { isInQuotes.toggle() }
      if isInQuotes { continue }
      if text[index] == UInt8(ascii: "(") { depth += 1 }
      if text[index] == UInt8(ascii: ")") {
        depth -= 1
        if depth == 0 { return index }
        if depth < 0 { return nil }
      }
      if depth == 0 { return nil }
    }
    return nil
  }

  /// Returns the texts between commas that are not in brackets or quotes, without blanks around them. A comma at the
  /// end is ignored.
  private static func arguments(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var arguments: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var depth = 0
    var isInQuotes = false
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "\""): isInQuotes.toggle()
      case UInt8(ascii: "(") where !isInQuotes: depth += 1
      case UInt8(ascii: ")") where !isInQuotes: depth -= 1
      case UInt8(ascii: ",") where !isInQuotes && depth == 0:
        arguments.append(trimmed(text[start..<index]))
        start = index + 1
      default: break
      }
    }
    let last = trimmed(text[start...])
    return last.isEmpty ? arguments : arguments + [last]
  }

  private static func place(of mark: String, in text: ArraySlice<UInt8>) -> Int? {
    let mark = Array(mark.utf8)
    var index = text.startIndex
    while index + mark.count <= text.endIndex {
      let isBehindWord = index > text.startIndex && isIdentifier(text[index - 1])
      if text[index] == mark[0], !isBehindWord, text[index...].starts(with: mark) { return index }
      index += 1
    }
    return nil
  }

  private static func rest(of text: ArraySlice<UInt8>, behind mark: String) -> ArraySlice<UInt8>? {
    text.starts(with: Array(mark.utf8)) ? text.dropFirst(mark.utf8.count) : nil
  }

  private static func isIdentifier(_ octet: UInt8) -> Bool {
    0x30...0x39 ~= octet || 0x61...0x7A ~= octet | 0x20 || octet == UInt8(ascii: "_")
  }

  private static func trimmedFront(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.drop { $0 == 0x20 || 0x09...0x0D ~= $0 }
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = trimmedFront(text)
    while let last = text.last, last == 0x20 || 0x09...0x0D ~= last { text = text.dropLast() }
    return text
  }

  /// Returns the beginning of a text, with `?` for every character that is not printable ASCII.
  private static func shown(_ text: ArraySlice<UInt8>) -> String {
    String(decoding: text.prefix(40).map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}
