internal import AdvertCapture
internal import AdvertisingData
internal import AssignedNumbers

/// A value of a row, independent of the form of the row.
indirect enum RowValue: Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(DecimalNumber)
  /// Words and numbers of this program, which need no escapes.
  case word(String)
  case time(Timestamp)
  /// Text from the air, which may contain any characters.
  case text(String)
  case octets([UInt8])
  case list([RowValue])
  case object([(key: String, value: RowValue)])
  /// One of the values above, with its form outside of JSON.
  case told(RowValue, flat: String)

  /// The text of a cell of comma- or tab-separated values, harmless but not yet quoted; empty for no value.
  var flat: String {
    switch self {
    case .null: ""
    case .boolean(let truth): truth ? "true" : "false"
    case .integer(let number): String(number)
    case .number(let number): number.description
    case .time(let time): time.unixSeconds
    case .word(let word): word
    case .text(let text): HostileText.field(text)
    case .octets(let octets): HexText.compact(octets)
    // In brackets, so that readers never take a list of one number for a number.
    case .list(let values): "[" + values.map { $0.flat }.joined(separator: ", ") + "]"
    case .object: HostileText.field(json)
    case .told(_, let flat): flat
    }
  }

  /// The value as JSON on one line.
  var json: String {
    var json = JSONWriter(isIndented: false)
    write(nil, to: &json)
    let text = json.text
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  func write(_ key: String?, to json: inout JSONWriter) {
    switch self {
    case .null: json.null(key)
    case .boolean(let truth): json.value(key, truth)
    case .integer(let number): json.value(key, Int(clamping: number))
    case .number(let number): json.value(key, decimal: number)
    case .word(let text), .text(let text): json.value(key, text)
    case .time(let time): json.value(key, literal: time.unixSeconds)
    case .octets(let octets): json.value(key, HexText.compact(octets))
    case .list(let values): json.array(key, values) { $1.write(nil, to: &$0) }
    case .object(let members):
      json.object(key) { json in
        for (key, value) in members { value.write(key, to: &json) }
      }
    case .told(let value, _): value.write(key, to: &json)
    }
  }

  /// Returns the value as one of a type, so that a column never changes its own: a number among words becomes a word,
  /// and a value that does not fit at all becomes `null`.
  func conforming(to type: ValueType) -> RowValue {
    switch (self, type) {
    case (.null, _): self
    case (_, .optional(let type)): conforming(to: type)
    case (.boolean, .boolean), (.integer, .integer), (.integer, .number), (.number, .number): self
    case (.word, .string), (.text, .string), (.octets, .string): self
    case (.boolean, .string), (.integer, .string), (.number, .string): .word(flat)
    case (.list, .string): .text(flat)
    case (.number(let number), .integer) where !number.description.contains("."): self
    case (.list(let values), .list(let element)): .list(values.map { $0.conforming(to: element) })
    case (.object(let members), .object(let keys)):
      .object(
        members.compactMap { member in
          keys.first { $0.key == member.key }.map { (member.key, member.value.conforming(to: $0.type)) }
        })
    default: .null
    }
  }
}

extension RowValue {
  init(_ value: Field.Value) {
    switch value {
    case .null: self = .null
    case .truth(let truth): self = .boolean(truth)
    case .number(let number): self = .integer(number)
    case .hexNumber(let number, _): self = .integer(Int64(clamping: number))
    case .decimal(let number): self = .number(number)
    case .text(let text): self = .word(text)
    case .foreignText(let octets): self = .text(String(decoding: octets, as: UTF8.self))
    case .bareForeignText(let text): self = .text(text)
    case .octets(let octets), .vendorOctets(let octets): self = .octets(octets)
    case .address(let octets): self = .word(HexText.address(octets))
    case .uuid(let uuid): self = .word(uuid.description)
    case .company(let number), .appearance(let number): self = .integer(Int64(number))
    case .uri(let scheme, let rest): self = URISchemes.prefix(of: scheme).map { .text($0 + rest) } ?? .null
    case .name(let number): self = number.name.map { .word($0) } ?? .null
    case .overflowBits(let bits): self = .list(bits.map { .integer(Int64($0)) })
    case .list(let values): self = .list(values.map { RowValue($0) })
    case .object(let fields):
      self = .object(fields.filter { !$0.key.isEmpty }.map { ($0.key, RowValue($0.value)) })
    }
  }
}
