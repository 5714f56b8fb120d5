public import AdvertisingData

/// A payload as structured fields: text that reads back as the same bytes.
public enum WrittenFields {
  /// One element of a list for each AD structure, in YAML's flow style: `{name: "SHS-2071"}`. What no field can say,
  /// such as the tail of a malformed payload, is hex in quotes.
  public static func items(of payload: Payload) -> [String] {
    nodes(of: payload).map(\.node.flow)
  }

  /// The same for a list in block style, without the dashes: `name: SHS-2071`.
  public static func lines(of payload: Payload) -> [String] {
    nodes(of: payload).compactMap { WrittenItem($0.octets, writing: $0.node).element.first }
  }

  /// A text as YAML, in quotes where it needs them.
  public static func scalar(_ text: String) -> String { YAMLNode.text(text).flow }

  /// The same as nodes, each with its octets.
  static func nodes(of payload: Payload) -> [(octets: [UInt8], node: YAMLNode)] {
    let decoded = payload.decoded
    var nodes: [(octets: [UInt8], node: YAMLNode)] = []
    for element in decoded.elements {
      let octets = Array(payload.octets[element.octetRange])
      nodes.append((octets, field(of: element, octets: octets)))
    }
    if !decoded.remainder.isEmpty { nodes.append((decoded.remainder, .hex(decoded.remainder))) }
    return nodes
  }

  private static func field(of element: DecodedPayload.Element, octets: [UInt8]) -> YAMLNode {
    guard !element.overruns else { return .hex(octets) }
    let structure = StructuredField.Structure(element.type, element.value)
    for field in StructuredField.all {
      // Whether it says all there is to say shows when it is read.
      guard let value = field.write(structure), (try? field.octets(of: value)) == octets else { continue }
      return .mapping([field.key: value])
    }
    return .hex(octets)
  }
}

extension YAMLNode {
  /// In flow style, on one line.
  var flow: String {
    switch content {
    case .scalar(let text, _): return text.isPlainYAML ? text : Self.doubleQuoted(text)
    case .sequence(let elements, _): return "[" + elements.map(\.flow).joined(separator: ", ") + "]"
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
      // What is printed to the log of a build service could hold a command to it: `##[name]`.
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
  /// Whether every reader of YAML takes it for the same text or number without quotes.
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
