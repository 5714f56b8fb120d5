/// The type of a key's value in JSON.
package indirect enum ValueType: Hashable, Sendable {
  /// Any text.
  case string
  /// One of a few words.
  case words([String])
  /// Octets in lower-case hexadecimal.
  case octets
  /// A device address, most significant octet first.
  case address
  /// A UUID in its shortest form.
  case uuid
  case integer
  case number
  /// Unix seconds with six decimals.
  case time
  case boolean
  case list(ValueType)
  /// An element of a list that can be `null`.
  case optional(ValueType)
  /// An object with these keys and no others.
  case object([DescribedKey])
  /// The same, for keys that Reference/Output describes at another place.
  case alike([DescribedKey])
  /// An object whose keys are those of the decoded fields of an AD type or a known format.
  case decoded

  /// The type for people: `array of strings`.
  var words: String {
    switch self {
    case .string, .words, .octets, .address, .uuid: "string"
    case .integer: "integer"
    case .number, .time: "number"
    case .boolean: "boolean"
    case .list(.object), .list(.alike): "array of objects"
    case .list(let element): "array of \(element.words)s"
    case .optional(let value): value.words
    case .object, .alike, .decoded: "object"
    }
  }
}

/// A key of a document or a row, described once. Its schema and its line in Reference/Output are made from this.
package struct DescribedKey: Hashable, Sendable {
  let key: String
  let type: ValueType
  /// The meaning of the value with its unit, in Markdown.
  let meaning: String
  /// The case in which the value is `null`, in words; `nil` when it never is.
  let null: String?
  /// The case in which the key is absent, in words; `nil` when it never is.
  let absent: String?

  /// - Parameter meaning: without the unit.
  init(
    _ key: String, _ type: ValueType, _ meaning: String, unit: String? = nil, null: String? = nil, absent: String? = nil
  ) {
    self.key = key
    self.type = type
    self.meaning = [meaning, unit.map { "in \($0)" } ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    self.null = null
    self.absent = absent
  }
}
