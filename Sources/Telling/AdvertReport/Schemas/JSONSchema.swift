/// The JSON Schema (draft 2020-12) of a document or a row. It does not allow other keys.
package struct JSONSchema: Sendable {
  private let document: OutputDocument

  /// The schema of a document.
  package init(_ document: OutputDocument) {
    self.document = document
  }

  /// The text of the schema.
  package var json: String {
    var json = JSONWriter()
    json.object { json in
      json.value("$schema", "https://json-schema.org/draft/2020-12/schema")
      json.value("title", "advert: \(document.title)")
      Self.members(of: document.keys, to: &json)
      if Self.needsDecoded(document.keys) {
        json.object("$defs") { json in
          json.object("decoded") { json in Self.members(ofDecoded: "", to: &json) }
        }
      }
    }
    return json.text
  }

  private static func members(of keys: [DescribedKey], to json: inout JSONWriter) {
    json.value("type", "object")
    json.object("properties") { json in
      for key in keys { json.object(key.key) { write(key, to: &$0) } }
    }
    json.array("required", keys.filter { $0.absent == nil }) { $0.value(nil, $1.key) }
    json.value("additionalProperties", false)
  }

  private static func write(_ key: DescribedKey, to json: inout JSONWriter) {
    let said = [key.meaning, key.null.map { "null \($0)" }, key.absent.map { "absent \($0)" }]
    json.value("description", said.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "; "))
    if key.key == "schema", key.meaning.hasPrefix("`advert.") {
      json.value("const", key.meaning.replacing("`", with: ""))
    } else {
      write(key.type, isNullable: key.null != nil, to: &json)
    }
  }

  private static func write(_ type: ValueType, isNullable: Bool, to json: inout JSONWriter) {
    func name(_ name: String) {
      if isNullable { json.array("type", [name, "null"]) { $0.value(nil, $1) } } else { json.value("type", name) }
    }
    switch type {
    case .string: name("string")
    case .words(let words):
      name("string")
      json.array("enum") { json in
        for word in words { json.value(nil, word) }
        if isNullable { json.null() }
      }
    case .octets:
      name("string")
      json.value("pattern", "^([0-9a-f]{2})*$")
    case .address:
      name("string")
      json.value("pattern", "^[0-9A-F]{2}(:[0-9A-F]{2}){5}$")
    case .uuid:
      name("string")
      json.value("pattern", "^[0-9a-f]{4}([0-9a-f]{4}|[0-9a-f]{4}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$")
    case .integer: name("integer")
    case .number, .time: name("number")
    case .boolean: name("boolean")
    case .list(let element):
      name("array")
      json.object("items") { write(element, isNullable: false, to: &$0) }
    case .optional(let type): write(type, isNullable: true, to: &json)
    case .object(let keys), .alike(let keys):
      guard isNullable else { return members(of: keys, to: &json) }
      json.array("anyOf") { json in
        json.object { members(of: keys, to: &$0) }
        json.object { $0.value("type", "null") }
      }
    case .decoded:
      json.array("anyOf") { json in
        json.object { $0.value("$ref", "#/$defs/decoded") }
        if isNullable { json.object { $0.value("type", "null") } }
      }
    }
  }

  private static func needsDecoded(_ keys: [DescribedKey]) -> Bool {
    keys.contains { needsDecoded($0.type) }
  }

  private static func needsDecoded(_ type: ValueType) -> Bool {
    switch type {
    case .decoded: true
    case .list(let element), .optional(let element): needsDecoded(element)
    case .object(let keys), .alike(let keys): needsDecoded(keys)
    default: false
    }
  }

  // MARK: Decoded values

  /// Writes the members of `decoded`, or of a place in it. The members depend on the type of the structure, so none is
  /// required.
  private static func members(ofDecoded place: String, to json: inout JSONWriter) {
    json.value("type", "object")
    objectMembers(ofDecoded: place, to: &json)
  }

  private static func writeDecoded(_ name: String, _ types: [String], to json: inout JSONWriter) {
    json.array("type", types) { $0.value(nil, $1) }
    if types.contains("array") {
      json.object("items") { json in
        if let elements = DecodedKeys.types[name + "[]"] { writeDecoded(name + "[]", elements, to: &json) }
      }
    }
    if types.contains("object") { objectMembers(ofDecoded: name + ".", to: &json) }
  }

  private static func objectMembers(ofDecoded place: String, to json: inout JSONWriter) {
    json.object("properties") { json in
      for (name, types) in DecodedKeys.types.sorted(by: { $0.key < $1.key }) where name.hasPrefix(place) {
        let key = name.dropFirst(place.count)
        // Deeper places are written with the key around them.
        guard !key.contains("."), !key.contains("[") else { continue }
        json.object(String(key)) { writeDecoded(name, types, to: &$0) }
      }
    }
    json.value("additionalProperties", false)
  }
}
