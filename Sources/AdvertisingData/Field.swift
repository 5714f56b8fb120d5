/// One field of a decoded value: what it means, how it is written for machines and for people, where its octets are, and
/// what may be shown of it.
///
/// Text, JSON, columns, redaction and the check of a format are projections of the same fields. Names that need tables
/// (companies, services, appearances) are looked up when a field is printed, so that this module needs no tables.
public struct Field: Hashable, Sendable {
  /// For machines: the name of the JSON member. Empty for octets that machines are not told of, such as a length: the field
  /// then only has a place and a role.
  public var key: String
  /// What the field holds.
  public var value: Value
  /// Stands in front of the value in text. Empty when the value speaks for itself.
  public var label: String
  /// Stands after the value in text. Empty when there is none.
  public var unit: String
  /// Stands in text between the words of the fields before and those of this one.
  public var separator: String
  /// Stands in text in place of value and unit when the value is null or empty. `nil` when the field is left out then.
  public var whenEmpty: String?
  /// Octets of the field, from the first octet of the value or of the known data. `nil` for what is derived from other
  /// fields.
  public var range: Range<Int>?
  /// What the field tells about the device, which decides whether redaction keeps its octets.
  public var role: Role
  /// How people are told the field.
  public var wording: Wording
  /// Whether the meaning rests on general knowledge rather than on a source.
  public var isUnverified: Bool

  /// A field of any value. Without a wording, people are told label, value and unit, or nothing when there is neither
  /// label, unit nor `whenEmpty`.
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

  /// Yes or no. People are told the phrase when it is yes, and nothing when it is no.
  public init(
    _ key: String, _ truth: Bool, whenTrue phrase: String? = nil, at range: Range<Int>? = nil, role: Role = .data,
    isUnverified: Bool = false
  ) {
    self.init(
      key, .truth(truth), at: range, role: role,
      wording: truth ? phrase.map { .phrase($0) } ?? .hidden : .hidden, isUnverified: isUnverified)
  }

  /// Octets that only say how the others are read, such as a length. They stay when data are redacted, and nothing prints
  /// them.
  public static func structure(at range: Range<Int>) -> Field {
    Field("", .null, at: range, role: .structure)
  }

  /// What stands in front of the words of the other fields, with a space between.
  public static func title(_ words: String) -> Field {
    Field("", .null, wording: .title(words))
  }

  /// Words of their own in place of a value, when there are any. They hold nothing from the air.
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
    /// A number that people know in hexadecimal: printed with two digits for each of its octets, a number in JSON.
    case hexNumber(UInt64, octets: Int)
    /// A number with decimals.
    case decimal(DecimalNumber)
    /// Words of this module: harmless.
    case text(String)
    /// Text from the air, UTF-8 as claimed: it may hold control characters and anything else. Printed in quotation marks.
    case foreignText([UInt8])
    /// Text from the air that is printed without quotation marks, such as a web address.
    case bareForeignText(String)
    /// Octets without further meaning, in hexadecimal.
    case octets([UInt8])
    /// Octets in a format that their vendor defines: in hexadecimal, and in text with the readable parts of them.
    case vendorOctets([UInt8])
    /// An address or a part of one, in the order in which it is printed.
    case address([UInt8])
    /// A UUID, in its shortest form.
    case uuid(BluetoothUUID)
    /// A company identifier.
    case company(UInt16)
    /// A number of the list of appearances.
    case appearance(UInt16)
    /// A URI whose scheme is the number, and `rest` is from the air. `null` in JSON when the scheme is not assigned.
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

  /// A number that Assigned Numbers has a name for.
  public enum AssignedNumber: Hashable, Sendable {
    /// A company identifier.
    case company(UInt16)
    /// A UUID of a service or another attribute.
    case uuid(BluetoothUUID)
    /// A number of the list of appearances.
    case appearance(UInt16)
    /// The character that stands for the scheme of a URI.
    case uriScheme(UInt32)
    /// A maker of Matter devices, numbered by the Connectivity Standards Alliance.
    case matterVendor(UInt16)
  }

  /// How people are told the field.
  public enum Wording: Hashable, Sendable {
    /// Not at all: the field says nothing to them, or the words of another field say it.
    case hidden
    /// Label, value and unit: `battery 3000 mV`. Nothing when the value is null or empty.
    case value
    /// The values of a list with this between them, after the label and before the unit. Nothing when there are none.
    case items(separator: String)
    /// These words in place of label, value and unit. They hold nothing from the air.
    case phrase(String)
    /// These words in front of those of the other fields, with a space after them.
    case title(String)
  }

  /// What the octets are, and so what redaction does with them.
  public enum Role: Hashable, Sendable {
    /// They say what the others are or how the device works, not who it is: they stay.
    case structure
    /// The bits given are structure, the others data. The field is one octet.
    case bits(UInt8)
    /// Others stand in their place.
    case data
    /// One octet, in whose place another of the same range stands: what is wrong with it stays wrong.
    case limited([ClosedRange<UInt8>])
    /// Text, in whose place other text stands.
    case text
    /// Six octets of an address, in whose place another stands. The order is `nil` when both are in use. Findings call it
    /// by this name: `the address of a sensor`.
    case address(isLittleEndian: Bool?, name: String)
  }
}

extension [Field] {
  /// Whether the meaning of one of them, or of a field inside it, rests on general knowledge.
  public var hasUnverified: Bool { contains { $0.isUnverified || $0.value.hasUnverified } }

  /// Every field, and after each the fields inside it.
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
