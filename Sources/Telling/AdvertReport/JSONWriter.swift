package import AdvertCapture
package import AdvertisingData

/// Writes JSON with members in the order of the calls, so that documents are stable.
///
/// Documents are safe to print to terminals and logs. Control characters, bidirectional overrides, invisible characters
/// and commands to build services are escaped, although JSON allows them.
///
/// A document that grows with the input is written in pieces while it is made, so that it takes no memory.
package struct JSONWriter {
  private var octets: [UInt8] = []
  private var isIndented: Bool
  private var depth = 0
  private var isFirst = true
  /// Whether a key is written and its value is next.
  private var isAfterKey = false
  /// Takes the pieces; `nil` when the document is kept whole.
  private let take: ((String) -> Void)?

  /// Indented for documents, on one line for records.
  ///
  /// - Parameter take: Gets the pieces, the last one from ``finish()``. Without it, the document is kept whole in
  ///   ``text``.
  package init(isIndented: Bool = true, to take: ((String) -> Void)? = nil) {
    self.isIndented = isIndented
    self.take = take
  }

  /// Elements of an array, or lines, that are written separately and appended later.
  struct Elements: Sendable {
    fileprivate let isIndented: Bool
    fileprivate let depth: Int

    /// Returns the octets of elements.
    func written(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
      var json = JSONWriter(isIndented: isIndented)
      json.octets.reserveCapacity(TextPieces.octets)
      json.depth = depth
      write(&json)
      return json.octets
    }
  }

  /// A writer for elements that come next in this place.
  var elements: Elements { Elements(isIndented: isIndented, depth: depth) }

  /// Appends elements that were written separately for this place.
  mutating func append(_ elements: [UInt8]) {
    guard !elements.isEmpty else { return }
    if depth > 0, !isFirst { octets.append(UInt8(ascii: ",")) }
    isFirst = false
    octets += elements
    if octets.count >= TextPieces.octets { finish() }
  }

  /// Returns the text of all pieces.
  static func text(_ write: (_ take: @escaping (String) -> Void) -> Void) -> String {
    var text = ""
    write { text += $0 }
    return text
  }

  /// Hands on the last piece.
  package mutating func finish() {
    guard let take, !octets.isEmpty else { return }
    take(String(decoding: octets, as: UTF8.self))
    octets.removeAll(keepingCapacity: true)
  }

  /// The document with a line break at its end.
  package var text: String {
    let text = String(decoding: octets, as: UTF8.self)
    // A complete document has its line break already. Adding one copies the text, and documents may be large.
    return octets.last == UInt8(ascii: "\n") ? text : text + "\n"
  }

  package mutating func object(_ key: String? = nil, _ members: (inout JSONWriter) -> Void) {
    nest(key, open: UInt8(ascii: "{"), close: UInt8(ascii: "}"), members)
  }

  /// Writes an object on one line, for rows of which there are many: an element of an array, or a line of a text of its
  /// own.
  package mutating func row(_ members: (inout JSONWriter) -> Void) {
    let wasIndented = isIndented
    if depth == 0 { isFirst = true }
    nest(nil, open: UInt8(ascii: "{"), close: UInt8(ascii: "}")) { json in
      json.isIndented = false
      members(&json)
    }
    isIndented = wasIndented
  }

  package mutating func array(_ key: String? = nil, _ elements: (inout JSONWriter) -> Void) {
    nest(key, open: UInt8(ascii: "["), close: UInt8(ascii: "]"), elements)
  }

  package mutating func array<Element>(
    _ key: String? = nil, _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) {
    array(key) { json in
      for element in elements { write(&json, element) }
    }
  }

  package mutating func value(_ key: String? = nil, _ value: String?) {
    start(key)
    if let value { appendQuoted(value) } else { append("null") }
  }

  package mutating func value(_ key: String? = nil, _ value: Int?) {
    start(key)
    guard let value else { return append("null") }
    if value < 0 { octets.append(UInt8(ascii: "-")) }
    append(digitsOf: value.magnitude)
  }

  private mutating func append(digitsOf number: UInt) {
    if number > 9 { append(digitsOf: number / 10) }
    octets.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  /// Writes octets as hex digits.
  mutating func value(_ key: String? = nil, hex value: [UInt8]?) {
    start(key)
    guard let value = value?.span else { return append("null") }
    octets.append(addingCapacity: 2 * value.count + 2) { added in
      added.append(UInt8(ascii: "\""))
      for index in value.indices {
        added.append(Self.digit(value[index] >> 4))
        added.append(Self.digit(value[index] & 0xF))
      }
      added.append(UInt8(ascii: "\""))
    }
  }

  private static func digit(_ number: UInt8) -> UInt8 {
    number + (number < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
  }

  package mutating func value(_ key: String? = nil, _ value: Bool) {
    start(key)
    append(value ? "true" : "false")
  }

  /// Writes a number with at most three decimals.
  package mutating func value(_ key: String? = nil, rounded value: Double) {
    start(key)
    let thousandths = Int64((value * 1000).rounded())
    if thousandths < 0 { append("-") }
    append(String(thousandths.magnitude / 1000))
    var fraction = thousandths.magnitude % 1000
    var place: UInt64 = 100
    if fraction > 0 { append(".") }
    while fraction > 0 {
      append(String(fraction / place))
      fraction %= place
      place /= 10
    }
  }

  /// Writes a time as Unix seconds: a number with six decimals.
  package mutating func value(_ key: String? = nil, _ time: Timestamp?) {
    start(key)
    append(time?.unixSeconds ?? "null")
  }

  /// Writes an address as printed; `null` for an anonymous advertiser and for an address that is not known. The key
  /// `addressType` distinguishes these.
  package mutating func value(_ key: String? = nil, _ address: DeviceAddress?) {
    start(key)
    guard let address, address.isKnown else { return append("null") }
    octets.append(addingCapacity: DeviceAddress.textLength + 2) { added in
      added.append(UInt8(ascii: "\""))
      address.write(to: &added)
      added.append(UInt8(ascii: "\""))
    }
  }

  /// Writes a number with all its decimals.
  mutating func value(_ key: String? = nil, decimal value: DecimalNumber) {
    start(key)
    append(value.description)
  }

  /// Writes a number in its literal form.
  mutating func value(_ key: String? = nil, literal number: String) {
    start(key)
    append(number)
  }

  package mutating func null(_ key: String? = nil) {
    start(key)
    append("null")
  }

  private mutating func nest(_ key: String?, open: UInt8, close: UInt8, _ content: (inout JSONWriter) -> Void) {
    begin(key, open)
    content(&self)
    end(close)
  }

  /// Begins an object that ``endObject()`` ends, for members that come later.
  mutating func beginObject(_ key: String? = nil) { begin(key, UInt8(ascii: "{")) }

  mutating func endObject() { end(UInt8(ascii: "}")) }

  /// Begins an array that ``endArray()`` ends, for elements that come later.
  mutating func beginArray(_ key: String? = nil) { begin(key, UInt8(ascii: "[")) }

  mutating func endArray() { end(UInt8(ascii: "]")) }

  private mutating func begin(_ key: String?, _ open: UInt8) {
    start(key)
    octets.append(open)
    depth += 1
    isFirst = true
  }

  private mutating func end(_ close: UInt8) {
    depth -= 1
    let breaksLine = !isFirst && isIndented
    isFirst = false
    let depth = depth
    octets.append(addingCapacity: Self.lineBreakLength(at: depth) + 2) { added in
      if breaksLine { Self.breakLine(at: depth, in: &added) }
      added.append(close)
      if depth == 0 { added.append(UInt8(ascii: "\n")) }
    }
    if octets.count >= TextPieces.octets { finish() }
  }

  private static func lineBreakLength(at depth: Int) -> Int { 1 + 2 * depth }

  /// A line break and the indentation after it.
  private static func breakLine(at depth: Int, in added: inout OutputSpan<UInt8>) {
    added.append(UInt8(ascii: "\n"))
    added.append(repeating: UInt8(ascii: " "), count: 2 * depth)
  }

  /// Writes the comma, indentation and key before a value, appended at once: documents consist of little else.
  private mutating func start(_ key: String?) {
    guard !isAfterKey else {
      isAfterKey = false
      return
    }
    let comma = !isFirst
    isFirst = false
    let isIndented = isIndented
    let depth = depth
    // Keys are constants of this program, with nothing to escape.
    let name = (key ?? "").utf8Span.span
    octets.append(addingCapacity: 1 + Self.lineBreakLength(at: depth) + name.count + 4) { added in
      if comma { added.append(UInt8(ascii: ",")) }
      if depth > 0, isIndented { Self.breakLine(at: depth, in: &added) }
      guard key != nil else { return }
      added.append(UInt8(ascii: "\""))
      for index in name.indices { added.append(name[index]) }
      added.append(UInt8(ascii: "\""))
      added.append(UInt8(ascii: ":"))
      if isIndented { added.append(UInt8(ascii: " ")) }
    }
  }

  /// Returns a key in its written form, with its quotation marks and the colon. Keys are constants of this program and
  /// need no escapes.
  static func name(_ key: String) -> [UInt8] { Array("\"\(key)\":".utf8) }

  /// Writes a key, whose value is written next without one.
  ///
  /// - Parameter name: from ``name(_:)``.
  mutating func key(_ name: [UInt8]) {
    let comma = !isFirst
    isFirst = false
    isAfterKey = true
    let isIndented = isIndented
    let depth = depth
    let name = name.span
    octets.append(addingCapacity: 1 + Self.lineBreakLength(at: depth) + name.count + 1) { added in
      if comma { added.append(UInt8(ascii: ",")) }
      if isIndented { Self.breakLine(at: depth, in: &added) }
      for index in name.indices { added.append(name[index]) }
      if isIndented { added.append(UInt8(ascii: " ")) }
    }
  }

  private mutating func append(_ text: String) {
    // Most texts are short: a loop is quicker than a bulk copy.
    let utf8 = text.utf8Span.span
    octets.append(addingCapacity: utf8.count) { added in
      for index in utf8.indices { added.append(utf8[index]) }
    }
  }

  private mutating func appendQuoted(_ text: String) {
    let utf8 = text.utf8Span.span
    // Nearly all text is plain.
    guard Self.isPlain(utf8) else {
      appendEscaped(text)
      return
    }
    guard utf8.count <= Self.shortText else {
      octets.append(UInt8(ascii: "\""))
      octets.append(copying: utf8)
      octets.append(UInt8(ascii: "\""))
      return
    }
    octets.append(addingCapacity: utf8.count + 2) { added in
      added.append(UInt8(ascii: "\""))
      for index in utf8.indices { added.append(utf8[index]) }
      added.append(UInt8(ascii: "\""))
    }
  }

  /// The longest text, in octets, for which a loop is quicker than a bulk copy.
  private static var shortText: Int { 24 }

  /// Returns whether no character needs an escape.
  private static func isPlain(_ utf8: Span<UInt8>) -> Bool {
    // Without an end before the last one, several are compared at once.
    var isPlain = true
    for index in utf8.indices {
      let octet = utf8[index]
      let isMark = octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "\\") || octet == UInt8(ascii: "#")
      if isMark || octet &- 0x20 > 0x5E { isPlain = false }
    }
    return isPlain
  }

  private mutating func appendEscaped(_ text: String) {
    append("\"")
    defer { append("\"") }
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      // Users print documents to logs too.
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
}
