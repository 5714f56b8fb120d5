/// Structures of length, type and value one after the other, in LE Audio's metadata and codec configurations. The
/// length counts the type and the value.
///
/// Source: Zephyr's subsys/bluetooth/audio/audio.c and bumble's bumble/profiles/le_audio.py agree; a length of zero ends
/// Zephyr's reading.
struct LengthTypeValues {
  /// The octets as sent.
  let octets: [UInt8]
  /// The structures that are whole, in the order sent.
  let entries: [Entry]
  /// Offset of the first octet after the whole structures: the number of octets when all are whole.
  let restOffset: Int

  /// One structure.
  struct Entry {
    /// Offset of the length octet from the first structure.
    let offset: Int
    /// The type of the value.
    let type: UInt8
    /// The octets after the type.
    let value: [UInt8]

    /// Returns the place of the value when the structures start at `start`.
    func valueRange(from start: Int) -> Range<Int> { start + offset + 2..<start + offset + 2 + value.count }
  }

  /// The structures in any octets; octets after the last whole structure belong to none.
  init(_ octets: [UInt8]) {
    self.octets = octets
    var entries: [Entry] = []
    var position = 0
    while position < octets.count {
      let length = Int(octets[position])
      guard length > 0, octets.count - position > length else { break }
      let end = position + 1 + length
      entries.append(Entry(offset: position, type: octets[position + 1], value: Array(octets[position + 2..<end])))
      position = end
    }
    self.entries = entries
    restOffset = position
  }

  /// Returns the problems: structures that are incomplete or have a length of zero. `start` is the offset of the first
  /// octet.
  func problems(from start: Int) -> [KnownPayload.Problem] {
    guard restOffset < octets.count else { return [] }
    return octets[restOffset] == 0
      ? [.unexpected(offset: start + restOffset, expected: "a length of at least 1")]
      : [.cut(offset: start + restOffset)]
  }

  /// Returns the octets as sent, and each structure with its meaning. Values without a meaning are octets.
  ///
  /// - Parameters:
  ///   - key: the key of the octets; the key of the structures ends in `Entries`.
  ///   - separator: the text between structures.
  ///   - isAssigned: whether a type is assigned and thus defines the value.
  ///   - meaning: returns the meaning of a structure; `nil` when its type is not assigned, or its length is wrong.
  func fields(
    _ key: String, label: String = "", from start: Int, separator: String, before: String = ", ",
    isAssigned: (UInt8) -> Bool, meaning: (Entry) -> Meaning?
  ) -> [Field] {
    let range = start..<start + octets.count
    let objects = entries.map {
      Field.Value.object(
        $0.fields(meaning: meaning($0), roleOfType: Self.role(ofType: $0.type, isAssigned: isAssigned), from: start))
    }
    return [
      Field(key, .octets(octets), at: range),
      Field(
        key + "Entries", .list(objects), label: objects.isEmpty ? "" : label, at: range,
        wording: .items(separator: separator), separator: before),
      .phrase(Self.words(ofRest: octets.count - restOffset)),
    ] + cutLength(from: start)
  }

  /// The fields that ``fields(_:label:from:separator:before:isAssigned:meaning:)`` can return.
  static func declared(_ key: String, measuring measurements: [DeclaredField]) -> [DeclaredField] {
    // Structures of a type that is not assigned have octets and no name.
    let values = measurements + [.string("value")]
    let hasUnits = measurements.contains { !$0.unit.isEmpty }
    return [
      .string(key),
      .objects(
        key + "Entries",
        [
          .integer("type"), .string("name", orNull: true), DeclaredField("unit", hasUnits ? [.string, .null] : .null),
        ] + values.map { DeclaredField("value", $0.kinds, isList: $0.isList) }, measuring: values),
    ]
  }

  /// Returns the length of an incomplete structure, which redaction replaces by another that is too large.
  private func cutLength(from start: Int) -> [Field] {
    guard restOffset < octets.count, octets[restOffset] > 0 else { return [] }
    let least = UInt8(clamping: octets.count - restOffset)
    return [
      Field(
        "", .null, at: start + restOffset..<start + restOffset + 1,
        role: .limited([min(least, octets[restOffset])...255]))
    ]
  }

  /// Redaction replaces a type that is not assigned by another such type: an assigned one would have another length.
  private static func role(ofType type: UInt8, isAssigned: (UInt8) -> Bool) -> Field.Role {
    guard !isAssigned(type) else { return .structure }
    let first = (0..<type).last(where: isAssigned).map { $0 + 1 } ?? 0
    let last = (type...UInt8.max).first(where: isAssigned).map { $0 - 1 } ?? .max
    return .limited([first...last])
  }

  private static func words(ofRest count: Int) -> String? {
    count == 0 ? nil : "\(counted(count, "byte")) not decoded"
  }

  /// The meaning of one structure.
  struct Meaning {
    /// The name of the value: `language`.
    var name: String
    var value: Field.Value
    /// Whether text has the name before the value.
    var isNamed = true
    var unit = ""
    /// The text in place of a value that is null or empty.
    var whenEmpty: String?
    var role = Field.Role.structure
    var wording: Field.Wording?
  }
}

extension LengthTypeValues.Entry {
  fileprivate func fields(meaning: LengthTypeValues.Meaning?, roleOfType: Field.Role, from start: Int) -> [Field] {
    let length = start + offset..<start + offset + 1
    let typeRange = start + offset + 1..<start + offset + 2
    guard let meaning else {
      return [
        .structure(at: length),
        Field("type", type, at: typeRange, role: roleOfType, wording: .title("type \(type)")),
        Field("name", .null),
        Field("value", .octets(value), whenEmpty: "no data", at: valueRange(from: start)),
        Field("unit", .null),
      ]
    }
    return [
      .structure(at: length),
      Field("type", type, at: typeRange, role: .structure),
      Field("name", .text(meaning.name), wording: meaning.isNamed ? .title(meaning.name) : .hidden),
      Field(
        "value", meaning.value, unit: meaning.unit, whenEmpty: meaning.whenEmpty, at: valueRange(from: start),
        role: meaning.role, wording: meaning.wording ?? .value),
      Field("unit", meaning.unit.isEmpty ? .null : .text(meaning.unit)),
    ]
  }
}
