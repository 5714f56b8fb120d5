import Foundation
import TestSupport
import Testing

@testable import AdvertReport
@testable import AdvertisingData

/// AD types and known formats declare their fields: key, unit and what the value can be. The columns of `dump` and the schemas
/// are made from that, so data give what is declared, and nothing else.
@Suite struct DeclaredFieldsTests {
  @Test func formatsGiveWhatTheyDeclare() {
    var given: [String: Set<String>] = [:]
    for known in FormatSamples.data(oneIn: isExhaustive ? 1 : 200) {
      check(known.reading.fields, known.format.declaredFields, in: known.format.id, unitsToo: true)
      given[known.format.id, default: []].formUnion(Self.places(of: known.reading.fields))
    }
    for format in KnownPayload.formats {
      var missing = Self.places(declaredBy: format.declaredFields).subtracting(given[format.id] ?? [])
      for sample in FormatSamples.samples where sample.known.format == format && !missing.isEmpty {
        FormatSamples.forEachVariant(of: sample) { known in
          if known.format == format { missing.subtract(Self.places(of: known.reading.fields)) }
          return !missing.isEmpty
        }
      }
      if !missing.isEmpty {
        FormatSamples.forEachBesideSigns(of: format) { known in
          missing.subtract(Self.places(of: known.reading.fields))
          return !missing.isEmpty
        }
      }
      #expect(missing.isEmpty, "\(format.id) never gives \(missing.sorted())")
    }
  }

  @Test func typesGiveWhatTheyDeclare() {
    var given: Set<String> = []
    for (type, value) in Self.values(oneIn: isExhaustive ? 1 : 200) {
      let fields = ADValue(type: type, value: value.span).fields
      check(fields, ADValue.codec(of: type)?.declaredFields() ?? [], in: "type \(type.rawValue)")
      given.formUnion(Self.places(of: fields))
    }
    var missing = Self.places(declaredBy: ADValue.declaredFields).subtracting(given)
    for (type, value) in SampleValues.types {
      for beginning in Self.beginnings(of: value, oneIn: 1) where !missing.isEmpty {
        missing.subtract(Self.places(of: ADValue(type: ADType(rawValue: type), value: beginning.span).fields))
      }
    }
    #expect(missing.isEmpty, "no type gives \(missing.sorted())")
  }

  @Test func columnsAreNamedOnce() {
    #expect(Set(KnownField.all.map { $0.name }).count == KnownField.all.count)
  }

  /// A column has one unit. A height is in metres, and another column says above what; frame blocks can be one or more.
  @Test func aColumnHasOneUnit() {
    let several = KnownField.all.filter { $0.unit.contains(" or ") }.map { $0.name }
    #expect(several == ["remoteID.height", "basicAudioAnnouncement.frameBlocks"])
  }

  /// Whatever data hold, a value has a column, and the type of it.
  @Test func valuesHaveTheTypesOfTheirColumns() {
    var missing: Set<String> = []
    for known in FormatSamples.data(oneIn: 50) {
      for (path, value, _) in KnownValues(known).values {
        let name = "\(known.format.id).\(path)"
        guard let field = KnownField.byName[name] else {
          if case .null = value { continue }
          if case .list(let values) = value, values.isEmpty { continue }
          missing.insert(name)
          continue
        }
        let conforming = value.conforming(to: field.type)
        if case .null = conforming, case .null = value { continue }
        if case .null = conforming { Issue.record("\(field.name) of \(HexText.compact(known.octets))") }
      }
    }
    #expect(missing.isEmpty, "no column: \(missing.sorted())")
  }

  // MARK: Comparing

  /// - Parameter unitsToo: columns have units; the schemas of AD types do not.
  private func check(_ fields: [Field], _ declared: [DeclaredField], in owner: String, unitsToo: Bool = false) {
    // Data that are one measurement have its fields.
    let declared = declared.flatMap { $0.key.isEmpty ? $0.members : [$0] }
    for field in fields where !field.key.isEmpty {
      let candidates = declared.filter { $0.key == field.key }
      #expect(
        candidates.contains { $0.allows(field) && (!unitsToo || $0.allows(unitOf: field)) },
        "\(owner) does not declare \(field.key): \(field.value) \(field.unit)")
      let members = candidates.flatMap { $0.members }
      switch field.value {
      case .object(let inner): check(inner, members, in: owner + "." + field.key, unitsToo: unitsToo)
      case .list(let values):
        for case .object(let inner) in values { check(inner, members, in: owner + "." + field.key, unitsToo: unitsToo) }
      default: break
      }
    }
  }

  /// The places of the fields, those inside others after a dot.
  private static func places(of fields: [Field]) -> Set<String> {
    var places: Set<String> = []
    func add(_ fields: [Field], below start: String) {
      for field in fields where !field.key.isEmpty {
        let place = start + field.key
        places.insert(place)
        switch field.value {
        case .object(let inner): add(inner, below: place + ".")
        case .list(let values): for case .object(let inner) in values { add(inner, below: place + ".") }
        case .overflowBits: places.formUnion([place + ".bit", place + ".candidates"])
        default: break
        }
      }
    }
    add(fields, below: "")
    return places
  }

  private static func places(declaredBy fields: [DeclaredField], below start: String = "") -> Set<String> {
    fields.reduce(into: []) { places, field in
      if !field.key.isEmpty { places.insert(start + field.key) }
      let start = field.key.isEmpty ? start : start + field.key + "."
      places.formUnion(Self.places(declaredBy: field.members, below: start))
    }
  }

  // MARK: Values of AD types

  private static func values(oneIn stride: Int) -> [(type: ADType, value: [UInt8])] {
    var random = SplitMix64(seed: 24)
    var values: [(type: ADType, value: [UInt8])] = []
    for (type, value) in SampleValues.types {
      let sample = variants(of: value, &random).sampled(oneIn: max(1, stride / 10))
      values += ([value] + sample + beginnings(of: value, oneIn: stride)).map {
        (type: ADType(rawValue: type), value: $0)
      }
    }
    return values + provisioning(&random).map { (type: ADType.pbADV, value: $0) }
  }

  /// The value with each first octet, in each length.
  private static func beginnings(of value: [UInt8], oneIn stride: Int) -> [[UInt8]] {
    let long = value + [UInt8](repeating: 0, count: 24)
    return (0...UInt8.max).sampled(oneIn: stride).flatMap { first in
      (1...min(long.count, 40)).map { [first] + long[1..<$0] }
    }
  }

  /// Messages of mesh provisioning: of each kind, with each number that they can begin with.
  private static func provisioning(_ random: inout SplitMix64) -> [[UInt8]] {
    let link: [UInt8] = [1, 2, 3, 4, 0]
    let rest = random.octets(16)
    var values = [link + [3] + rest]
    for number in 0...UInt8.max {
      // The start of a transaction, and opening, acknowledging and closing a link.
      let pdus: [[UInt8]] = [[0, 0, 17, 1, number], [3, number], [7, number], [11, number]]
      for pdu in pdus { values += [link + pdu, link + pdu + rest] }
    }
    return values
  }

  /// The value with each octet changed, cut short and made longer.
  private static func variants(of value: [UInt8], _ random: inout SplitMix64) -> [[UInt8]] {
    let (tail, longTail) = (random.octets(9), random.octets(24))
    var variants = (0...value.count).map { Array(value.prefix($0)) } + [value + tail, value + longTail]
    variants += FormatSamples.missing(in: value)
    for index in value.indices {
      for octet in 0...UInt8.max {
        var changed = value + (octet % 3 == 0 ? [] : octet % 3 == 1 ? tail : longTail)
        changed[index] = octet
        variants.append(changed)
      }
    }
    return variants
  }
}

extension DeclaredField {
  /// Whether a field has the declared unit, or one of them. The unit of a measurement stands beside it.
  fileprivate func allows(unitOf field: Field) -> Bool {
    let given = field.unit.trimmingCharacters(in: .whitespaces)
    return key == "value" || given.isEmpty || unit.components(separatedBy: " or ").contains(given)
  }

  /// Whether the value of a field is as declared.
  fileprivate func allows(_ field: Field) -> Bool {
    switch field.value {
    case .list(let values):
      return isList && values.allSatisfy { isObject || kinds.isSuperset(of: $0.kinds) }
    case .overflowBits: return isList
    case .object: return isObject && !isList
    default: return !isList && kinds.isSuperset(of: field.value.kinds)
    }
  }
}

extension Field.Value {
  fileprivate var kinds: DeclaredField.Kinds {
    switch self {
    case .null: .null
    case .truth: .boolean
    case .number, .hexNumber, .company, .appearance: .integer
    case .decimal: .number
    // There is none for a number that is not assigned.
    case .uri, .name: [.string, .null]
    default: .string
    }
  }
}
