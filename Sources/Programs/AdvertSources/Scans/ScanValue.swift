internal import AdvertReading
internal import AdvertisingData

/// A value of JavaScript, Dart or Python in the arguments of a call that scans or advertises, with its place.
struct ScanValue {
  let range: TextRange
  let content: Content

  var line: Int { range.line }

  indirect enum Content {
    /// `null`, `undefined`, `None`.
    case nothing
    case bool(Bool)
    case number(Int64)
    case text([UInt8])
    case list([ScanValue])
    case object([Entry])
    /// A call of a function or a constructor by the last part of its name.
    case call(String, [Argument])
    /// A value that the file does not determine, with the reason.
    case unknown(String)
  }

  /// A key of an object with its value; the key of `...other` is `nil`.
  struct Entry {
    let key: String?
    let value: ScanValue
  }

  struct Argument {
    /// The name of a named argument.
    let name: String?
    let value: ScanValue
  }

  init(at range: TextRange, _ content: Content) {
    self.range = range
    self.content = content
  }

  init(line: Int, _ content: Content) { self.init(at: TextRange(line: line, column: 1, count: 0), content) }

  init(_ obstacle: SourceObstacle) { self.init(line: obstacle.line, .unknown(obstacle.reason)) }

  var isNothing: Bool { if case .nothing = content { true } else { false } }

  func refusal(_ expected: String) -> SourceObstacle {
    if case .unknown(let reason) = content { return SourceObstacle(line, reason) }
    return SourceObstacle(line, "\(expected) is expected here")
  }

  func list() throws(SourceObstacle) -> [ScanValue] {
    switch content {
    case .list(let values): return values
    case .call(let name, let arguments) where ["Array", "ObjectPath", "List"].contains(name) && !arguments.isEmpty:
      return try arguments[0].value.list()
    case .call("Variant", let arguments) where arguments.count == 2: return try arguments[1].value.list()
    default: throw refusal("a list")
    }
  }

  func entries() throws(SourceObstacle) -> [Entry] {
    switch content {
    case .object(let entries): return entries
    case .call(let name, let arguments)
    where ["Dictionary", "dict", "BlueZScannerArgs", "BlueZDiscoveryFilters"].contains(name):
      if let first = arguments.first, first.name == nil { return try first.value.entries() }
      return arguments.map { Entry(key: $0.name, value: $0.value) }
    default: throw refusal("an object")
    }
  }

  func text() throws(SourceObstacle) -> String {
    switch content {
    case .text(let octets): return String(decoding: octets, as: UTF8.self)
    case .call("String", let arguments) where arguments.count == 1: return try arguments[0].value.text()
    case .call("Variant", let arguments) where arguments.count == 2: return try arguments[1].value.text()
    default: throw refusal("a text")
    }
  }

  func address() throws(SourceObstacle) -> DeviceAddress {
    guard let address = DeviceAddress(text: try text(), type: .unstated) else {
      throw SourceObstacle(line, "an address that is not read")
    }
    return address
  }

  func number() throws(SourceObstacle) -> Int64 {
    switch content {
    case .number(let number): return number
    case .call(let name, let arguments)
    where name.hasPrefix("Int") || name.hasPrefix("UInt") || name == "Byte" || name == "Number":
      guard let first = arguments.first else { throw refusal("a number") }
      return try first.value.number()
    case .call("Variant", let arguments) where arguments.count == 2: return try arguments[1].value.number()
    default: throw refusal("a number")
    }
  }

  func bool() throws(SourceObstacle) -> Bool {
    switch content {
    case .bool(let bool): return bool
    case .nothing: return false
    case .call("Boolean", let arguments) where arguments.count == 1: return try arguments[0].value.bool()
    case .call("Variant", let arguments) where arguments.count == 2: return try arguments[1].value.bool()
    default: throw refusal("true or false")
    }
  }

  /// Returns the octets of a list of numbers, also as `Uint8Array`.
  func octets() throws(SourceObstacle) -> [UInt8] {
    if case .call(let name, let arguments) = content, let first = arguments.first {
      switch name {
      // `Buffer.from('0201…', 'hex')` of Node.js.
      case "from" where arguments.count == 2, "Buffer" where arguments.count == 2:
        if case .text(let digits) = first.value.content, case .text(let encoding) = arguments[1].value.content,
          encoding == Array("hex".utf8), let octets = HexDigits.octets(of: digits[...])
        {
          return octets
        }
      case "Buffer": return try first.value.octets()
      case "Uint8Array", "fromList", "from", "bytes", "bytearray": return try first.value.octets()
      // `utf8.encode('…')` of Dart.
      case "encode": if case .text(let text) = first.value.content { return text }
      case "of": return try octets(of: arguments.map { $0.value })
      default: break
      }
      throw refusal("a list of bytes")
    }
    return try octets(of: list())
  }

  private func octets(of values: [ScanValue]) throws(SourceObstacle) -> [UInt8] {
    var octets: [UInt8] = []
    for value in values {
      guard let octet = UInt8(exactly: try value.number()) else { throw refusal("a byte") }
      octets.append(octet)
    }
    return octets
  }

  /// Returns a UUID of 4, 8, 32 or 36 digits and hyphens in a text, or in a call that makes one of it.
  func uuid() throws(SourceObstacle) -> BluetoothUUID {
    switch content {
    case .text(let octets):
      guard let uuid = BluetoothUUID(text: String(decoding: octets, as: UTF8.self)) else { throw refusal("a UUID") }
      return uuid
    case .number(let number):
      guard let assigned = UInt32(exactly: number) else { throw refusal("a UUID") }
      return BluetoothUUID(assigned)
    case .call(let name, let arguments) where Self.makersOfUUIDs.contains(name) && arguments.count == 1:
      return try arguments[0].value.uuid()
    default: throw refusal("a UUID")
    }
  }

  private static let makersOfUUIDs: Set<String> = [
    "Guid", "Uuid", "UUID", "parse", "fromString", "String", "toLowerCase", "canonicalUUID", "getService",
    "numberToUUID", "uuid16", "normalize_uuid_str", "normalize_uuid_16",
  ]
}
