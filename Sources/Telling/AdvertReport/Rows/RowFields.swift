internal import AdvertManifest
internal import AdvertisingData

/// The fields of the rows of `dump`, in the order requested.
package struct RowFields: Hashable, Sendable {
  let fields: [RowItem]

  /// The fields of a row for a report when the user names none.
  package static let usual = RowFields(fields: RowColumn.usual.map { .column($0) })
  /// The fields of a row for a layout when the user names none.
  package static let usualOfLayouts = RowFields(fields: RowColumn.usualOfLayouts.map { .column($0) })
  /// Every column. The values of known formats are in the column `known`.
  package static let all = RowFields(fields: RowColumn.allCases.map { .column($0) })

  init(fields: [RowItem]) {
    self.fields = fields
  }

  /// The fields of a list with commas: keys of columns, values of known formats (`ruuviTag.temperature`), ids of
  /// formats for all their values, and `all`. For a field that is named twice the first place counts.
  package init(_ list: String) throws(Problem) {
    var fields: [RowItem] = []
    for name in list.split(separator: ",", omittingEmptySubsequences: false) {
      let name = name.trimming { $0 == " " }
      for item in try Self.items(called: name) where !fields.contains(item) { fields.append(item) }
    }
    self.fields = fields
  }

  private static func items(called name: String) throws(Problem) -> [RowItem] {
    if name == "all" { return all.fields }
    if let column = RowColumn(rawValue: name) { return [.column(column)] }
    if let field = KnownField.byName[name] { return [.known(field)] }
    let ofFormat = KnownField.all.filter { $0.format == name }
    guard ofFormat.isEmpty else { return ofFormat.map { .known($0) } }
    throw Problem(name: name)
  }

  /// A field that does not exist.
  package struct Problem: Error, CustomStringConvertible {
    let name: String

    package var description: String {
      let known = RowColumn.allCases.map { $0.rawValue } + KnownField.all.map { $0.name }
      let part = name.lowercased()
      let containing = part.isEmpty ? [] : known.filter { $0.lowercased().contains(part) }
      let ranked = NearestWord.ranked(near: name, among: known.filter { !containing.contains($0) }, count: 3)
      let nearest = (containing + ranked).prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
      return
        "--fields: expected a field, found \(HostileText.quoted(name)); the nearest: \(nearest). --fields help has all"
    }
  }

  /// Returns the line of titles before the rows; empty for a form without one.
  package func heading(_ form: ReportLines.Form) -> [UInt8] {
    switch form {
    case .jsonl: []
    case .tsv: Array((fields.map { $0.name }.joined(separator: "\t") + "\n").utf8)
    case .csv: Array((fields.map { $0.name }.joined(separator: ",") + "\n").utf8)
    }
  }

  /// Whether a field depends on earlier reports.
  var needsPairing: Bool { columns.contains { $0.needsPairing } }

  /// Whether a field needs the key that resolves an address.
  package var needsOwners: Bool { columns.contains { $0 == .device || $0 == .resolvedBy } }

  private var columns: [RowColumn] {
    fields.compactMap { if case .column(let column) = $0 { column } else { nil } }
  }

  /// Returns all fields for people: name, type and meaning.
  package static func help(_ style: TextStyle) -> String {
    var table = TextTable([
      TextTable.Column(title: "FIELD", alignment: .left), TextTable.Column(title: "TYPE", alignment: .left),
      TextTable.Column(title: "MEANING", alignment: .left, narrowing: .wrap(least: 30)),
    ])
    func add(_ key: DescribedKey) {
      let meaning = key.meaning.replacing("`", with: "")
      table.add([key.key, key.type.words, meaning + (key.null.map { "; empty \($0)" } ?? "")])
    }
    for column in RowColumn.allCases { add(column.description) }
    var known = TextTable([
      TextTable.Column(title: "VALUE OF A KNOWN FORMAT", alignment: .left),
      TextTable.Column(title: "TYPE", alignment: .left), TextTable.Column(title: "UNIT", alignment: .left),
    ])
    for field in KnownField.all { known.add([field.name, field.type.words, field.unit]) }
    return (table.lines(style) + [""] + known.lines(style)).joined(separator: "\n") + "\n"
  }
}

/// A column of rows, or a value of a known format as one.
enum RowItem: Hashable, Sendable {
  case column(RowColumn)
  case known(KnownField)

  var name: String {
    switch self {
    case .column(let column): column.rawValue
    case .known(let field): field.name
    }
  }

  var isOfData: Bool {
    switch self {
    case .column(let column): column.isOfData
    case .known: true
    }
  }
}

extension Substring {
  fileprivate func trimming(_ isBlank: (Character) -> Bool) -> String {
    var rest = drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return String(rest)
  }
}
