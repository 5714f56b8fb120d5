internal import AdvertLint

/// A document or a row that `advert` prints for programs: its JSON Schema and its table in Reference/Output are made from
/// this description.
package struct OutputDocument: Sendable {
  /// The name for `advert schema`.
  package let name: String
  /// The title in words.
  package let title: String
  let keys: [DescribedKey]
  /// The keys of the table, where they differ.
  let told: [DescribedKey]?

  init(name: String, title: String, keys: [DescribedKey], told: [DescribedKey]? = nil) {
    self.name = name
    self.title = title
    self.keys = keys
    self.told = told
  }

  /// A document or a row with these keys.
  package init<Object>(name: String, title: String, keys: Keys<Object>) {
    self.init(name: name, title: title, keys: keys.described)
  }

  /// The documents of reports: all but the lines of a watch.
  package static let ofReports: [OutputDocument] = [
    OutputDocument(name: "inspect", title: "the document of inspect", keys: InspectReport.keys),
    OutputDocument(name: "inspect-rows", title: "a line of inspect --format jsonl", keys: InspectReport.line),
    OutputDocument(
      name: "inspect-captures", title: "a line of inspect --captures --format jsonl", keys: InspectReport.capture),
    OutputDocument(name: "lint", title: "the document of lint", keys: LintJSON.keys),
    OutputDocument(
      name: "lint-rows", title: "a line of lint --format jsonl", keys: LintJSON.finding),
    OutputDocument(name: "baseline", title: "a baseline of lint", keys: Baseline.keys),
    OutputDocument(name: "reach", title: "the document of reach", keys: ReachReport.keys),
    OutputDocument(
      name: "reach-rows", title: "a line of reach --format jsonl", keys: ReachReport.row),
    OutputDocument(name: "repack", title: "the document of repack", keys: RepackReport.keys),
    OutputDocument(name: "diff", title: "the document of diff", keys: DiffReport.keys),
    OutputDocument(name: "decode", title: "the document of decode for bytes", keys: DecodeReport.keys),
    OutputDocument(
      name: "decode-find", title: "the document of decode for firmware without symbols", keys: CandidateReport.keys),
    OutputDocument(
      name: "decode-parts", title: "the document of decode for a text with several payloads",
      keys: DecodePartsReport.keys),
    OutputDocument(name: "decode-errors", title: "the document of decode for error lines", keys: ErrorReport.keys),
    OutputDocument(name: "decode-images", title: "the document of decode for firmware images", keys: ImageReport.keys),
    OutputDocument(name: "rules", title: "the document of rules", keys: RulesReport.keys),
    OutputDocument(name: "profiles", title: "the document of profiles", keys: ProfilesReport.keys),
    OutputDocument(
      name: "dump", title: "a line of dump --format jsonl, whatever --fields", keys: RowKeys.keys, told: RowKeys.columns
    ),
  ]
}

/// The keys of rows of `dump`.
enum RowKeys {
  /// Every column but the values of known formats, which Reference/Formats.md has.
  static let columns = RowColumn.allCases.map { $0.description }

  /// All keys of a row: `--fields` decides which of them are present.
  static let keys = (columns + KnownField.all.map { $0.description }).map { key in
    DescribedKey(key.key, key.type, key.meaning, null: key.null, absent: "unless it is asked for")
  }
}
