/// The keys of `advert.decode/1`, of bytes.
enum DecodeKeys {
  static let keys: [DescribedKey] = [
    DescribedKey("schema", .string, "`advert.decode/1`"),
    DescribedKey("pdu", .words(DocumentWords.kinds), "the kind of advertising, from `--pdu`"),
    DescribedKey("notes", .list(.string), "remarks, such as that two blocks may be merged here"),
    DescribedKey(
      "merged", .object(merged), "both blocks in one, which `advertising` has, and how they may be divided",
      null: "when the blocks are known apart"),
    DescribedKey(
      "advertising",
      .object(advertising),
      "the advertising data, or bytes given without an option",
      null: "when not given"),
    DescribedKey("scanResponse", .alike(advertising), "the scan response data", null: "when not given"),
  ]

  private static let merged: [DescribedKey] = [
    DescribedKey("padding", .integer, "zeros behind both blocks"),
    DescribedKey("divisions", .list(.object(divisions)), "the divisions that give two blocks of at most 31 bytes"),
    DescribedKey("likely", .object(likely), "the likeliest of them"),
  ]

  private static let divisions: [DescribedKey] = [
    DescribedKey("cut", .integer, "how many bytes are advertising data, as `--cut` takes it"),
    DescribedKey("advertising", .octets, "the advertising data, as bytes"),
    DescribedKey("scanResponse", .octets, "the scan response data, as bytes"),
  ]

  private static let likely: [DescribedKey] = [
    DescribedKey("cut", .integer, "how many bytes are advertising data"),
    DescribedKey("reason", .string, "what speaks for it"),
  ]

  private static let advertising: [DescribedKey] = [
    DescribedKey("bytes", .octets, "all bytes"),
    DescribedKey("length", .integer, "how many bytes"),
    DescribedKey(
      "limit",
      .integer,
      "how many would fit: 31, in extended advertising 1650, and twice that when blocks may be merged"),
    DescribedKey(
      "structures",
      .list(.object(structures(decoded: "the fields of the value, by type; see [below](#decoded-values)"))),
      "the AD structures, in order"),
    DescribedKey("problems", .list(.object(advertisingProblems)), "what is not whole or does not fit"),
  ]

  private static let advertisingProblems: [DescribedKey] = [
    DescribedKey("offset", .integer, "of the first byte concerned"),
    DescribedKey("length", .integer, "bytes concerned"),
    DescribedKey("message", .string, "what is wrong"),
  ]

  /// The keys of AD structures.
  ///
  /// - Parameter decoded: what the key of this name is, in Markdown: pages refer to what they told before.
  static func structures(decoded: String) -> [DescribedKey] {
    [
      DescribedKey("offset", .integer, "of its length byte"),
      DescribedKey("length", .integer, "bytes of the structure, with length and type"),
      DescribedKey("type", .integer, "the AD type"),
      DescribedKey("typeName", .string, "the assigned name of the type", null: "when it is not assigned"),
      DescribedKey("value", .octets, "its value, as bytes"),
      DescribedKey(
        "decoded",
        .decoded,
        decoded,
        null: "for types that are not decoded and for malformed values"),
    ]
  }
}

/// The keys of `advert.decode/1`, of firmware without symbols.
enum CandidateKeys {
  static let keys: [DescribedKey] = [
    DescribedKey("schema", .string, "`advert.decode/1`"),
    DescribedKey("searches", .list(.object(searches)), "the files, in order"),
  ]

  private static let searches: [DescribedKey] = [
    DescribedKey("path", .string, "the path as given"),
    DescribedKey("kind", .string, "what the file is, in words: `Intel HEX`"),
    DescribedKey("isCutOff", .boolean, "whether candidates are left out because there are more than 1000"),
    DescribedKey(
      "candidates",
      .list(.object(searchesCandidates)),
      "what is built like advertising data, the likely ones first"),
  ]

  private static let searchesCandidates: [DescribedKey] = [
    DescribedKey(
      "confidence",
      .words(["likely", "possible", "unlikely"]),
      "how sure it is: `likely`, `possible` or `unlikely`"),
    DescribedKey("form", .string, "`bytes` as they are sent, or an array of `bt_data`"),
    DescribedKey("address", .integer, "in the memory of the device", null: "when the file does not say"),
    DescribedKey("fileOffset", .integer, "offset in the file", null: "when the file writes bytes as text or in blocks"),
    DescribedKey("bytes", .octets, "all bytes; they can go on into what lies behind the payload"),
    DescribedKey("length", .integer, "how many bytes"),
  ]
}
