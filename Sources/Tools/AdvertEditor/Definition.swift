internal import AdvertManifest

/// The definition of a name in a manifest: a layout or a scanner in the manifest itself, or a layout's array in source.
enum Definition {
  /// Octets of the same text.
  case here(Range<Int>)
  /// In source, the first of these identifiers that is declared.
  case source([String])

  /// Finds the definition; `nil` where there is no name.
  init?(at place: Int, of text: DocumentText) {
    let entries = ManifestOutline(text.octets).entries
    if let entry = entries.first(where: { $0.range.contains(place) || $0.range.upperBound == place }) {
      // The name of a layout, or a key in it.
      guard entry.path.first == "layouts", entry.path.count > 1 else { return nil }
      self = .source(Self.identifiers(of: entry.path[1]))
      return
    }
    let beginning = ManifestOutline.cursor(at: place, in: text.octets)
    let cursor = ManifestOutline.cursor(at: beginning.range.upperBound, in: text.octets)
    guard cursor.mayBeValue else { return nil }
    let shapes = ManifestShapes(at: cursor.path)
    let key: String
    if cursor.path.suffix(2) == ["ignore", "layout"] {
      key = "layouts"
    } else if shapes.take(.profile) {
      key = "scanners"
    } else if cursor.path.first == "layouts", cursor.path.count > 1 {
      self = .source(Self.identifiers(of: cursor.path[1]))
      return
    } else {
      return nil
    }
    guard let entry = entries.first(where: { $0.path == [key, cursor.word] }) else { return nil }
    self = .here(entry.range)
  }

  /// Returns the names that a layout's array can have in source: as `advert init` names the layouts of an image, in
  /// words that an identifier may have; and with underscores for all other characters.
  static func identifiers(of name: String) -> [String] {
    func isPart(_ character: Character) -> Bool {
      character.isASCII && (character.isLetter || character.isNumber || character == "_")
    }
    let words = name.split { !isPart($0) }.map(String.init).filter { !($0.first?.isNumber ?? true) }
    let joined = String(name.map { isPart($0) ? $0 : "_" })
    var identifiers: [String] = []
    for word in [joined] + words where !(word.first?.isNumber ?? true) && !identifiers.contains(word) {
      identifiers.append(word)
    }
    return identifiers
  }
}
