internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// A document or a row that `advert` prints for programs: its JSON Schema and its table in Docs/Output.md are made from
/// this description.
package struct OutputDocument: Sendable {
  /// What `advert schema` calls it.
  package let name: String
  /// What it is, in words.
  package let title: String
  let keys: [DescribedKey]
  /// The keys as Docs/Output.md has them, where that is not the same.
  var told: [DescribedKey]?

  /// All of them, the manifest apart, which is an input.
  package static let all: [OutputDocument] = [
    OutputDocument(name: "inspect", title: "the document of inspect", keys: InspectKeys.keys),
    OutputDocument(name: "inspect-rows", title: "a line of inspect --format jsonl", keys: InspectKeys.row),
    OutputDocument(
      name: "inspect-captures", title: "a line of inspect --captures --format jsonl", keys: InspectKeys.captures),
    OutputDocument(name: "lint", title: "the document of lint", keys: LintKeys.keys),
    OutputDocument(name: "lint-rows", title: "a line of lint --format jsonl", keys: LintKeys.row),
    OutputDocument(name: "baseline", title: "a baseline of lint", keys: BaselineKeys.keys),
    OutputDocument(name: "reach", title: "the document of reach", keys: ReachKeys.keys),
    OutputDocument(name: "reach-rows", title: "a line of reach --format jsonl", keys: ReachKeys.row),
    OutputDocument(name: "watch", title: "a line of watch --format jsonl", keys: WatchKeys.keys),
    OutputDocument(name: "repack", title: "the document of repack", keys: RepackKeys.keys),
    OutputDocument(name: "diff", title: "the document of diff", keys: DiffKeys.keys),
    OutputDocument(name: "decode", title: "the document of decode for bytes", keys: DecodeKeys.keys),
    OutputDocument(
      name: "decode-find", title: "the document of decode for firmware without symbols", keys: CandidateKeys.keys),
    OutputDocument(name: "decode-images", title: "the document of decode for firmware images", keys: ImageKeys.keys),
    OutputDocument(name: "rules", title: "the document of rules", keys: RulesKeys.keys),
    OutputDocument(name: "profiles", title: "the document of profiles", keys: ProfilesKeys.keys),
    OutputDocument(
      name: "dump", title: "a line of dump --format jsonl, whatever --fields", keys: RowKeys.keys, told: RowKeys.columns
    ),
  ]

  /// The table of the keys, in Markdown; nested ones with dots, elements of arrays as `[]`.
  var table: String {
    let rows = Self.rows(of: told ?? keys, below: "")
    return (["| key | type | meaning | null or absent |", "| --- | --- | --- | --- |"] + rows).joined(separator: "\n")
      + "\n"
  }

  private static func rows(of keys: [DescribedKey], below start: String) -> [String] {
    keys.flatMap { key -> [String] in
      let lacking = [key.absent.map { "absent \($0)" }, key.null.map { $0.hasPrefix("like ") ? $0 : "null \($0)" }]
        .compactMap { $0 }.joined(separator: "; ")
      let row = "| `\(start)\(key.key)` | \(key.type.words) | \(key.meaning) | \(lacking.isEmpty ? "" : lacking + " ")|"
      switch key.type {
      case .object(let inner): return [row] + rows(of: inner, below: "\(start)\(key.key).")
      case .list(.object(let inner)): return [row] + rows(of: inner, below: "\(start)\(key.key)[].")
      case .decoded: return [row] + rows(of: DecodedKeys.told, below: "\(start)\(key.key).")
      default: return [row]
      }
    }
  }
}

/// The keys of rows of `dump`.
enum RowKeys {
  /// Every column, and the values of known formats as columns of their own.
  static let columns = RowColumn.allCases.map { $0.description } + KnownField.all.map { $0.description }

  /// The same in a row: `--fields` decides which of them are there.
  static let keys = columns.map { key in
    DescribedKey(key.key, key.type, key.meaning, null: key.null, absent: "unless it is asked for")
  }
}

/// Words that several documents have as values.
enum DocumentWords {
  static let addressTypes = DeviceAddress.Kind.allCases.map { $0.rawValue }
  static let kinds = AdvertisingPDU.allCases.map { $0.rawValue }
  static let blocks = Block.allCases.map { $0.rawValue }
  static let orders = OctetOrder.allCases.map { $0.rawValue }
  static let severities = Severity.allCases.map { $0.rawValue }
  static let strengths = Evidence.Strength.allCases.map { $0.rawValue }
  static let verdicts = Verdict.Word.allCases.map { $0.rawValue }
}

/// Keys that several documents have.
enum DocumentKeys {
  /// The keys that say which device or declared layout is meant.
  static let device: [DescribedKey] = [
    DescribedKey("path", .string, "the input"),
    DescribedKey(
      "advertiser",
      .address,
      "the address of the device",
      null: "for declared layouts, and for devices without a known address"),
    DescribedKey(
      "addressType",
      .words(DocumentWords.addressTypes),
      "the kind of address",
      null: "for declared layouts"),
  ]
}
