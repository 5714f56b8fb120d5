internal import Yams

/// A key that a mapping has twice. The parser tells where the first one is; this finds the second.
struct DuplicateKey {
  let error: ManifestError

  /// Put before the first key to make it another one, so that the rest of the mapping can be read.
  private static let prefix = Array("advert-".unicodeScalars)

  /// `index` is that of the first of the keys.
  init(_ name: String, at index: Int, in source: SourceText) {
    let first = source.position(of: index)
    let key = "the key \(YAMLNode.quoted(name)) once"
    guard let second = Self.second(name, after: index, in: source) else {
      error = ManifestError(line: first.line, column: first.column, expected: key, found: "it again")
      return
    }
    let position = source.position(of: second)
    error = ManifestError(
      line: position.line, column: position.column, expected: key,
      found: "it again after line \(first.line), column \(first.column)")
  }

  /// Reads the text once more with the first key renamed: either the parser complains of the next two, or the mapping
  /// that holds the renamed key holds the other one too.
  private static func second(_ name: String, after index: Int, in source: SourceText) -> Int? {
    guard index < source.scalars.count else { return nil }
    let isQuoted = source.scalars[index] == "\"" || source.scalars[index] == "'"
    let start = index + (isQuoted ? 1 : 0)
    var renamed = String.UnicodeScalarView()
    renamed.append(contentsOf: source.scalars[..<start])
    renamed.append(contentsOf: prefix)
    renamed.append(contentsOf: source.scalars[start...])
    let text = SourceText(String(renamed))
    let newName = String(String.UnicodeScalarView(prefix)) + name
    let mark: Mark?
    do {
      let root = try compose(yaml: String(renamed), .basic, .default, .utf8)
      mark = root.flatMap { sibling(of: newName, named: name, in: $0) }
    } catch YamlError.duplicatedKeysInMapping(let names, let context) where names.first == name {
      mark = context.mark
    } catch {
      mark = nil
    }
    guard let mark else { return nil }
    let found = text.index(line: mark.line, scalarColumn: mark.column) - prefix.count
    return found > index ? found : nil
  }

  private static func sibling(of renamed: String, named name: String, in node: Node) -> Mark? {
    switch node {
    case .scalar, .alias: return nil
    case .sequence(let elements):
      for element in elements {
        if let found = sibling(of: renamed, named: name, in: element) { return found }
      }
      return nil
    case .mapping(let mapping):
      let keys = mapping.keys
      if keys.contains(where: { $0.scalar?.string == renamed }),
        let other = keys.first(where: { $0.scalar?.string == name })
      {
        return other.mark
      }
      for value in mapping.values {
        if let found = sibling(of: renamed, named: name, in: value) { return found }
      }
      return nil
    }
  }
}
