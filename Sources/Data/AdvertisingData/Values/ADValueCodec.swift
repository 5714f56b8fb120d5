/// The octets and the meaning of the values of one AD type, or of several that differ little: the conformance of a type
/// contains all knowledge of it.
///
/// Text, JSON and redaction are made from ``fields``.
protocol ADValueCodec: Hashable, Sendable {
  /// The blocks that may have structures of the type, and how often.
  static var allowances: Allowances { get }
  /// Returns the ranges and roles of the octets that decoding uses before it finds that octets do not fit the type.
  /// Keys and values do not matter.
  static func beginning(of octets: [UInt8]) -> [Field]

  /// Decodes all octets of a value. Throws when they do not fit the type, which must be one of the codec's.
  init(decoding value: Span<UInt8>, type: ADType) throws(Malformation)

  /// The type of the value's structure.
  var type: ADType { get }
  /// The value octets, exactly as they were decoded.
  var octets: [UInt8] { get }
  /// The fields of the value. The title comes first, and places count from the first value octet.
  var fields: [Field] { get }
  /// All fields that ``fields`` can have.
  static var declaredFields: [DeclaredField] { get }
  /// The value as a case of ``ADValue``.
  var adValue: ADValue { get }
}

extension ADValueCodec {
  static func beginning(of octets: [UInt8]) -> [Field] { [] }
}

/// A codec for one type.
protocol SingleTypeCodec: ADValueCodec {
  static var assignedType: ADType { get }
  init(decoding value: Span<UInt8>) throws(Malformation)
}

extension SingleTypeCodec {
  init(decoding value: Span<UInt8>, type: ADType) throws(Malformation) {
    try self.init(decoding: value)
  }

  var type: ADType { Self.assignedType }
}

/// The functions of a codec that need no value.
struct Codec {
  let allowances: Allowances
  let declaredFields: () -> [DeclaredField]
  let beginning: ([UInt8]) -> [Field]
  let decode: (Span<UInt8>, ADType) throws(Malformation) -> ADValue

  init<Value: ADValueCodec>(_: Value.Type) {
    allowances = Value.allowances
    declaredFields = { Value.declaredFields }
    beginning = { Value.beginning(of: $0) }
    decode = { (value, type) throws(Malformation) in try Value(decoding: value, type: type).adValue }
  }
}

extension Field {
  /// A field with the names of the set bits, and the reserved bits as a number.
  static func bitNames<Bits: OptionSet>(
    _ key: String, of bits: Bits, _ names: [(Bits, String)], reserved: Bits, whenEmpty: String
  ) -> Field where Bits.RawValue == UInt8 {
    let reserved = bits.rawValue & reserved.rawValue
    let set =
      names.filter { bits.rawValue & $0.0.rawValue != 0 }.map { $0.1 }
      + (reserved == 0 ? [] : ["reserved bits \(HexDigits.number(reserved, octets: 1))"])
    return Field(key, .list(set.map { .text($0) }), whenEmpty: whenEmpty)
  }

  /// Reserved bits, which text shows when any is set.
  static func reservedBits(_ bits: UInt8, at range: Range<Int>? = nil) -> Field {
    Field(
      "reserved", bits, at: range, role: .structure,
      wording: bits == 0 ? .hidden : .phrase("reserved bits \(HexDigits.number(bits, octets: 1))"))
  }

  /// Data channels, ascending; in text with runs joined: `data channels 0-8, 11`.
  static func channels(_ key: String, _ channels: [Int], at range: Range<Int>? = nil) -> Field {
    let words = channels.runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound - 1)" }
    return Field(
      key, .list(channels.map { .number(Int64($0)) }), at: range, role: .structure,
      wording: .phrase("data channels " + (words.isEmpty ? "none" : words.joined(separator: ", "))))
  }
}

/// The reason why the octets of a value do not fit its type.
public enum Malformation: Error, Hashable, Sendable {
  /// The type has a fixed length, and the value has another.
  case wrongLength(expected: Int, actual: Int)
  /// The type has one of two lengths, and the value has neither.
  case neitherLength(Int, Int, actual: Int)
  /// The type needs at least `minimum` octets.
  case tooShort(minimum: Int, actual: Int)
  /// The type has room for at most `maximum` octets.
  case tooLong(maximum: Int, actual: Int)
  /// A list of items of `itemSize` octets whose length is not a multiple of it.
  case ragged(itemSize: Int, actual: Int)
  /// The item that starts at `offset` of the value needs more octets than follow.
  case itemOverruns(offset: Int, needed: Int, available: Int)
}

extension Malformation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongLength(let expected, let actual): "needs exactly \(octetCount(expected)), has \(actual)"
    case .neitherLength(let one, let other, let actual):
      "needs exactly \(one) or \(octetCount(other)), has \(actual)"
    case .tooShort(let minimum, let actual): "needs at least \(octetCount(minimum)), has \(actual)"
    case .tooLong(let maximum, let actual): "holds at most \(octetCount(maximum)), has \(actual)"
    case .ragged(let itemSize, let actual): "needs a multiple of \(octetCount(itemSize)), has \(actual)"
    case .itemOverruns(let offset, let needed, let available):
      "the part at byte \(offset) of the value needs \(octetCount(needed)), has \(available)"
    }
  }

  private func octetCount(_ count: Int) -> String {
    counted(count, "byte")
  }
}
