import Foundation
import TestSupport
import Testing

@testable import AdvertReport
@testable import AdvertisingData

/// Tables of columns declare their fields. Sources/AdvertReport/Schemas/DecodedKeyTable.swift has every other place in
/// `decoded`, with the types of its values. `make format` rewrites it.
@Suite struct DecodedKeyTableTests {
  @Test func theTableIsCurrent() throws {
    let isUpdate = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil
    let found = Self.places(oneIn: isUpdate || isExhaustive ? 1 : 200)
    let file = CommandLineRun.root.appending(path: "Sources/AdvertReport/Schemas/DecodedKeyTable.swift")
    if isUpdate {
      let text = try String(contentsOf: file, encoding: .utf8)
      let quotes = "\"\"\"\n"
      let start = try #require(text.components(separatedBy: quotes).first)
      let table = found.filter { !$1.isSubset(of: DecodedKeys.declared[$0] ?? []) }.sorted { $0.key < $1.key }
        .map { place, types in
          "    \(place) \(types.subtracting(DecodedKeys.declared[place] ?? []).sorted().joined(separator: " "))\n"
        }.joined()
      try Data((start + quotes + table + "    " + quotes + "}\n").utf8).write(to: file)
    }
    let kept = DecodedKeys.types.mapValues { Set($0) }
    let missing = found.filter { place, types in !types.isSubset(of: kept[place] ?? []) }
    #expect(isUpdate || missing.isEmpty, "run `make format` to rewrite DecodedKeyTable.swift: \(missing.keys.sorted())")
    let all = found.merging(DecodedKeys.declared) { $0.union($1) }
    if isExhaustive { #expect(all == kept, "run `make format` to rewrite DecodedKeyTable.swift") }
  }

  private static func places(oneIn stride: Int) -> [String: Set<String>] {
    var seen = Places()
    for known in KnownFieldTableTests.data(oneIn: stride) { seen.visit(known) }
    var random = SplitMix64(seed: 24)
    for (type, value) in SampleValues.types {
      let sample = variants(of: value, &random).sampled(oneIn: max(1, stride / 10))
      for variant in sample + beginnings(of: value, oneIn: stride) {
        seen.visit(ADValue(type: ADType(rawValue: type), value: variant.span).fields, below: "")
      }
    }
    for value in provisioning(&random) {
      seen.visit(ADValue(type: .pbADV, value: value.span).fields, below: "")
    }
    // In data of a company that has no known format.
    seen.note("known", "null")
    return seen.types
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
    variants += KnownFieldTableTests.missing(in: value)
    for index in value.indices {
      for octet in 0...UInt8.max {
        var changed = value + (octet % 3 == 0 ? [] : octet % 3 == 1 ? tail : longTail)
        changed[index] = octet
        variants.append(changed)
      }
    }
    return variants
  }

  private struct Places {
    private(set) var types: [String: Set<String>] = [:]

    mutating func note(_ place: String, _ type: String) { types[place, default: []].insert(type) }

    mutating func visit(_ known: KnownPayload) {
      let reading = known.reading
      note("known", "object")
      note("known.kind", "string")
      note("known.unverified", "boolean")
      note("known.problems", "array")
      note("known.problems[]", "string")
      visit(reading.fields, below: "known.")
    }

    mutating func visit(_ fields: [Field], below start: String) {
      for field in fields where !field.key.isEmpty { visit(field.value, at: start + field.key) }
    }

    private mutating func visit(_ value: Field.Value, at place: String) {
      switch value {
      case .null: note(place, "null")
      case .truth: note(place, "boolean")
      case .number, .hexNumber, .company, .appearance: note(place, "integer")
      case .decimal: note(place, "number")
      case .text, .foreignText, .bareForeignText, .octets, .vendorOctets, .address, .uuid: note(place, "string")
      // There is none for a number that is not assigned.
      case .uri, .name:
        note(place, "string")
        note(place, "null")
      case .overflowBits:
        note(place, "array")
        note(place + "[]", "object")
        note(place + "[].bit", "integer")
        note(place + "[].candidates", "array")
        note(place + "[].candidates[]", "string")
      case .list(let values):
        note(place, "array")
        for value in values { visit(value, at: place + "[]") }
      case .object(let fields):
        note(place, "object")
        visit(fields, below: place + ".")
      }
    }
  }
}
