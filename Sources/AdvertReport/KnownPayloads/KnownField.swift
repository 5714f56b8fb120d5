internal import AdvertisingData

/// One field of a well-known payload: by its key for machines, in words for people.
struct KnownField {
  let key: String
  let value: Value
  /// `nil` when people are not told: the field says nothing, or other words say it.
  let words: String?

  indirect enum Value {
    case null
    case text(String)
    case number(Int)
    case decimal(DecimalNumber)
    case truth(Bool)
    case list([Value])
    case object([KnownField])
  }

  init(_ key: String, _ value: Value, _ words: String? = nil) {
    self.key = key
    self.value = value
    self.words = words
  }

  /// A number, in words as "label number unit". `null` when it is not known; not mentioned then, nor without label and
  /// unit.
  init(_ key: String, _ number: DecimalNumber?, label: String = "", unit: String = "") {
    self.init(key, number.map { .decimal($0) } ?? .null, number.flatMap { Self.words($0.description, label, unit) })
  }

  init(_ key: String, _ number: (some BinaryInteger)?, label: String = "", unit: String = "") {
    self.init(key, number.map { .number(Int($0)) } ?? .null, number.flatMap { Self.words("\($0)", label, unit) })
  }

  /// Octets as hex; the words with spaces between octets.
  init(_ key: String, octets: [UInt8], label: String? = nil) {
    self.init(
      key, .text(HexText.compact(octets)),
      octets.isEmpty ? nil : label.flatMap { Self.words(HexText.spaced(octets), $0, "") })
  }

  /// Text from the air.
  init(_ key: String, hostile octets: [UInt8], label: String) {
    let text = String(decoding: octets, as: UTF8.self)
    self.init(key, .text(text), text.isEmpty ? nil : Self.words(HostileText.quoted(text), label, ""))
  }

  private static func words(_ value: String, _ label: String, _ unit: String) -> String? {
    guard !label.isEmpty || !unit.isEmpty else { return nil }
    return (label.isEmpty ? "" : label + " ") + value + (unit.isEmpty ? "" : " " + unit)
  }

  func write(to json: inout JSONWriter) { value.write(key, to: &json) }

  /// The words of the fields that have any.
  static func words(_ fields: [KnownField]) -> String { fields.compactMap(\.words).joined(separator: ", ") }
}

extension KnownField.Value {
  static func hex(_ octets: [UInt8]) -> Self { .text(HexText.compact(octets)) }
  static func optional(_ text: String?) -> Self { text.map { .text($0) } ?? .null }

  func write(_ key: String?, to json: inout JSONWriter) {
    switch self {
    case .null: json.null(key)
    case .text(let text): json.value(key, text)
    case .number(let number): json.value(key, number)
    case .decimal(let number): json.value(key, decimal: number)
    case .truth(let truth): json.value(key, truth)
    case .list(let values):
      json.array(key, values) { json, value in value.write(nil, to: &json) }
    case .object(let fields):
      json.object(key) { json in
        for field in fields { field.write(to: &json) }
      }
    }
  }
}
