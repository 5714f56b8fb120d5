internal import AdvertisingData

/// The fields of decoded AD structures, in `decode`, `diff` and firmware images.
enum DecodedKeys {
  /// The description of the fields in each place of Reference/Output.
  static let told: [DescribedKey] = [
    DescribedKey(
      "known",
      .object([
        DescribedKey("kind", .string, "the id of the format"),
        DescribedKey("unverified", .boolean, "whether a part rests on a layout that no source bears out"),
        DescribedKey("problems", .list(.string), "where the data do not keep to their format"),
      ]),
      "the known format of the data",
      null: "when the format is not known",
      absent: "unless it is manufacturer or service data")
  ]

  /// The places in `decoded`, with the types of their values: `known.temperature`, `objects[].id`. As the AD types and
  /// the known formats declare them.
  static let types: [String: [String]] = {
    var places = Places()
    places.add(ADValue.declaredFields, below: "")
    places.note("known", "null")
    places.note("known", "object")
    places.note("known.kind", "string")
    places.note("known.unverified", "boolean")
    places.note("known.problems", "array")
    places.note("known.problems[]", "string")
    for format in KnownPayload.formats { places.add(format.declaredFields, below: "known.") }
    return places.types.mapValues { $0.sorted() }
  }()

  private struct Places {
    private(set) var types: [String: Set<String>] = [:]

    mutating func note(_ place: String, _ type: String) { types[place, default: []].insert(type) }

    mutating func add(_ fields: [DeclaredField], below start: String) {
      for field in fields {
        guard !field.key.isEmpty else {
          add(field.members, below: start)
          continue
        }
        var place = start + field.key
        if field.isList {
          note(place, "array")
          place += "[]"
        }
        if field.members.isEmpty {
          for word in field.kinds.words { note(place, word) }
        } else {
          note(place, "object")
          add(field.members, below: place + ".")
        }
      }
    }
  }
}

extension DeclaredField.Kinds {
  /// The types of JSON.
  fileprivate var words: [String] {
    [(Self.null, "null"), (.boolean, "boolean"), (.integer, "integer"), (.number, "number"), (.string, "string")]
      .filter { contains($0.0) }.map { $0.1 }
  }
}
