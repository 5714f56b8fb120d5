@testable import AdvertReport

extension OutputDocument {
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
