/// The keys of `advert.lint/1`.
enum LintKeys {
  /// A line of `--format jsonl`.
  static let row = findings

  static let keys: [DescribedKey] = [
    DescribedKey("schema", .string, "`advert.lint/1`"),
    DescribedKey("manifest", .string, "the path of the manifest in use", null: "when none is"),
    DescribedKey(
      "findings",
      .list(.object(findings)),
      "what is wrong, in the order of the inputs and their devices; what concerns several inputs is last"),
    DescribedKey(
      "complete", .boolean,
      "whether all that was named was read whole and judged, and every device, service and array that was asked for was there; also false for what settings or a baseline accept"
    ),
    DescribedKey("summary", .object(summary), "counts of the run"),
  ]

  private static let summary: [DescribedKey] = [
    DescribedKey("errors", .integer, "findings of severity `error`"),
    DescribedKey("warnings", .integer, "findings of severity `warning`"),
    DescribedKey("notes", .integer, "findings of severity `note`"),
    DescribedKey("layouts", .integer, "distinct layouts judged"),
    DescribedKey("ignored", .integer, "findings that the manifest ignores, left out"),
    DescribedKey("baselined", .integer, "findings that the baseline has, left out; 0 without a baseline"),
    DescribedKey("baselineUnused", .integer, "entries of the baseline that match nothing; 0 without a baseline"),
  ]

  static let findings: [DescribedKey] = [
    DescribedKey("rule", .string, "the id of the [rule](Rules.md)"),
    DescribedKey("severity", .words(DocumentWords.severities), "by the rule or by the settings of the manifest"),
    DescribedKey("message", .string, "what is wrong, with the values involved"),
    DescribedKey("source", .object(findingsSource), "where it is"),
    DescribedKey("block", .words(DocumentWords.blocks), "the block concerned", null: "when none is"),
    DescribedKey(
      "offset",
      .integer,
      "the first byte concerned, in the payload of the block",
      null: "when no payload is concerned"),
    DescribedKey(
      "length",
      .integer,
      "bytes concerned; 0 where something is missing",
      null: "when no payload is concerned"),
    DescribedKey("count", .integer, "how often the layout was seen; 1 for what is not counted"),
    DescribedKey("fix", .string, "what to do, in one line", null: "when it is not known"),
    DescribedKey(
      "fixBytes",
      .object(findingsFixBytes),
      "the layout as it is without the finding",
      absent: "when it is not known"),
    DescribedKey(
      "fingerprint",
      .string,
      "16 hex digits: the same finding in [other runs](ContinuousIntegration.md#a-baseline-of-known-findings)"),
  ]

  private static let findingsFixBytes: [DescribedKey] = [
    DescribedKey("advertising", .octets, "its advertising data, as bytes"),
    DescribedKey("scanResponse", .octets, "its scan response data, as bytes", null: "when they were not observed"),
  ]

  private static let findingsSource: [DescribedKey] = [
    DescribedKey(
      "path",
      .string,
      "the capture, manifest, file or argument (`--adv`); of a firmware image the source file, where it is known"),
    DescribedKey("line", .integer, "first line in the text file, from 1", null: "in captures and arguments"),
    DescribedKey("column", .integer, "first column, in Unicode code points, from 1", null: "in captures and arguments"),
    DescribedKey("endLine", .integer, "last line", null: "in captures and arguments"),
    DescribedKey("endColumn", .integer, "the column after the last", null: "in captures and arguments"),
    DescribedKey(
      "advertiser",
      .address,
      "the address of the device",
      null: "for declared layouts, for the input as a whole, and for devices without a known address"),
    DescribedKey(
      "addressType",
      .words(DocumentWords.addressTypes),
      "the kind of address",
      null: "for declared layouts and for the input as a whole"),
    DescribedKey(
      "layout",
      .integer,
      "position of the layout among those of its device, from 0",
      null: "when no layout is concerned"),
    DescribedKey("layoutName", .string, "the name of a declared layout", null: "when it has none"),
    DescribedKey(
      "record",
      .integer,
      "the first record with the payload",
      null: "outside captures, and when no payload is concerned"),
    DescribedKey(
      "fileOffset",
      .integer,
      "offset in the capture of the first byte concerned",
      null: "when there is none, as in data joined from pieces"),
  ]
}

/// The keys of `advert.baseline/1`.
enum BaselineKeys {
  static let keys: [DescribedKey] = [
    DescribedKey("schema", .string, "`advert.baseline/1`"),
    DescribedKey("findings", .list(.object(findings)), "the known findings, sorted"),
  ]

  static let findings: [DescribedKey] = [
    DescribedKey("rule", .string, "the id of the rule"),
    DescribedKey(
      "device",
      .string,
      "the address of the device, or the name of the layout",
      null: "when neither is known in other runs"),
    DescribedKey("fingerprint", .string, "as in `advert.lint/1`"),
  ]
}
