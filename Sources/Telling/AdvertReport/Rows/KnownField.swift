internal import AdvertisingData

/// A value of a known format that can be a column: `ruuviTag.temperature`.
///
/// The name is the id of the format and the key of the field. Measurements that a format lists, each with its name, are
/// columns by these names: `btHome.temperature`. So a column has one meaning and one type in all data.
struct KnownField: Hashable, Sendable {
  /// The id of the format.
  let format: String
  /// The key of the field, with those of the fields around it before dots.
  let path: String
  let type: ValueType
  /// The unit. Empty without one.
  let unit: String

  var name: String { "\(format).\(path)" }

  /// All fields, by format and name, as the formats declare them.
  static let all: [KnownField] = KnownPayload.formats.flatMap { declared(by: $0) }

  /// Returns the fields that a format declares, each once.
  private static func declared(by format: KnownPayload.Format) -> [KnownField] {
    var byPath: [String: [DeclaredField]] = [:]
    add(format.declaredFields, below: "", to: &byPath)
    return byPath.compactMap { path, fields in
      guard let type = ValueType(fields) else { return nil }
      let units = Set(fields.map { $0.unit }).subtracting(["", " "])
      return KnownField(format: format.id, path: path, type: type, unit: units.sorted().joined(separator: " or "))
    }.sorted { $0.path < $1.path }
  }

  private static func add(_ fields: [DeclaredField], below start: String, to byPath: inout [String: [DeclaredField]]) {
    for field in fields {
      guard field.isObject else {
        byPath[start + field.key, default: []].append(field)
        continue
      }
      let start = field.isList || field.key.isEmpty ? start : start + field.key + "."
      for measured in field.measurements {
        byPath[start + MeasuredField.key(of: measured), default: []].append(measured)
      }
      let isMeasurement = !field.measurements.isEmpty
      add(
        field.members.filter { !isMeasurement || !MeasuredField.keys.contains($0.key) && $0.key != "id" }, below: start,
        to: &byPath)
    }
  }

  /// The fields by name.
  static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  /// The members of the column `known`: an object for each format.
  static let objects: [DescribedKey] = {
    var keys: [DescribedKey] = []
    var members: [String: [DescribedKey]] = [:]
    for field in all { members[field.format, default: []].append(field.description(key: field.path)) }
    for format in KnownPayload.formats {
      guard let members = members[format.id] else { continue }
      keys.append(
        DescribedKey(format.id, .object(members), format.name, absent: "unless the data are of this format"))
    }
    return keys
  }()

  private func description(key: String) -> DescribedKey {
    DescribedKey(
      key, type, "", unit: unit.isEmpty ? nil : unit, null: "when the device does not say it",
      absent: "when the form of the data does not have it")
  }

  /// The description as a column of its own.
  var description: DescribedKey {
    DescribedKey(name, type, "", unit: unit.isEmpty ? nil : unit, null: "when there is none")
  }
}

extension ValueType {
  /// The type of a column whose values are those of the fields; `nil` when it never has one.
  fileprivate init?(_ fields: [DeclaredField]) {
    let kinds = fields.reduce(into: DeclaredField.Kinds()) { $0.formUnion($1.kinds) }
    guard let single = Self(kinds) else { return nil }
    if fields.allSatisfy({ $0.isList }) {
      self = .list(.optional(single))
    } else {
      self = fields.contains { $0.isList } ? .string : single
    }
  }

  /// The type of values of these kinds; `nil` when they are never one.
  private init?(_ kinds: DeclaredField.Kinds) {
    switch kinds.subtracting(.null) {
    case []: return nil
    case .boolean: self = .boolean
    case .integer: self = .integer
    case .number, [.number, .integer]: self = .number
    default: self = .string
    }
  }
}

/// The values of data in a known format, by their names.
struct KnownValues {
  let format: String
  /// The values, in the order of the format. Of several values with one name the first.
  private(set) var values: [(path: String, value: RowValue, unit: String)] = []
  private var paths: Set<String> = []

  init(_ known: KnownPayload) {
    format = known.format.id
    add(known.reading.fields, below: "")
  }

  private mutating func add(_ path: String, _ value: RowValue, unit: String) {
    if paths.insert(path).inserted { values.append((path, value, unit)) }
  }

  private mutating func add(_ fields: [Field], below start: String) {
    if let measurement = MeasuredField(fields) {
      add(start + measurement.key, RowValue(measurement.value), unit: measurement.unit)
      return add(fields.filter { !MeasuredField.keys.contains($0.key) && $0.key != "id" }, below: start + "")
    }
    for field in fields where !field.key.isEmpty {
      switch field.value {
      case .object(let inner): add(inner, below: start + field.key + ".")
      case .list(let elements) where !elements.isEmpty && elements.allSatisfy { $0.isObject }:
        for case .object(let inner) in elements { add(inner, below: start) }
      default: add(start + field.key, RowValue(field.value), unit: field.unit)
      }
    }
  }

  /// Returns the value with a name; `nil` for a number that the data do not have.
  func value(at path: String) -> RowValue? { values.first { $0.path == path }?.value }
}

/// A field that describes its own measurement with a name, a value and a unit.
private struct MeasuredField {
  static let keys: Set<String> = ["name", "value", "unit"]

  /// Measurements in several units have a column for each: here are those whose column has another name.
  private static let inOtherUnits = [
    "mass lb": "massPounds", "distance mm": "distanceMillimetres", "volume mL": "volumeMillilitres",
    "rotational speed °/s": "rotationalSpeedDegreesPerSecond",
  ]

  /// Names of numbers that are also names of yes or no values.
  private static let ofBoth: Set<String> = ["gas", "moisture", "power"]

  let key: String
  let value: Field.Value
  let unit: String

  /// Returns the name of the column for a declared measurement.
  static func key(of declared: DeclaredField) -> String {
    key(of: declared.key, in: declared.unit, isTruth: declared.kinds == .boolean)
  }

  private static func key(of name: String, in unit: String, isTruth: Bool) -> String {
    isTruth && ofBoth.contains(name) ? name + "Detected" : inOtherUnits["\(name) \(unit)"] ?? key(of: name)
  }

  init?(_ fields: [Field]) {
    func value(_ key: String) -> Field.Value? { fields.first { $0.key == key }?.value }
    guard let unit = value("unit"), let measured = value("value"), case .text(let name)? = value("name") else {
      return nil
    }
    self.unit = if case .text(let unit) = unit { unit } else { "" }
    let isTruth = if case .truth = measured { true } else { false }
    key = Self.key(of: name, in: self.unit, isTruth: isTruth)
    // A value with a unit is a number. One of a length that the object does not have is octets, and BTHome 1 can
    // declare it as a text.
    switch measured {
    case .octets, .foreignText: self.value = self.unit.isEmpty ? measured : .null
    default: self.value = measured
    }
  }

  /// Returns `volume flow rate` as `volumeFlowRate`.
  private static func key(of name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    return words.enumerated().map { number, word in
      number == 0 ? word.lowercased() : word.prefix(1).uppercased() + word.dropFirst().lowercased()
    }.joined()
  }
}

extension Field.Value {
  fileprivate var isObject: Bool {
    if case .object = self { true } else { false }
  }
}
