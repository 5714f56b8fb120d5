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

  /// A place in `decoded`, with the types of its values: `known.temperature`, `objects[].id`.
  static let types: [String: [String]] = Dictionary(
    DecodedKeyTable.lines.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ").map(String.init)
      return parts.count < 2 ? nil : (parts[0], Array(parts.dropFirst()))
    }
  ) { first, _ in first }
}
