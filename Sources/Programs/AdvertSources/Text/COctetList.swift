internal import AdvertisingData

/// Lists of octets between braces: numbers, and macros that make several octets.
extension CExpression {
  /// Divides at the commas outside of brackets. A comma after the last part is ignored.
  static func parts(_ tokens: Tokens) -> [Tokens] {
    var parts: [Tokens] = []
    var level = 0
    var start = tokens.startIndex
    for index in tokens.indices where tokens[index].kind == .mark {
      switch tokens[index].text {
      case "(", "[", "{": level += 1
      case ")", "]", "}": level -= 1
      case "," where level == 0:
        parts.append(tokens[start..<index])
        start = index + 1
      default: break
      }
    }
    if start < tokens.endIndex { parts.append(tokens[start...]) }
    return parts
  }

  /// The most octets of an array.
  static let longestList = 4096

  /// Returns the octets of a list.
  mutating func list(_ tokens: Tokens) throws(SourceObstacle) -> [UInt8] {
    var octets: [UInt8] = []
    for part in Self.parts(tokens) { octets += try element(part) }
    guard octets.count <= Self.longestList else { throw SourceObstacle(tokens.first, "a list that is too long") }
    return octets
  }

  /// Returns one octet, or the octets of a macro.
  private mutating func element(_ tokens: Tokens) throws(SourceObstacle) -> [UInt8] {
    guard let first = tokens.first else { throw SourceObstacle(program.tokens[use].line, "a list with nothing in it") }
    try spend(first)
    depth += 1
    defer { depth -= 1 }
    guard depth < 48 else { throw SourceObstacle(first, "deeper nesting than is read") }
    if tokens.count == 1, first.isWord, program.definitions[first.text] == nil,
      let service = Self.services[first.text], !service.headers.isDisjoint(with: program.libraryIncludes),
      let uuid = BluetoothUUID(text: service.uuid)
    {
      return uuid.littleEndian(width: .bits128) ?? []
    }
    if tokens.count == 1, first.isWord, program.definitions[first.text] != nil {
      guard let replacement = program.macro(first.text) else { throw program.severalDefinitions(first, first.text) }
      return try list(replacement[...])
    }
    var rest = tokens.dropFirst()
    if first.isWord, program.definitions[first.text] == nil, rest.first?.isMark("(") ?? false,
      let widths = Self.encoders[first.text]
    {
      let arguments = Self.parts(try Self.inner(&rest))
      guard rest.isEmpty, arguments.count == widths.count else {
        throw SourceObstacle(first, "\(first.text) with other arguments")
      }
      var octets: [UInt8] = []
      for (argument, width) in zip(arguments, widths).reversed() {
        let value = try number(argument)
        guard value >= 0, value >> Int64(8 * width) == 0 else {
          throw SourceObstacle.fault(first, "a part of a UUID that is too large")
        }
        octets += (0..<width).map { UInt8(truncatingIfNeeded: value >> Int64(8 * $0)) }
      }
      return octets
    }
    let number = try number(tokens)
    guard -128...255 ~= number else { throw SourceObstacle.fault(first, "\(number) is no octet") }
    return [UInt8(truncatingIfNeeded: number)]
  }

  /// Services of 128 bits that a header of Zephyr or of the nRF Connect SDK defines. Projects copy these headers and change the
  /// UUIDs, so the header itself must be included.
  ///
  /// Sources: nRF Connect SDK, include/bluetooth/services; Zephyr, include/zephyr/bluetooth/services/nus.h.
  private static let services: [String: (headers: Set<String>, uuid: String)] = [
    "BT_UUID_NUS_VAL": (["bluetooth/services/nus.h"], "6e400001-b5a3-f393-e0a9-e50e24dcca9e"),
    "BT_UUID_NUS_SRV_VAL": (["zephyr/bluetooth/services/nus.h"], "6e400001-b5a3-f393-e0a9-e50e24dcca9e"),
    "BT_UUID_LBS_VAL": (["bluetooth/services/lbs.h"], "00001523-1212-efde-1523-785feabcd123"),
  ]

  /// Macros of Zephyr that make several octets, with the widths of their arguments.
  private static let encoders: [String: [Int]] = [
    "BT_UUID_16_ENCODE": [2], "BT_UUID_32_ENCODE": [4], "BT_BYTES_LIST_LE16": [2], "BT_BYTES_LIST_LE32": [4],
    "BT_BYTES_LIST_LE24": [3], "BT_UUID_128_ENCODE": [4, 2, 2, 2, 6],
  ]
}
