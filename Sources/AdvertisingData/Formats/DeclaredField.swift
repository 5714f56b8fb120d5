/// A field that data of a table can have: what a program can expect under its key, whatever the octets are.
package struct DeclaredField: Hashable, Sendable {
  package let key: String
  package let kinds: Kinds
  /// Empty when there is none.
  package let unit: String

  init(_ key: String, _ kinds: Kinds, unit: String = "") {
    self.key = key
    self.kinds = kinds
    self.unit = unit
  }

  /// What a value can be in JSON.
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

extension KnownPayload.Format {
  /// The fields of the forms that are tables, in their order; a key stands once for each form that has it. None of a format
  /// that code reads.
  package var declaredFields: [DeclaredField] {
    forms.flatMap { $0.declaredFields(ofAtLeast: carrier.fewestOctets) } + otherFields
  }
}

extension DataForm {
  /// - Parameter fewest: octets that all data of the carrier have.
  fileprivate func declaredFields(ofAtLeast fewest: Int) -> [DeclaredField] {
    let (isOpen, isExact) =
      switch ending {
      case .known: (false, true)
      case .closed, .open: (true, false)
      case .found: (false, false)
      }
    // The octets with marks are there, or the data are of another form.
    let shortest = marks.reduce(fewest) { max($0, Int($1.offset) + 1) }
    let whole = columns.map { $0.declared } + (isOpen ? [DeclaredField("rest", .string)] : [])
    return whole + (!isExact && shortest < count ? [DeclaredField("data", .string)] : [])
  }
}

extension KnownPayload.Carrier {
  fileprivate var fewestOctets: Int {
    switch self {
    case .services: 0
    case .company: 1
    case .devices: 2
    }
  }
}
