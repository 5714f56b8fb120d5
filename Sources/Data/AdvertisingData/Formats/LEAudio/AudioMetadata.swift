/// LE Audio metadata of a stream or a device: a length octet, then structures of length, type and value.
///
/// Source: Bluetooth Assigned Numbers, metadata, as in bumble's bumble/profiles/le_audio.py and Zephyr's
/// include/zephyr/bluetooth/assigned_numbers.h. Numbers are little-endian.
struct AudioMetadata {
  /// The value of the length octet before them.
  let declaredCount: UInt8
  /// The structures in the present octets, not more than declared.
  let values: LengthTypeValues

  /// The metadata in the octets after a length octet.
  init(declaredCount: UInt8, of following: some Sequence<UInt8>) {
    self.declaredCount = declaredCount
    values = LengthTypeValues(Array(following.prefix(Int(declaredCount))))
  }

  /// The octets after the length octet, not more than declared.
  var octets: [UInt8] { values.octets }

  /// Returns the problems: incomplete metadata, and structures of a wrong length. `offset` is that of the length octet.
  func problems(at offset: Int) -> [KnownPayload.Problem] {
    let missing: [KnownPayload.Problem] = octets.count < declaredCount ? [.cut(offset: offset)] : []
    let lengths = values.entries.compactMap { entry -> KnownPayload.Problem? in
      guard let kind = Kind(of: entry.type), !kind.fits(entry.value.count) else { return nil }
      return .unexpected(offset: offset + 1 + entry.offset, expected: "the length of \(kind.name): \(kind.lengths)")
    }
    // Structures that the end of the metadata cuts off are already a problem.
    return missing + lengths + (missing.isEmpty ? values.problems(from: offset + 1) : [])
  }

  /// Returns the fields. `offset` is that of the length octet.
  func fields(at offset: Int) -> [Field] {
    [.structure(at: offset..<offset + 1)]
      + values.fields(
        "metadata", label: "metadata:", from: offset + 1, separator: "; ", before: "; ",
        isAssigned: { Kind(of: $0) != nil }, meaning: { Self.meaning($0) })
  }

  static let declaredFields = LengthTypeValues.declared(
    "metadata",
    measuring: [
      .list("preferred contexts", of: .string), .list("streaming contexts", of: .string), .string("program"),
      .string("language"), .list("content control IDs", of: .integer), .integer("parental rating"),
      .string("program URI"), .boolean("audio active state"), .boolean("immediate rendering"),
      .integer("assisted listening"), .string("broadcast name"), .string("extended metadata"),
      .string("vendor metadata"),
    ])

  /// An assigned type of metadata.
  private struct Kind {
    let name: String
    /// Octets of the value; the fewest, where it may have more.
    let count: Int
    let mayHaveMore: Bool

    init?(of type: UInt8) {
      switch type {
      case 0x01: (name, count, mayHaveMore) = ("preferred contexts", 2, false)
      case 0x02: (name, count, mayHaveMore) = ("streaming contexts", 2, false)
      case 0x03: (name, count, mayHaveMore) = ("program", 0, true)
      case 0x04: (name, count, mayHaveMore) = ("language", 3, false)
      case 0x05: (name, count, mayHaveMore) = ("content control IDs", 0, true)
      case 0x06: (name, count, mayHaveMore) = ("parental rating", 1, false)
      case 0x07: (name, count, mayHaveMore) = ("program URI", 0, true)
      case 0x08: (name, count, mayHaveMore) = ("audio active state", 1, false)
      case 0x09: (name, count, mayHaveMore) = ("immediate rendering", 0, false)
      case 0x0A: (name, count, mayHaveMore) = ("assisted listening", 1, false)
      case 0x0B: (name, count, mayHaveMore) = ("broadcast name", 0, true)
      case 0xFE: (name, count, mayHaveMore) = ("extended metadata", 2, true)
      case 0xFF: (name, count, mayHaveMore) = ("vendor metadata", 2, true)
      default: return nil
      }
    }

    func fits(_ actual: Int) -> Bool { mayHaveMore ? actual >= count : actual == count }

    /// The expected values of the length octet, which counts the type.
    var lengths: String { mayHaveMore ? "at least \(count + 1)" : "\(count + 1)" }
  }

  private static func meaning(_ entry: LengthTypeValues.Entry) -> LengthTypeValues.Meaning? {
    guard let kind = Kind(of: entry.type), kind.fits(entry.value.count) else { return nil }
    let value = entry.value
    var meaning = LengthTypeValues.Meaning(name: kind.name, value: .octets(value), role: .data)
    switch entry.type {
    case 0x01, 0x02:
      let names = AudioContexts.names(UInt16(littleEndian: value, at: 0))
      meaning.value = .list(names.map { .text($0) })
      meaning.whenEmpty = "none"
    case 0x03, 0x04, 0x07, 0x0B:
      meaning.value = .foreignText(value)
      meaning.whenEmpty = "\"\""
      meaning.role = .text
    case 0x05:
      meaning.value = .list(value.map { .number(Int64($0)) })
      meaning.whenEmpty = "none"
    case 0x06:
      meaning.value = .number(Int64(value[0]))
      meaning.wording = .phrase(rating(value[0]))
      meaning.role = value[0] <= 0x0F ? .structure : .data
    case 0x08:
      meaning.value = .truth(value[0] == 1)
      meaning.isNamed = value[0] > 1
      meaning.wording = .phrase(value[0] == 0 ? "no audio now" : value[0] == 1 ? "audio now" : "\(value[0])")
      meaning.role = value[0] <= 1 ? .structure : .data
    case 0x09:
      meaning.value = .truth(true)
      meaning.wording = .hidden
    case 0x0A:
      meaning.value = .number(Int64(value[0]))
      meaning.wording = .phrase(value[0] == 0 ? "of an unspecified kind" : "\(value[0])")
      meaning.role = value[0] == 0 ? .structure : .data
    default: break
    }
    return meaning
  }

  /// Returns the rating by EN 300 707, from 5 years on.
  private static func rating(_ number: UInt8) -> String {
    switch number {
    case 0: "none"
    case 1: "all ages"
    case 2...0x0F: "from \(Int(number) + 3) years on"
    default: "\(number)"
    }
  }
}
