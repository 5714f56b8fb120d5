import Foundation
import TestSupport
import Testing

@testable import AdvertReport
@testable import AdvertisingData

/// Tables of columns declare their fields. Sources/AdvertReport/Rows/KnownFieldTable.swift has every other value of the known
/// formats, each with one type. `make format` rewrites it.
@Suite struct KnownFieldTableTests {
  @Test func theTableIsCurrent() throws {
    let isUpdate = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil
    let found = Self.lines(of: Self.data(oneIn: isUpdate || isExhaustive ? 1 : 200))
    let file = CommandLineRun.root.appending(path: "Sources/AdvertReport/Rows/KnownFieldTable.swift")
    if isUpdate {
      let text = try String(contentsOf: file, encoding: .utf8)
      let quotes = "\"\"\"\n"
      let start = try #require(text.components(separatedBy: quotes).first)
      let table = found.map { "    \($0)\n" }.joined()
      try Data((start + quotes + table + "    " + quotes + "}\n").utf8).write(to: file)
    }
    let kept = KnownFieldTable.lines.split(separator: "\n").map(String.init)
    let missing = Set(found.map(Self.key)).subtracting(kept.map(Self.key))
    #expect(isUpdate || missing.isEmpty, "run `make format` to rewrite KnownFieldTable.swift: \(missing.sorted())")
    if isExhaustive { #expect(found == kept, "run `make format` to rewrite KnownFieldTable.swift") }
  }

  /// What a table reads, it declares: key, unit and what the value can be.
  @Test func tablesDeclareWhatTheyRead() {
    for known in Self.data(oneIn: 200) where known.opening == .unknown {
      let declared = known.format.declaredFields
      guard !declared.isEmpty, known.format != Victron.format else { continue }
      for field in known.reading.fields where !field.key.isEmpty {
        #expect(
          declared.contains {
            $0.key == field.key && $0.unit == field.unit.trimmed && $0.kinds.contains(field.value.kind)
          }
            || ["data", "rest"].contains(field.key) && declared.contains(DeclaredField(field.key, .string)),
          "\(known.format.id) \(field.key) \(field.value) \(field.unit)")
      }
    }
  }

  /// Formats whose data are tables have no line.
  @Test func aFieldStandsOnce() {
    let declared = Set(KnownPayload.formats.flatMap { KnownField.declared(by: $0) }.map { $0.name })
    let both = KnownFieldTable.lines.split(separator: "\n").map {
      $0.split(separator: " ").prefix(2).joined(separator: ".")
    }.filter(declared.contains)
    #expect(both.isEmpty)
    #expect(Set(KnownField.all.map { $0.name }).count == KnownField.all.count)
  }

  /// A column has one unit. A height is in metres, and another column says above what; frame blocks can be one or more.
  @Test func aColumnHasOneUnit() {
    let several = KnownField.all.filter { $0.unit.contains(" or ") }.map { $0.name }
    #expect(several == ["remoteID.height", "basicAudioAnnouncement.frameBlocks"])
  }

  /// Whatever data hold, a value has the type of its column.
  @Test func valuesHaveTheTypesOfTheirColumns() {
    for known in Self.data(oneIn: 50) {
      for (path, value, _) in KnownValues(known).values {
        guard let field = KnownField.byName["\(known.format.id).\(path)"] else { continue }
        let conforming = value.conforming(to: field.type)
        if case .null = conforming, case .null = value { continue }
        if case .null = conforming { Issue.record("\(field.name) of \(HexText.compact(known.octets))") }
      }
    }
  }

  /// Format and path: the type of a few samples may be narrower.
  private static func key(_ line: String) -> String { line.split(separator: " ").prefix(2).joined(separator: " ") }

  // MARK: Data of all formats

  /// Samples of every form with each octet changed, cut short and made longer.
  static func data(oneIn stride: Int) -> [KnownPayload] {
    var random = SplitMix64(seed: 23)
    // The same in every run, so that a sample has nothing that all do not have.
    let tail = random.octets(12)
    var data: [KnownPayload] = []
    for sample in SampleValues.formats {
      guard let known = PrivacyPageTests.known(sample.hex) else { continue }
      let signs = DeviceSigns(Payload([UInt8](hex: sample.hex)))
      // A table of columns has no other fields than those it declares.
      let stride = known.format.declaredFields.isEmpty ? max(1, stride / 10) : stride
      let octets = known.octets
      var variants = [octets, octets + tail, octets.map { _ in 0 }]
      variants += KnownFieldTableTests.missing(in: octets)
      variants += (0...octets.count).map { Array(octets.prefix($0)) } + tail.indices.map { octets + tail.prefix($0) }
      for index in octets.indices {
        for value in (0...UInt8.max).sampled(oneIn: stride == 1 ? 1 : 16) {
          var changed = octets + (index % 2 == 0 ? [] : tail)
          changed[index] = value
          variants.append(changed)
        }
      }
      let isUpdated = stride > 1
      data += (isUpdated ? Array(variants.prefix(2)) + variants.dropFirst(2).sampled(oneIn: stride) : variants)
        .compactMap { reread(known, $0, beside: signs) }
    }
    return data + ofServices(&random) + ofObjects(&random) + ofAircraft(&random) + ofAudio() + ofKeys(data)
      + ofReadouts(oneIn: stride)
  }

  /// Numbers that mean that there is none.
  static func missing(in octets: [UInt8]) -> [[UInt8]] {
    guard octets.count > 1 else { return [] }
    let pairs: [[UInt8]] = [[0xFF, 0xFF], [0x80, 0x00], [0x00, 0x80], [0x7F, 0xFF], [0xFF, 0x7F]]
    return (0..<octets.count - 1).flatMap { index in
      pairs.map { pair in
        var changed = octets
        changed.replaceSubrange(index..<index + 2, with: pair)
        return changed
      }
    }
  }

  /// Data of each service that a format has.
  private static func ofServices(_ random: inout SplitMix64) -> [KnownPayload] {
    KnownPayload.formats.flatMap { format -> [KnownPayload] in
      guard case .services(let numbers) = format.carrier else { return [] }
      return numbers.flatMap { number in
        (1...20).compactMap { recognised(random.octets($0), service: number) }
      }
    }
  }

  /// Home sensors' objects: their numbers decide what is measured.
  private static func ofObjects(_ random: inout SplitMix64) -> [KnownPayload] {
    var data = BTHome.Object.Kind.all.compactMap { kind -> KnownPayload? in
      recognised(
        [0x40, kind.id] + (kind.length == nil ? [3, 65, 66, 67] : random.octets(kind.length ?? 0)), service: 0xFCD2)
    }
    // Qingping's kinds of measurements, in each width.
    for kind: UInt8 in 0...0x20 {
      for count in 1...4 {
        let object = [kind, UInt8(count)] + [UInt8](repeating: 1, count: count)
        if let known = recognised([0x08, 0x01, 1, 2, 3, 4, 5, 6] + object, service: 0xFDCD) { data.append(known) }
      }
    }
    // Those of BTHome 1: how the value is written and its length, then what it is.
    for kind in BTHome.Object.Kind.all {
      var forms: [UInt8] = [0, 1, 2]
      if case .number = kind.form {} else { forms = [kind.length == nil ? 3 : 0] }
      for form in forms {
        // A floating point number has two octets or four.
        for count: UInt8 in 1...4 where form != 2 || count % 2 == 0 {
          let object = [form << 5 | (count + 1), kind.id] + [UInt8](repeating: 1, count: Int(count))
          if let known = recognised(object, service: 0x181C) { data.append(known) }
        }
      }
    }
    for high: UInt8 in [
      0x00, 0x03, 0x06, 0x08, 0x0A, 0x10, 0x20, 0x48, 0x4A, 0x4B, 0x4C, 0x4E, 0x4F, 0x50, 0x51, 0x55, 0x56, 0x60,
    ] {
      for low: UInt8 in 0...0x40 {
        for count in [1, 2, 3, 4, 5, 6, 8] {
          let object = [low, high, UInt8(count)] + [UInt8](repeating: 1, count: count)
          if let known = recognised([0x40, 0x50, 0x5B, 0x05, 0x01] + object, service: 0xFE95) { data.append(known) }
        }
      }
    }
    return data
  }

  /// Messages of each type, alone and in a pack, with each octet at its limits.
  private static func ofAircraft(_ random: inout SplitMix64) -> [KnownPayload] {
    var data: [KnownPayload] = []
    for type: UInt8 in 0...5 {
      let message = [type << 4 | 1] + random.octets(24)
      // An area of the European Union, with category and class.
      let european = [0x42, 0x04] + random.octets(15) + [0x23] + random.octets(7)
      let pack = [0x0D, 1, 0xF1, 25, 1] + (type == 4 ? european : message)
      // Before it has a position, an aircraft sends zeros for both coordinates.
      let unknown = [0x0D, 1, type << 4 | 1] + [UInt8](repeating: 0, count: 24)
      data += [[0x0D, 1] + message, pack, unknown].compactMap { recognised($0, service: 0xFFFA) }
      for index in 6..<pack.count {
        for value: UInt8 in [0, 0x7F, 0x80, 0xB5, 0xFF] {
          var changed = pack
          changed[index] = value
          if let known = recognised(changed, service: 0xFFFA) { data.append(known) }
        }
      }
    }
    return data
  }

  /// Announcements with one entry of each type, short and long: the type decides what it says.
  private static func ofAudio() -> [KnownPayload] {
    let values: [[UInt8]] = [[], [1], [1, 0], [1, 0, 1], [1, 0, 1, 0], Array("https".utf8)]
    return (0...UInt8.max).flatMap { type in
      values.flatMap { value -> [KnownPayload] in
        let entry = [UInt8(value.count + 1), type] + value
        let count = UInt8(entry.count)
        // Presentation delay, one subgroup with one stream, LC3; entries as configuration, as metadata and of the stream.
        let head: [UInt8] = [0, 1, 0, 1, 1, 6, 0, 0, 0, 0]
        return [
          recognised([0, count] + entry, service: 0x1856),
          recognised([0, 1, 0, 0, 0, 0, count] + entry, service: 0x184E),
          recognised(head + [count] + entry + [count] + entry + [1, count] + entry, service: 0x1851),
        ].compactMap(\.self)
      }
    }
  }

  private static func reread(_ known: KnownPayload, _ octets: [UInt8], beside signs: DeviceSigns) -> KnownPayload? {
    switch known.format.carrier {
    case .services: return recognised(octets, service: known.owner)
    case .company:
      return KnownPayload.recognised(in: ManufacturerData(company: known.owner, data: octets), beside: signs)
    case .devices:
      guard octets.count > 2 else { return nil }
      let data = ManufacturerData(company: UInt16(octets[0]) | UInt16(octets[1]) << 8, data: Array(octets[2...]))
      return KnownPayload.recognised(in: data, beside: signs)
    }
  }

  private static func recognised(_ octets: [UInt8], service: UInt16) -> KnownPayload? {
    KnownPayload.recognised(in: ServiceData(BluetoothUUID(UInt32(service)), data: octets))
  }

  /// Encrypted data with what a key tells of them.
  private static func ofKeys(_ data: [KnownPayload]) -> [KnownPayload] {
    KnownPayload.formats.flatMap { format -> [KnownPayload] in
      guard let sealed = data.first(where: { $0.format == format && $0.isSealed }) else { return [] }
      let openings: [DataOpening] = [.wrongKey, .noAddress, .wrongLength(12), .opened([1, 100])]
      return openings.map { opened(sealed, $0) }
    }
  }

  /// Victron's values, which only a key shows: the fifth octet of the header says which they are. Runs of ones are among the
  /// numbers that mean that there is none.
  private static func ofReadouts(oneIn stride: Int) -> [KnownPayload] {
    (0...0x10 as ClosedRange<UInt8>).flatMap { readout -> [KnownPayload] in
      let data = ManufacturerData(company: 0x02E1, data: [0x10, 2, 1, 2, readout, 0, 0, 0] + [UInt8](1...16))
      guard let sealed = KnownPayload.recognised(in: data) else { return [] }
      var plaintexts = [0x00, 0x55].map { (filling: UInt8) in [UInt8](repeating: filling, count: 16) }
      for (place, count) in (0..<128).flatMap({ place in (1...22).map { (place, $0) } }).sampled(oneIn: stride) {
        var ones = [UInt8](repeating: 0, count: 16)
        for bit in place..<min(place + count, 128) { ones[bit / 8] |= 1 << UInt8(bit % 8) }
        plaintexts.append(ones)
      }
      return plaintexts.map { opened(sealed, .opened($0)) }
    }
  }

  private static func opened(_ sealed: KnownPayload, _ opening: DataOpening) -> KnownPayload {
    var known = sealed
    known.opening = opening
    return known
  }

  // MARK: The table

  private static func lines(of data: [KnownPayload]) -> [String] {
    var kinds: [String: Set<String>] = [:]
    var units: [String: Set<String>] = [:]
    for known in data {
      for (path, value, unit) in KnownValues(known).values {
        let name = "\(known.format.id) \(path)"
        kinds[name, default: []].formUnion(kind(of: value).map { [$0] } ?? [])
        if !unit.trimmingCharacters(in: .whitespaces).isEmpty { units[name, default: []].insert(unit) }
      }
    }
    let declared = Set(KnownPayload.formats.flatMap { KnownField.declared(by: $0) }.map { "\($0.format) \($0.path)" })
    let order = Dictionary(uniqueKeysWithValues: KnownPayload.formats.enumerated().map { ($1.id, $0) })
    return kinds.filter { !declared.contains($0.key) }.sorted { one, other in
      let (first, second) = (order[format(of: one.key)] ?? 0, order[format(of: other.key)] ?? 0)
      return first == second ? one.key < other.key : first < second
    }.compactMap { name, kinds in
      let kinds = kinds.subtracting(["[]"])
      guard !kinds.isEmpty else { return nil }
      return "\(name) \(type(of: kinds))" + (units[name].map { " " + $0.sorted().joined(separator: " or ") } ?? "")
    }
  }

  private static func format(of name: String) -> String { String(name.prefix { $0 != " " }) }

  private static func type(of kinds: Set<String>) -> String {
    if kinds.count == 1, let kind = kinds.first { return kind }
    if kinds == ["integer", "number"] { return "number" }
    if kinds == ["integers", "numbers"] { return "numbers" }
    return kinds.allSatisfy { $0.hasSuffix("s") } ? "strings" : "string"
  }

  /// `nil` for a value that has no type of its own.
  private static func kind(of value: RowValue) -> String? {
    switch value {
    case .null, .object: nil
    case .boolean: "boolean"
    case .integer: "integer"
    case .number, .literal: "number"
    case .word, .text, .octets: "string"
    case .list(let values):
      values.isEmpty ? "[]" : Set(values.compactMap(kind)).sorted().first.map { $0 + "s" } ?? "[]"
    case .told(let value, _): kind(of: value)
    }
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

extension Field.Value {
  fileprivate var kind: DeclaredField.Kinds {
    switch self {
    case .null: .null
    case .truth: .boolean
    case .number, .hexNumber, .company, .appearance: .integer
    case .decimal: .number
    default: .string
    }
  }
}
