/// One field of a decoded value: its meaning, its forms for machines and for people, the place of its octets, and their
/// treatment in redaction.
///
/// Text, JSON, columns, redaction and the check of a format are projections of the same fields. Names that need tables
/// (companies, services, appearances) are looked up when a field is printed, so that this module needs no tables.
public struct Field: Hashable, Sendable {
  /// The name of the JSON member, for machines. Empty for octets that machines do not get, such as a length: the field
  /// then only has a place and a role.
  public var key: String
  /// The value of the field.
  public var value: Value
  /// The text before the value. Empty when the value needs no label.
  public var label: String
  /// The text after the value. Empty when the value has no unit.
  public var unit: String
  /// The text between the words of earlier fields and those of this one.
  public var separator: String
  /// The text in place of value and unit when the value is null or empty. `nil` when the field is left out then.
  public var whenEmpty: String?
  /// The octets of the field, from the first octet of the value or of the known data. `nil` for a field that is derived
  /// from other fields.
  public var range: Range<Int>?
  /// The role of the octets, which decides whether redaction keeps them.
  public var role: Role
  /// The form of the field in text for people.
  public var wording: Wording
  /// Whether the meaning rests on general knowledge rather than on a source.
  public var isUnverified: Bool

  /// A field with any value. Without a wording, text has label, value and unit, or nothing when there is neither label,
  /// unit nor `whenEmpty`.
  public init(
    _ key: String, _ value: Value, label: String = "", unit: String = "", whenEmpty: String? = nil,
    at range: Range<Int>? = nil, role: Role = .data, wording: Wording? = nil, separator: String = ", ",
    isUnverified: Bool = false
  ) {
    self.key = key
    self.value = value
    self.label = label
    self.unit = unit
    self.whenEmpty = whenEmpty
    self.separator = separator
    self.range = range
    self.role = role
    self.wording = wording ?? (label.isEmpty && unit.isEmpty && whenEmpty == nil ? .hidden : .value)
    self.isUnverified = isUnverified
  }

  /// A whole number; ``Value/null`` when it is not known.
  public init(
    _ key: String, _ number: (some BinaryInteger)?, label: String = "", unit: String = "", whenEmpty: String? = nil,
    at range: Range<Int>? = nil, role: Role = .data, wording: Wording? = nil, separator: String = ", ",
    isUnverified: Bool = false
  ) {
    self.init(
      key, number.map { .number(Int64(clamping: $0)) } ?? .null, label: label, unit: unit, whenEmpty: whenEmpty,
      at: range, role: role, wording: wording, separator: separator, isUnverified: isUnverified)
  }

  /// A number with decimals; ``Value/null`` when it is not known.
  public init(
    _ key: String, _ number: DecimalNumber?, label: String = "", unit: String = "", whenEmpty: String? = nil,
    at range: Range<Int>? = nil, role: Role = .data, wording: Wording? = nil, separator: String = ", ",
    isUnverified: Bool = false
  ) {
    self.init(
      key, number.map { .decimal($0) } ?? .null, label: label, unit: unit, whenEmpty: whenEmpty, at: range, role: role,
      wording: wording, separator: separator, isUnverified: isUnverified)
  }

  /// Yes or no. Text has the phrase when it is yes, and nothing when it is no.
  public init(
    _ key: String, _ truth: Bool, whenTrue phrase: String? = nil, at range: Range<Int>? = nil, role: Role = .data,
    isUnverified: Bool = false
  ) {
    self.init(
      key, .truth(truth), at: range, role: role,
      wording: truth ? phrase.map { .phrase($0) } ?? .hidden : .hidden, isUnverified: isUnverified)
  }

  /// Octets that decide how the others are read, such as a length. Redaction keeps them, and no output prints them.
  public static func structure(at range: Range<Int>) -> Field {
    Field("", .null, at: range, role: .structure)
  }

  /// Words before those of the other fields, with a space between.
  public static func title(_ words: String) -> Field {
    Field("", .null, wording: .title(words))
  }

  /// Words without a value, when there are any. They contain no text from the air.
  public static func phrase(_ words: String?, separator: String = ", ") -> Field {
    Field("", .null, wording: words.map { .phrase($0) } ?? .hidden, separator: separator)
  }

  /// The value of a field.
  public indirect enum Value: Hashable, Sendable {
    /// Not known, or left out.
    case null
    /// Yes or no.
    case truth(Bool)
    /// A whole number.
    case number(Int64)
    /// A number that people write in hexadecimal: printed with two digits for each of its octets, and a number in JSON.
    case hexNumber(UInt64, octets: Int)
    /// A number with decimals.
    case decimal(DecimalNumber)
    /// Words of this module: safe to print.
    case text(String)
    /// Text from the air, UTF-8 by its type: it may contain control characters and any other octets. Printed in
    /// quotation marks.
    case foreignText([UInt8])
    /// Text from the air that is printed without quotation marks, such as a web address.
    case bareForeignText(String)
    /// Octets without further meaning, in hexadecimal.
    case octets([UInt8])
    /// Octets in a format that their vendor defines: in hexadecimal, and in text together with their readable parts.
    case vendorOctets([UInt8])
    /// An address or a part of one, in the order in which it is printed.
    case address([UInt8])
    /// A UUID, in its shortest form.
    case uuid(BluetoothUUID)
    /// A company identifier.
    case company(UInt16)
    /// A number of the list of appearances.
    case appearance(UInt16)
    /// A URI whose scheme is the number, and whose `rest` is from the air. `null` in JSON when the scheme is not
    /// assigned.
    case uri(scheme: UInt32, rest: String)
    /// The assigned name of a number, looked up when printed; `null` in JSON when there is none.
    case name(of: AssignedNumber)
    /// The bits that are set in an ``OverflowArea``, ascending. Services that set a bit are named when printed.
    case overflowBits([Int])
    /// Several values, in the order in which they are printed.
    case list([Value])
    /// Fields of their own, in the order in which they are printed.
    case object([Field])
  }

  /// A number that has a name in Assigned Numbers.
  public enum AssignedNumber: Hashable, Sendable {
    /// A company identifier.
    case company(UInt16)
    /// A UUID of a service or another attribute.
    case uuid(BluetoothUUID)
    /// A number of the list of appearances.
    case appearance(UInt16)
    /// The character that encodes the scheme of a URI.
    case uriScheme(UInt32)
    /// A maker of Matter devices, numbered by the Connectivity Standards Alliance.
    case matterVendor(UInt16)
  }

  /// The form of a field in text for people.
  public enum Wording: Hashable, Sendable {
    /// Hidden: the field has no meaning for people, or the words of another field express it.
    case hidden
    /// Label, value and unit: `battery 3000 mV`. No text when the value is null or empty.
    case value
    /// The values of a list with this separator, after the label and before the unit. No text when there are none.
    case items(separator: String)
    /// Words in place of label, value and unit, which contain no text from the air.
    case phrase(String)
    /// Words before those of the other fields, with a space after them.
    case title(String)
  }

  /// The role of octets, which decides how redaction treats them.
  public enum Role: Hashable, Sendable {
    /// Octets that decide how others are read or how the device works, and do not identify the device: redaction keeps
    /// them.
    case structure
    /// The given bits are structure, the others data. The field is one octet.
    case bits(UInt8)
    /// Redaction replaces them.
    case data
    /// One octet, which redaction replaces by another of the same range: an invalid value stays invalid.
    case limited([ClosedRange<UInt8>])
    /// Text, which redaction replaces by other text.
    case text
    /// Six octets of an address, which redaction replaces by another. The order is `nil` when both orders are in use.
    /// The name is for findings: `the address of a sensor`.
    case address(isLittleEndian: Bool?, name: String)
  }
}

extension [Field] {
  /// Whether the meaning of one of them, or of a field inside it, rests on general knowledge.
  public var hasUnverified: Bool { contains { $0.isUnverified || $0.value.hasUnverified } }

  /// Every field, each followed by the fields inside it.
  public var flattened: [Field] { flatMap { [$0] + $0.value.innerFields } }
}

extension Field.Value {
  fileprivate var hasUnverified: Bool {
    switch self {
    case .list(let values): values.contains { $0.hasUnverified }
    case .object(let fields): fields.hasUnverified
    default: false
    }
  }

  fileprivate var innerFields: [Field] {
    switch self {
    case .list(let values): values.flatMap { $0.innerFields }
    case .object(let fields): fields.flattened
    default: []
    }
  }
}
