internal import AdvertisingData

/// The fields of decoded AD structures, as `decode`, `diff` and firmware images have them.
enum DecodedKeys {
  /// What Docs/Output.md says of them in each place.
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

  /// A place in `decoded`, with the types of its values: `known.temperature`, `objects[].id`. Those that tables of columns
  /// declare, and those that code reads, which the tests keep complete.
  static let types: [String: [String]] = {
    var types = declared
    for line in DecodedKeyTable.lines.split(separator: "\n") {
      let parts = line.split(separator: " ").map(String.init)
      if let place = parts.first { types[place, default: []].formUnion(parts.dropFirst()) }
    }
    return types.mapValues { $0.sorted() }
  }()

  /// The places that the tables of the known formats declare.
  static let declared: [String: Set<String>] = {
    var types: [String: Set<String>] = [:]
    for format in KnownPayload.formats {
      for field in format.declaredFields { types["known." + field.key, default: []].formUnion(field.kinds.words) }
    }
    return types
  }()
}

extension DeclaredField.Kinds {
  /// The types of JSON.
  fileprivate var words: [String] {
    [(Self.null, "null"), (.boolean, "boolean"), (.integer, "integer"), (.number, "number"), (.string, "string")]
      .filter { contains($0.0) }.map { $0.1 }
  }
}
