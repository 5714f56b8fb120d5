internal import AdvertisingData

/// Writes JSON in the order it is told, so that a document reads like its description and never changes by itself.
///
/// Text from the air is made safe for terminals and logs too: controls, bidirectional overrides, invisible characters and
/// commands to build services are escaped, although JSON would allow them.
public struct JSONWriter {
  private var octets: [UInt8] = []
  private let isIndented: Bool
  private var depth = 0
  /// A line break and the indentation after it.
  private var lineBreak = [UInt8(ascii: "\n")]
  private var isFirst = true

  /// Indented for documents, on one line for records.
  public init(isIndented: Bool = true) {
    self.isIndented = isIndented
  }

  /// The document with a line break at its end.
  public var text: String {
    let text = String(decoding: octets, as: UTF8.self)
    // A whole document has it. What is added here is added to a copy, and documents may be large.
    return octets.last == UInt8(ascii: "\n") ? text : text + "\n"
  }

  public mutating func object(_ key: String? = nil, _ members: (inout JSONWriter) -> Void) {
    nest(key, open: "{", close: "}", members)
  }

  public mutating func array(_ key: String? = nil, _ elements: (inout JSONWriter) -> Void) {
    nest(key, open: "[", close: "]", elements)
  }

  public mutating func array<Element>(
    _ key: String? = nil, _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) {
    array(key) { json in
      for element in elements { write(&json, element) }
    }
  }

  public mutating func value(_ key: String? = nil, _ value: String?) {
    start(key)
    if let value { appendQuoted(value) } else { append("null") }
  }

  public mutating func value(_ key: String? = nil, _ value: Int?) {
    start(key)
    append(value.map { String($0) } ?? "null")
  }

  public mutating func value(_ key: String? = nil, _ value: Bool) {
    start(key)
    append(value ? "true" : "false")
  }

  /// A number with at most three decimals.
  public mutating func value(_ key: String? = nil, rounded value: Double) {
    start(key)
    let thousandths = Int((value * 1000).rounded())
    let fraction = String(1000 + thousandths.magnitude % 1000).dropFirst()
    var text = "\(thousandths < 0 ? "-" : "")\(thousandths.magnitude / 1000).\(fraction)"
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    append(text)
  }

  /// A number with all its decimals.
  mutating func value(_ key: String? = nil, decimal value: DecimalNumber) {
    start(key)
    append(value.description)
  }

  public mutating func null(_ key: String? = nil) {
    start(key)
    append("null")
  }

  private mutating func nest(_ key: String?, open: String, close: String, _ content: (inout JSONWriter) -> Void) {
    start(key)
    append(open)
    depth += 1
    lineBreak += [UInt8(ascii: " "), UInt8(ascii: " ")]
    isFirst = true
    content(&self)
    depth -= 1
    lineBreak.removeLast(2)
    if !isFirst { breakLine() }
    isFirst = false
    append(close)
    if depth == 0 { octets.append(UInt8(ascii: "\n")) }
  }

  private mutating func start(_ key: String?) {
    if !isFirst { append(",") }
    if depth > 0 { breakLine() }
    isFirst = false
    if let key {
      // Keys are ours, and hold nothing to escape.
      append("\"")
      append(key)
      append(isIndented ? "\": " : "\":")
    }
  }

  private mutating func breakLine() {
    if isIndented { octets += lineBreak }
  }

  private mutating func append(_ text: String) {
    // Most are short: octet by octet is quicker than what copies many.
    let utf8 = text.utf8Span.span
    octets.append(addingCapacity: utf8.count) { added in
      for index in utf8.indices { added.append(utf8[index]) }
    }
  }

  /// Whether nothing needs to be escaped.
  private static func isPlain(_ text: String) -> Bool {
    let utf8 = text.utf8Span.span
    for index in utf8.indices where !isPlain(utf8[index]) { return false }
    return true
  }

  private mutating func appendQuoted(_ text: String) {
    append("\"")
    defer { append("\"") }
    // Nearly all text is plain.
    if Self.isPlain(text) {
      append(text)
      return
    }
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      // Documents are printed to logs too.
      case "#" where LogCommand.begins(at: index, of: scalars): append("\\u0023")
      case "\"": append("\\\"")
      case "\\": append("\\\\")
      case " "..."~": octets.append(UInt8(truncatingIfNeeded: scalar.value))
      case "\n": append("\\n")
      case "\r": append("\\r")
      case "\t": append("\\t")
      default:
        if HostileText.isSafe(scalar) {
          octets.append(contentsOf: UTF8.encode(scalar)?.map { $0 } ?? [])
        } else {
          for unit in String(scalar).utf16 {
            append("\\u" + String(0x10000 + Int(unit), radix: 16).dropFirst())
          }
        }
      }
    }
  }

  private static func isPlain(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "#"): false
    default: 0x20...0x7E ~= octet
    }
  }
}
