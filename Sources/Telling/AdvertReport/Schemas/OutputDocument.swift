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
    OutputDocument(name: "decode-errors", title: "the document of decode for error lines", keys: ErrorReport.keys),
    OutputDocument(name: "decode-images", title: "the document of decode for firmware images", keys: ImageReport.keys),
    OutputDocument(name: "rules", title: "the document of rules", keys: RulesReport.keys),
    OutputDocument(name: "profiles", title: "the document of profiles", keys: ProfilesReport.keys),
    OutputDocument(
      name: "dump", title: "a line of dump --format jsonl, whatever --fields", keys: RowKeys.keys, told: RowKeys.columns
    ),
  ]

  /// Every key with those of the objects in it: nested ones with dots, elements of arrays as `[]`.
  var keyRows: [KeyRow] { KeyRow.rows(of: told ?? keys) { _ in nil } }

  /// The table of the keys, in Markdown, which leads to the sections of objects that several documents have.
  func table(sharing shared: SharedObjects) -> String {
    KeyRow.table(of: KeyRow.rows(of: told ?? keys, sharing: shared.name), objects: "objects.md")
  }
}

/// A row of the table of a document's keys.
struct KeyRow {
  /// The key with those of the objects around it: `advertisers[].name`.
  let path: String
  let key: DescribedKey
  /// The section that describes the keys of its object; `nil` where the rows that follow do.
  let section: String?

  /// The cases in which the value is `null` or the key absent, in words. Empty when there are none.
  var lacking: String {
    [key.absent.map { "absent \($0)" }, key.null.map { $0.hasPrefix("like ") ? $0 : "null \($0)" }]
      .compactMap { $0 }.joined(separator: "; ")
  }

  /// Returns the keys with those of the objects in them.
  ///
  /// - Parameter sharing: returns the section of an object that is described elsewhere.
  static func rows(
    of keys: [DescribedKey], below start: String = "", sharing: ([DescribedKey]) -> String?
  ) -> [KeyRow] {
    keys.flatMap { key -> [KeyRow] in
      let path = start + key.key
      func row(_ section: String? = nil) -> KeyRow { KeyRow(path: path, key: key, section: section) }
      switch key.type {
      case .object(let inner):
        return sharing(inner).map { [row($0)] } ?? [row()] + rows(of: inner, below: path + ".", sharing: sharing)
      case .list(.object(let inner)):
        return sharing(inner).map { [row($0)] } ?? [row()] + rows(of: inner, below: path + "[].", sharing: sharing)
      case .alike(let inner), .list(.alike(let inner)): return [row(sharing(inner))]
      case .decoded:
        return sharing(DecodedKeys.told).map { [row($0)] }
          ?? [row()] + rows(of: DecodedKeys.told, below: path + ".", sharing: sharing)
      default: return [row()]
      }
    }
  }

  /// Returns the rows as a table in Markdown.
  ///
  /// - Parameter objects: the page with the sections, empty on that page itself.
  static func table(of rows: [KeyRow], objects: String) -> String {
    let lines = rows.map { row in
      let type = row.key.type.words + (row.section.map { " [`\($0)`](\(objects)#\($0.lowercased()))" } ?? "")
      return "| `\(row.path)` | \(type) | \(row.key.meaning) | \(row.lacking.isEmpty ? "" : row.lacking + " ")|"
    }
    return (["| key | type | meaning | null or absent |", "| --- | --- | --- | --- |"] + lines)
      .joined(separator: "\n") + "\n"
  }
}

extension SharedObjects {
  /// The sections of the page Reference/Output/objects.md, each with its table.
  var markdown: String {
    sections.map { section in
      let rows = KeyRow.rows(of: section.keys) { self.name(of: $0) }
      let places = section.places.map { "`\($0.path)` of `\($0.document)`" }.joined(separator: ", ")
      return "## \(section.name)\n\n\(places):\n\n" + KeyRow.table(of: rows, objects: "")
    }.joined(separator: "\n")
  }
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
