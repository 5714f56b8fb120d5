internal import AdvertObservation
package import AdvertReading
package import AdvertisingData

/// One field that writes and reads an AD structure by its meaning instead of its bytes.
package struct StructuredField: Sendable {
  package let key: String
  /// A summary in one sentence.
  package let summary: String
  package let shape: ValueShape
  /// Returns the values of the AD structures of a text: one, or one for each width of UUID.
  let read: @Sendable (YAMLNode) throws(ManifestError) -> [ADValue]
  /// Returns the last octets of the AD structure as written, including placeholders; `nil` for a field without such
  /// octets.
  var tail: (@Sendable (YAMLNode) throws(ManifestError) -> [WrittenOctet])?
  /// Returns the written form of a value; `nil` when the field has none. The form need not be exact: the writer reads
  /// it again and compares.
  let write: @Sendable (ADValue) -> YAMLNode?

  /// Returns the octets of a text.
  func octets(of node: YAMLNode) throws(ManifestError) -> [UInt8] {
    var octets: [UInt8] = []
    for value in try read(node) {
      do throws(PayloadError) {
        octets += try value.structure()
      } catch {
        throw node.error(
          expected: "at most \(ADValue.maximumOctets) bytes in an AD structure", found: "\(value.octets.count)")
      }
    }
    return octets
  }

  /// Every field, in the order in which they are tried for writing: the simplest form first.
  package static let all: [StructuredField] =
    [flags] + services + names + [appearance, txPower] + serviceData + [manufacturerData, uri] + solicitations
    + radio + addresses + [classOfDevice, leRole, leFeatures, broadcastName, raw]

  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

  static func named(_ key: String) -> StructuredField? { byKey[key] }
}

/// A payload as its author wrote it: hex, fields, or a list of both, with the text of each octet.
struct PayloadReading {
  private(set) var octets: [UInt8] = []
  private(set) var variation = Variation()
  private var texts: [TextRange] = []
  private let node: YAMLNode

  init(_ node: YAMLNode) throws(ManifestError) {
    self.node = node
    switch node.content {
    case .scalar: try addHex(node)
    case .mapping: try addFields(node)
    case .sequence(let items, _):
      for item in items {
        if case .mapping = item.content { try addFields(item) } else { try addHex(item) }
      }
    }
    guard octets.count <= WrittenPayload.maximumOctets else {
      throw node.error(
        expected: "at most \(WrittenPayload.maximumOctets) bytes in a payload", found: "\(octets.count)")
    }
    try refuseVaryingStructure()
  }

  var payload: Payload { Payload(octets) }

  /// The text of the payload; `nil` for a payload without one.
  var written: WrittenPayload? {
    node.range.map { WrittenPayload(range: $0, octets: texts) }
  }

  private mutating func addHex(_ node: YAMLNode) throws(ManifestError) {
    guard node.scalar != nil else { throw node.error(expected: "bytes in hex, or fields") }
    let whole = node.range
    for written in try node.hex() {
      variation[octets.count] = written.varying
      add([written.octet], written.text ?? whole)
    }
  }

  /// Throws when octets vary outside the value of an AD structure: lengths and types define the structures.
  private func refuseVaryingStructure() throws(ManifestError) {
    guard !variation.isEmpty else { return }
    let values = payload.decoded.elements.filter { !$0.overruns }.flatMap { $0.octetRange.dropFirst(2) }
    guard let wrong = Set(variation.octets.keys).subtracting(values).min() else { return }
    let error = node.error(
      expected: "placeholders in the value of an AD structure", found: "one in its length or type, or in none")
    let text = texts.indices.contains(wrong) ? texts[wrong] : nil
    throw ManifestError(
      line: text?.line ?? error.line, column: text?.column ?? error.column, expected: error.expected,
      found: error.found)
  }

  private mutating func addFields(_ node: YAMLNode) throws(ManifestError) {
    for (name, key, value) in try node.pairs("fields") {
      guard let field = StructuredField.named(name) else {
        throw key.error(expected: "the name of a field", nearestOf: StructuredField.all.map { $0.key })
      }
      add(try field.octets(of: value), key.range(through: value))
      let tail = try field.tail?(value) ?? []
      for (offset, written) in tail.enumerated() where written.varying != nil {
        variation[octets.count - tail.count + offset] = written.varying
      }
    }
  }

  private mutating func add(_ octets: [UInt8], _ text: TextRange?) {
    self.octets += octets
    guard let text else { return }
    for _ in octets { texts.append(text) }
  }
}

/// A payload as structured fields: text that reads back as the same bytes.
package enum WrittenFields {
  /// Returns one element of a list for each AD structure, in YAML's flow style: `{name: "SHS-2071"}`. Octets without a
  /// field, such as the tail of a malformed payload, are hex in quotes.
  package static func items(of payload: Payload, varying variation: Variation = Variation()) -> [String] {
    nodes(of: payload, varying: variation).map { $0.node.flow }
  }

  /// Returns the same for a list in block style, without the dashes: `name: SHS-2071`.
  package static func lines(of payload: Payload, varying variation: Variation = Variation()) -> [String] {
    nodes(of: payload, varying: variation).compactMap { WrittenItem($0.octets, writing: $0.node).element.first }
  }

  /// Returns a text as YAML, in quotes where it needs them.
  package static func scalar(_ text: String) -> String { YAMLNode.text(text).flow }

  /// Returns the same as nodes, each with its octets.
  static func nodes(of payload: Payload, varying variation: Variation) -> [(octets: [UInt8], node: YAMLNode)] {
    let decoded = payload.decoded
    var nodes: [(octets: [UInt8], node: YAMLNode)] = []
    for element in decoded.elements {
      let octets = Array(payload.octets[element.octetRange])
      let written = octets.enumerated().map { WrittenOctet(octet: $1, varying: variation[element.offset + $0]) }
      nodes.append((octets, field(of: element, written)))
    }
    if !decoded.remainder.isEmpty { nodes.append((decoded.remainder, .hex(decoded.remainder))) }
    return nodes
  }

  private static func field(of element: DecodedPayload.Element, _ written: [WrittenOctet]) -> YAMLNode {
    let octets = written.map { $0.octet }
    guard !element.overruns else { return .hex(octets) }
    guard written.allSatisfy({ $0.varying == nil }) else { return varyingField(of: element, written) }
    for field in StructuredField.all {
      // A form is exact when reading it gives the same octets.
      guard let value = field.write(element.value), (try? field.octets(of: value)) == octets else { continue }
      return .mapping([field.key: value])
    }
    return .hex(octets)
  }

  /// Returns the same with placeholders where octets vary.
  private static func varyingField(of element: DecodedPayload.Element, _ written: [WrittenOctet]) -> YAMLNode {
    for field in StructuredField.all {
      guard let tail = field.tail, let plain = field.write(element.value), let count = (try? tail(plain))?.count,
        let value = plain.replacingTail(by: Array(written.suffix(count))),
        isForm(written, try? field.octets(of: value)),
        let read = try? tail(value), read.map({ $0.varying }) == written.suffix(count).map({ $0.varying }),
        written.dropLast(count).allSatisfy({ $0.varying == nil })
      else { continue }
      return .mapping([field.key: value])
    }
    let hex = YAMLNode.text(Placeholder.hex(written))
    return isForm(written, (try? hex.hex())?.map { $0.octet }) ? hex : .hex(written.map { $0.octet })
  }

  /// Returns whether octets are those written, but for those that vary: a placeholder is read as any one of its values.
  private static func isForm(_ written: [WrittenOctet], _ octets: [UInt8]?) -> Bool {
    guard let octets, octets.count == written.count else { return false }
    return zip(octets, written).allSatisfy { $1.varying != nil || $0 == $1.octet }
  }
}

extension YAMLNode {
  /// Returns a field's value with other octets at its end: a text, or the hex that is the last of its keys.
  fileprivate func replacingTail(by octets: [WrittenOctet]) -> YAMLNode? {
    switch content {
    case .scalar: return Placeholder.text(octets).map { .text($0) }
    case .mapping(var pairs, let isFlow):
      guard let last = pairs.popLast() else { return nil }
      pairs.append(Pair(key: last.key, value: .text(Placeholder.hex(octets))))
      return YAMLNode(content: .mapping(pairs, isFlow: isFlow), place: nil)
    case .sequence: return nil
    }
  }

  /// The node in flow style, on one line.
  var flow: String {
    switch content {
    case .scalar(let text, _): return text.isPlainYAML ? text : Self.doubleQuoted(text)
    case .sequence(let elements, _): return "[" + elements.map { $0.flow }.joined(separator: ", ") + "]"
    case .mapping(let pairs, _):
      return "{" + pairs.map { "\($0.key.flow): \($0.value.flow)" }.joined(separator: ", ") + "}"
    }
  }

  private static func doubleQuoted(_ text: String) -> String {
    var quoted = "\""
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { last = scalar }
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      // Text in the log of a build service could contain a command to it: `##[name]`.
      case "#" where last == "#": quoted += "\\x23"
      case " "..."~": quoted.unicodeScalars.append(scalar)
      default:
        if scalar.properties.isAlphabetic, !scalar.properties.isDefaultIgnorableCodePoint, scalar.value <= 0xFFFF {
          quoted.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16)
          quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        }
      }
    }
    return quoted + "\""
  }
}

extension String {
  /// Whether every reader of YAML reads it as the same text or number without quotes.
  fileprivate var isPlainYAML: Bool {
    guard let first = utf8.first, first.isLetterOrDigit || first == UInt8(ascii: "-") && utf8.count > 1 else {
      return false
    }
    return utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
      && !Self.wordsWithMeaning.contains(lowercased())
  }

  private static let wordsWithMeaning: Set<String> = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
