internal import AdvertObservation
internal import AdvertisingData

/// A payload as its author wrote it: hex, fields, or a list of both, each octet with its text.
struct PayloadReading {
  private(set) var octets: [UInt8] = []
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
    guard octets.count <= WrittenPayload.mostOctets else {
      throw node.error(
        expected: "at most \(WrittenPayload.mostOctets) bytes in a payload", found: "\(octets.count)")
    }
  }

  var payload: Payload { Payload(octets) }

  /// `nil` for a payload that does not come from a text.
  var written: WrittenPayload? {
    node.range.map { WrittenPayload(range: $0, octets: texts) }
  }

  private mutating func addHex(_ node: YAMLNode) throws(ManifestError) {
    guard node.scalar != nil else { throw node.error(expected: "bytes in hex, or fields") }
    let whole = node.range
    for (octet, text) in try node.hex() { add([octet], text ?? whole) }
  }

  private mutating func addFields(_ node: YAMLNode) throws(ManifestError) {
    for (name, key, value) in try node.pairs("fields") {
      guard let field = StructuredField.named(name) else {
        throw key.error(expected: "the name of a field", nearestOf: StructuredField.all.map(\.key))
      }
      add(try field.octets(of: value), key.range(through: value))
    }
  }

  private mutating func add(_ octets: [UInt8], _ text: TextRange?) {
    self.octets += octets
    guard let text else { return }
    for _ in octets { texts.append(text) }
  }
}
