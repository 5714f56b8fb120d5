internal import AdvertisingData

/// A value as programs in JavaScript print it: JSON, or the form of Node.js and React Native for people. Both print
/// nested values over several lines, leave out deep ones, and cut long lists.
indirect enum ScriptValue: Sendable {
  case object([Member])
  case array([ScriptValue])
  case string(String)
  case number(Int)
  /// A `Buffer` of Node.js, or the content of an `ArrayBuffer`.
  case octets([UInt8])
  /// `null`, `undefined` or `None`.
  case null
  /// A function, an omitted value, or a part of a list.
  case other

  /// A member of an object.
  struct Member: Sendable {
    let key: String
    let value: ScriptValue
  }

  /// The greatest depth of the values of a device.
  private static let greatestDepth = 12

  /// Reads a value from the beginning of a text. An incomplete value has the parts that were read.
  static func read(_ text: ArraySlice<UInt8>) -> ScriptValue { reading(of: text).value }

  /// Reads a value from the beginning of a text, and whether all objects, lists and strings in it have an end.
  static func reading(of text: ArraySlice<UInt8>) -> (value: ScriptValue, isWhole: Bool) {
    var reader = Reader(rest: text)
    let value = reader.value(depth: 0)
    return (value, reader.isWhole)
  }

  subscript(key: String) -> ScriptValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var members: [Member] { if case .object(let members) = self { members } else { [] } }
  var elements: [ScriptValue] { if case .array(let elements) = self { elements } else { [] } }
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var number: Int? { if case .number(let number) = self { number } else { nil } }
  /// A number, also one in quotation marks.
  var integer: Int? { number ?? string.flatMap { DecimalDigits.signed(Array($0.utf8)[...]) } }

  /// Whether the value is nothing, or has nothing in it.
  var isEmpty: Bool {
    switch self {
    case .null: true
    case .object(let members): members.isEmpty
    case .array(let elements): elements.isEmpty
    case .string(let text): text.isEmpty
    case .octets(let octets): octets.isEmpty
    case .number, .other: false
    }
  }

  /// Octets in one of the forms that libraries print: a buffer, numbers under `data` or `bytes`, or base64.
  var data: [UInt8]? {
    switch self {
    case .octets(let octets): octets
    case .string(let text): Base64Text.octets(of: Array(text.utf8)[...])
    case .array(let elements): Self.numbers(elements)
    case .object: self["bytes"]?.data ?? self["data"]?.data ?? self["[Uint8Contents]"]?.data
    case .number, .null, .other: nil
    }
  }

  private static func numbers(_ elements: [ScriptValue]) -> [UInt8]? {
    var octets: [UInt8] = []
    for element in elements {
      guard let number = element.number, -128...255 ~= number else { return nil }
      octets.append(UInt8(truncatingIfNeeded: number))
    }
    return octets
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>
    /// Whether all objects, lists and strings so far had an end.
    var isWhole = true

    mutating func value(depth: Int) -> ScriptValue {
      skipBlanks()
      guard depth < ScriptValue.greatestDepth, let first = rest.first else { return .other }
      switch first {
      case UInt8(ascii: "{"): return object(depth: depth)
      case UInt8(ascii: "["): return array(depth: depth)
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
        // A list with quotation marks around it, which its elements have, too: `"["FEAA", "FEF5"]"`.
        let beginning = rest.prefix(4)
        if beginning.dropFirst().first == UInt8(ascii: "["), beginning.dropFirst(2).first == first,
          beginning.last.map({ ASCII.isAlphanumeric($0) }) ?? false
        {
          rest = rest.dropFirst()
          let list = array(depth: depth)
          if rest.first == first { rest = rest.dropFirst() }
          return list
        }
        return string().map { .string($0) } ?? .other
      case UInt8(ascii: "<"): return buffer()
      case ASCII.hyphen, UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
      default:
        var name = word()
        skipBlanks()
        if name.elementsEqual("new".utf8) {
          name = word()
          skipBlanks()
        }
        // The content of a buffer as a program writes it: `new Uint8Array([2, 1, 6]).buffer`.
        if rest.first == UInt8(ascii: "("), rest.dropFirst().first == UInt8(ascii: "[") {
          rest = rest.dropFirst()
          return value(depth: depth + 1)
        }
        // The class of an object, with a length or not: `Peripheral {`, `Uint8Array(5) [`.
        if rest.first == UInt8(ascii: "("), let end = rest.firstIndex(of: UInt8(ascii: ")")) {
          rest = rest[(end + 1)...]
          skipBlanks()
        }
        guard !name.isEmpty, let next = rest.first, next == UInt8(ascii: "{") || next == UInt8(ascii: "[") else {
          return ["null", "undefined", "None"].contains { name.elementsEqual($0.utf8) } ? .null : .other
        }
        return value(depth: depth + 1)
      }
    }

    private mutating func object(depth: Int) -> ScriptValue {
      rest = rest.dropFirst()
      var members: [Member] = []
      while true {
        skipBlanks()
        guard let first = rest.first, first != UInt8(ascii: "}") else { break }
        if let key = key() {
          members.append(Member(key: key, value: value(depth: depth + 1)))
        }
        guard endElement(closing: UInt8(ascii: "}")) else { break }
      }
      isWhole = isWhole && rest.first == UInt8(ascii: "}")
      rest = rest.dropFirst()
      return .object(members)
    }

    private mutating func array(depth: Int) -> ScriptValue {
      rest = rest.dropFirst()
      var elements: [ScriptValue] = []
      while true {
        skipBlanks()
        guard let first = rest.first, first != UInt8(ascii: "]") else { break }
        elements.append(value(depth: depth + 1))
        guard endElement(closing: UInt8(ascii: "]")) else { break }
      }
      isWhole = isWhole && rest.first == UInt8(ascii: "]")
      rest = rest.dropFirst()
      return .array(elements)
    }

    /// Moves past the comma of an element, over text that is not a value; returns `false` at the end of the object or
    /// list.
    private mutating func endElement(closing: UInt8) -> Bool {
      var depth = 0
      while let octet = rest.first {
        switch octet {
        case UInt8(ascii: ",") where depth == 0:
          rest = rest.dropFirst()
          return true
        case closing where depth == 0: return false
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          // The other kind of end closes the value around this one.
          guard depth > 0 else { return false }
          depth -= 1
        default: break
        }
        rest = rest.dropFirst()
      }
      return false
    }

    /// Returns the key of a member, and passes its colon; `nil`, without moving, for text without one, such as
    /// `[Function: x]`.
    private mutating func key() -> String? {
      let start = rest
      var name: String?
      if let first = rest.first, first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") {
        name = string()
      } else if rest.starts(with: "[Uint8Contents]".utf8) {
        rest = rest.dropFirst("[Uint8Contents]".utf8.count)
        name = "[Uint8Contents]"
      } else {
        name = String(decoding: word(), as: UTF8.self)
      }
      skipBlanks()
      guard let name, rest.first == ASCII.colon else {
        rest = start
        return nil
      }
      rest = rest.dropFirst()
      return name
    }

    private mutating func word() -> ArraySlice<UInt8> {
      let word = rest.prefix { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "$") }
      rest = rest.dropFirst(word.count)
      return word
    }

    private mutating func number() -> ScriptValue {
      let digits = rest.prefix { $0 == ASCII.hyphen || ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: ".") }
      rest = rest.dropFirst(digits.count)
      return DecimalDigits.signed(digits).map { .number($0) } ?? .other
    }

    /// Reads `<Buffer 0d 00 03>` or `<0d 00 03>`; returns `.other` for a part, which ends in words.
    private mutating func buffer() -> ScriptValue {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
        rest = rest[rest.endIndex...]
        return .other
      }
      var octets: [UInt8]? = []
      for (index, word) in rest[(rest.startIndex + 1)..<end].split(separator: ASCII.space).enumerated() {
        if index == 0, word.elementsEqual("Buffer".utf8) { continue }
        guard word.count == 2, let octet = HexDigits.octets(of: word)?.first else {
          octets = nil
          break
        }
        octets?.append(octet)
      }
      rest = rest[(end + 1)...]
      return octets.map { .octets($0) } ?? .other
    }

    /// Reads a string with its escapes, also in pieces with `+` between them.
    private mutating func string() -> String? {
      guard var text = piece() else { return nil }
      while true {
        let behind = rest
        skipBlanks()
        guard rest.first == ASCII.plus else {
          rest = behind
          return text
        }
        rest = rest.dropFirst()
        skipBlanks()
        guard let next = piece() else { return text }
        text += next
      }
    }

    private mutating func piece() -> String? {
      guard let quote = rest.first,
        quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "`")
      else { return nil }
      var octets: [UInt8] = []
      var units: [UInt16] = []
      var text = rest.dropFirst()
      func flush() {
        if !units.isEmpty { octets += Array(String(decoding: units, as: UTF16.self).utf8) }
        units = []
      }
      var isClosed = false
      while let octet = text.popFirst() {
        isClosed = octet == quote
        if isClosed { break }
        guard octet == ASCII.backslash, let escaped = text.popFirst() else {
          flush()
          octets.append(octet)
          continue
        }
        if escaped == UInt8(ascii: "u") || escaped == UInt8(ascii: "x") {
          let digits = text.prefix(escaped == UInt8(ascii: "u") ? 4 : 2)
          let numbers = digits.compactMap { HexDigits.value(of: $0) }
          if numbers.count == digits.count {
            units.append(numbers.reduce(0) { $0 << 4 | UInt16($1) })
            text = text.dropFirst(digits.count)
            continue
          }
        }
        flush()
        let meant: UInt8 =
          switch escaped {
          case UInt8(ascii: "n"): 0x0A
          case UInt8(ascii: "r"): 0x0D
          case UInt8(ascii: "t"): 0x09
          case UInt8(ascii: "b"): 0x08
          case UInt8(ascii: "f"): 0x0C
          default: escaped
          }
        octets.append(meant)
      }
      flush()
      isWhole = isWhole && isClosed
      rest = text
      return String(decoding: octets, as: UTF8.self)
    }

    private mutating func skipBlanks() {
      rest = rest.drop { $0 == ASCII.space || 0x09...0x0D ~= $0 }
    }
  }
}
