/// The completions at a place of a manifest.
struct Completions {
  /// A limit above the number that people read. A longer list is cut, and is not whole.
  private static let maximum = 200

  struct Item {
    let text: String
    let detail: String
    let isKey: Bool
  }

  let items: [Item]
  let isWhole: Bool
  /// The octets that an item replaces.
  let range: Range<Int>

  init(at place: Int, of text: DocumentText) {
    let cursor = ManifestOutline.cursor(at: place, in: text.octets)
    let entries = ManifestOutline(text.octets).entries
    let shapes = ManifestShapes(at: cursor.path)
    let word = cursor.word.lowercased()
    var items: [Item] = []
    if cursor.mayBeKey {
      // Keys that the mapping already has come last.
      items += shapes.keys.map { Item(text: $0.name, detail: $0.summary, isKey: true) }
    }
    if cursor.mayBeValue {
      items += shapes.values(entries).map { Item(text: $0.text, detail: $0.meaning, isKey: false) }
    }
    func matches(_ item: Item) -> Bool {
      let text = item.text.lowercased()
      return word.isEmpty || text.hasPrefix(word)
        || text.split { $0 == " " || $0 == "-" }.contains { $0.hasPrefix(word) }
    }
    var seen: Set<String> = []
    let matching = items.filter { matches($0) && seen.insert($0.text).inserted }
    self.items = Array(matching.prefix(Self.maximum))
    isWhole = matching.count <= Self.maximum
    range = cursor.range
  }
}

extension Completions.Item {
  /// The text in the form for a manifest: quoted where YAML would read it as another type.
  var written: String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_ .()/+'".unicodeScalars.contains(scalar)
    }
    let isSafe = isPlain && text.first?.isLetter ?? false
    let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
    return (isSafe ? text : "\"" + escaped + "\"") + (isKey ? ": " : "")
  }
}
