/// A field that values of an AD type or data of a known format can have: the kinds of value that a program can expect
/// under its key.
package struct DeclaredField: Hashable, Sendable {
  /// The key. Empty for data that are one measurement.
  package let key: String
  /// The possible kinds of the value; for a list, those of its elements. Empty for objects.
  package let kinds: Kinds
  /// The unit. Empty without one.
  package let unit: String
  /// Whether the field holds several values.
  package let isList: Bool
  /// The fields of an object, or of the objects of a list.
  package let members: [DeclaredField]
  /// The measurements, by name, of objects that have a name, a value and a unit.
  package let measurements: [DeclaredField]

  init(
    _ key: String, _ kinds: Kinds, unit: String = "", isList: Bool = false, members: [DeclaredField] = [],
    measurements: [DeclaredField] = []
  ) {
    self.key = key
    self.kinds = kinds
    self.unit = unit
    self.isList = isList
    self.members = members
    self.measurements = measurements
  }

  /// Whether the value is an object, or a list of objects, with fields of their own.
  package var isObject: Bool { kinds.isEmpty && !members.isEmpty }

  /// The kinds of a value in JSON.
  package struct Kinds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let null = Kinds(rawValue: 1)
    package static let boolean = Kinds(rawValue: 2)
    package static let integer = Kinds(rawValue: 4)
    package static let number = Kinds(rawValue: 8)
    package static let string = Kinds(rawValue: 16)
  }
}

extension DeclaredField {
  /// A whole number.
  static func integer(_ key: String, unit: String = "", orNull: Bool = false) -> Self {
    Self(key, orNull ? [.integer, .null] : .integer, unit: unit)
  }

  /// A number with decimals.
  static func number(_ key: String, unit: String = "", orNull: Bool = false) -> Self {
    Self(key, orNull ? [.number, .null] : .number, unit: unit)
  }

  /// Text, octets or an address.
  static func string(_ key: String, orNull: Bool = false) -> Self { Self(key, orNull ? [.string, .null] : .string) }

  /// Yes or no.
  static func boolean(_ key: String, orNull: Bool = false) -> Self { Self(key, orNull ? [.boolean, .null] : .boolean) }

  /// A list of values.
  static func list(_ key: String, of kinds: Kinds, unit: String = "") -> Self {
    Self(key, kinds, unit: unit, isList: true)
  }

  /// A list of objects with these fields. Those that have a name, a value and a unit measure something.
  static func objects(_ key: String, _ members: [DeclaredField], measuring measurements: [DeclaredField] = []) -> Self {
    Self(key, [], isList: true, members: members, measurements: measurements)
  }

  /// Data that are one measuring object: the fields have no key around them.
  static func measurement(_ members: [DeclaredField], measuring measurements: [DeclaredField]) -> Self {
    Self("", [], members: members, measurements: measurements)
  }

  /// The same field, which can also be null.
  var orNull: Self {
    Self(key, kinds.union(.null), unit: unit, isList: isList, members: members, measurements: measurements)
  }
}

extension FixedFormat {
  /// Returns the fields that data of the form can have.
  ///
  /// - Parameter fewest: the fewest octets of all data of the carrier.
  func declaredFields(ofAtLeast fewest: Int) -> [DeclaredField] {
    let (isOpen, isExact) =
      switch ending {
      case .known: (false, true)
      case .closed, .open: (true, false)
      case .strict, .found: (false, false)
      }
    // The octets with marks are present, or the data are of another form.
    let shortest = marks.reduce(fewest) { max($0, Int($1.offset) + 1) }
    let whole = columns.declared + (isOpen ? [DeclaredField("rest", .string)] : [])
    return whole + (!isExact && shortest < count ? [DeclaredField("data", .string)] : [])
  }
}

extension KnownPayload.Discriminator {
  /// The fewest octets of all data of the carrier.
  var fewestOctets: Int {
    switch self {
    case .services: 0
    case .company: 1
    case .devices: 2
    }
  }
}
