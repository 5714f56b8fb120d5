internal import AdvertisingData

/// Functions and methods of Python and MicroPython that make bytes.
enum PythonBuiltins {
  // MARK: Functions

  /// Returns what a function returns; `nil` when that is not known.
  static func call(_ name: String, _ arguments: [PythonArgument]) -> PythonValue? {
    guard arguments.allSatisfy({ $0.name == nil }) else { return nil }
    let values = arguments.map { $0.value }
    switch (name, values.count) {
    case ("bytes", 0), ("bytearray", 0): return .octets([])
    // A `bytearray` of MicroPython takes the octets of a text without an encoding.
    case ("bytes", 1...2), ("bytearray", 1...2):
      return octets(values[0], hasEncoding: values.count == 2 || name == "bytearray")
    case ("len", 1): return length(values[0])
    case ("const", 1): return values[0]
    case ("UUID", 1): return uuid(values[0])
    case ("pack", 1...): return pack(values)
    case ("ord", 1):
      guard case .text(let text) = values[0], text.count == 1 else { return nil }
      return .number(Int64(text[0]))
    case ("int", 1): if case .number = values[0] { return values[0] } else { return nil }
    case ("bool", 1): return (try? values[0].isTrue()).map { .bool($0) }
    case ("str", 1): if case .text = values[0] { return values[0] } else { return nil }
    case ("min", 2), ("max", 2):
      guard case .number(let one) = values[0], case .number(let other) = values[1] else { return nil }
      return .number(name == "min" ? min(one, other) : max(one, other))
    case ("reversed", 1), ("list", 1), ("tuple", 1):
      let isReversed = name == "reversed"
      switch values[0] {
      case .list(let list): return .list(isReversed ? list.reversed() : list)
      case .octets(let octets):
        return isReversed ? .octets(octets.reversed()) : .list(octets.map { .number(Int64($0)) })
      default: return nil
      }
    case ("unhexlify", 1):
      if case .text(let text) = values[0] { return hex(text) } else { return nil }
    default: return nil
    }
  }

  /// Whether a value is of a type; `nil` for other types.
  static func isInstance(_ value: PythonValue, _ type: String) -> Bool? {
    switch (type, value) {
    case ("UUID", .uuid), ("str", .text), ("bytes", .octets), ("bytearray", .octets), ("int", .number): true
    case ("UUID", _), ("str", _), ("bytes", _), ("bytearray", _), ("int", _): false
    default: nil
    }
  }

  /// Returns the bytes that `bytes(…)` makes of a value.
  private static func octets(_ value: PythonValue, hasEncoding: Bool) -> PythonValue? {
    switch value {
    case .text(let text): hasEncoding ? .octets(text) : nil
    case .octets: value
    case .uuid(let uuid): .octets(uuid.octets)
    case .list(let list): PythonEvaluator.octetsOfNumbers(list).map { .octets($0) }
    case .number(let count): 0...255 ~= count ? .octets(Array(repeating: 0, count: Int(count))) : nil
    default: nil
    }
  }

  private static func length(_ value: PythonValue) -> PythonValue? {
    switch value {
    // A text has characters.
    case .text(let text): .number(Int64(String(decoding: text, as: UTF8.self).unicodeScalars.count))
    case .octets(let octets): .number(Int64(octets.count))
    case .list(let list): .number(Int64(list.count))
    default: nil
    }
  }

  private static func uuid(_ value: PythonValue) -> PythonValue? {
    switch value {
    case .number(let number): SourceUUID(number, bits: 16).map { .uuid($0) }
    case .text(let text): text.count == 36 ? SourceUUID(text: text).map { .uuid($0) } : nil
    case .octets(let octets): SourceUUID(octets: octets).map { .uuid($0) }
    case .uuid: value
    default: nil
    }
  }

  private static func hex(_ text: [UInt8]) -> PythonValue? {
    HexDigits.octets(of: text.filter { $0 != UInt8(ascii: " ") }[...]).map { .octets($0) }
  }

  // MARK: struct.pack

  private static let widths: [UInt8: Int] = [
    UInt8(ascii: "b"): 1, UInt8(ascii: "B"): 1, UInt8(ascii: "h"): 2, UInt8(ascii: "H"): 2, UInt8(ascii: "i"): 4,
    UInt8(ascii: "I"): 4, UInt8(ascii: "l"): 4, UInt8(ascii: "L"): 4, UInt8(ascii: "q"): 8, UInt8(ascii: "Q"): 8,
  ]

  /// Returns the bytes of numbers and texts in a format: `<BH`, `BB4s`.
  private static func pack(_ values: [PythonValue]) -> PythonValue? {
    guard case .text(let format) = values[0], let first = format.first else { return nil }
    var values = values.dropFirst()
    let order = ["<", ">", "!", "="].first { $0.utf8.first == first }
    var octets: [UInt8] = []
    var usedWidths: Set<Int> = []
    var count: Int?
    for code in order == nil ? format[...] : format.dropFirst() {
      if code.isDigit {
        count = (count ?? 0) * 10 + Int(code - 0x30)
        guard count ?? 0 <= 64 else { return nil }
        continue
      }
      defer { count = nil }
      if code == UInt8(ascii: "s") {
        let text: [UInt8]
        switch values.popFirst() {
        case .octets(let octets)?, .text(let octets)?: text = octets
        default: return nil
        }
        let size = count ?? 1
        octets += text.prefix(size) + Array(repeating: 0, count: max(size - text.count, 0))
        continue
      }
      guard let width = widths[code] else { return nil }
      usedWidths.insert(width)
      for _ in 0..<(count ?? 1) {
        guard case .number(let number)? = values.popFirst() else { return nil }
        let one = (0..<width).map { UInt8(truncatingIfNeeded: number >> Int64(8 * $0)) }
        octets += order == ">" || order == "!" ? one.reversed() : one
      }
    }
    // Without a mark for the order, numbers of several widths are aligned.
    guard values.isEmpty, order != nil || usedWidths.count <= 1 else { return nil }
    return .octets(octets)
  }

  // MARK: Methods and parts

  /// Returns what a method of a value returns; `nil` when that is not known.
  static func method(_ name: String, of value: PythonValue, _ arguments: [PythonArgument]) -> PythonValue? {
    switch (name, value) {
    case ("encode", .text(let text)):
      guard let encoding = arguments.first?.value else { return .octets(text) }
      guard case .text(let name) = encoding, arguments.count == 1 else { return nil }
      let isUTF8 = ["utf-8", "utf8", "UTF-8"].contains(String(decoding: name, as: UTF8.self))
      return isUTF8 || text.allSatisfy { $0 < 0x80 } ? .octets(text) : nil
    case ("to_bytes", .number(let number)):
      guard arguments.count >= 2, case .number(let count) = arguments[0].value, 1...8 ~= count,
        case .text(let order) = arguments[1].value
      else { return nil }
      let octets = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      return .octets(order == Array("big".utf8) ? octets.reversed() : octets)
    case ("join", .octets(let separator)), ("join", .text(let separator)):
      guard arguments.count == 1, case .list(let list) = arguments[0].value, separator.isEmpty else { return nil }
      var octets: [UInt8] = []
      for item in list {
        switch item {
        case .octets(let more), .text(let more): octets += more
        default: return nil
        }
      }
      return .octets(octets)
    default: return nil
    }
  }

  /// Returns an element; `nil` without one.
  static func element(_ index: Int64, of value: PythonValue) -> PythonValue? {
    func place(_ count: Int) -> Int? {
      let place = index < 0 ? Int64(count) + index : index
      return 0..<Int64(count) ~= place ? Int(place) : nil
    }
    switch value {
    case .list(let list): return place(list.count).map { list[$0] }
    case .octets(let octets): return place(octets.count).map { .number(Int64(octets[$0])) }
    default: return nil
    }
  }

  /// Returns a part: `x[a:b]` and `x[::-1]`.
  static func slice(_ value: PythonValue, _ numbers: [Int64?]) -> PythonValue? {
    func cut<Element>(_ all: [Element]) -> [Element]? {
      if numbers.count == 3, let step = numbers[2], step != 1 {
        return step == -1 && numbers[0] == nil && numbers[1] == nil ? all.reversed() : nil
      }
      func bound(_ number: Int64?, _ other: Int) -> Int {
        guard let number else { return other }
        return Int(min(max(number < 0 ? Int64(all.count) + number : number, 0), Int64(all.count)))
      }
      let (start, end) = (bound(numbers[0], 0), bound(numbers[1], all.count))
      return start < end ? Array(all[start..<end]) : []
    }
    switch value {
    case .list(let list): return cut(list).map { .list($0) }
    case .octets(let octets): return cut(octets).map { .octets($0) }
    // A text has characters, which are octets only in ASCII.
    case .text(let text): return text.allSatisfy { $0 < 0x80 } ? cut(text).map { .text($0) } : nil
    default: return nil
    }
  }
}
