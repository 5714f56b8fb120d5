internal import AdvertEditor
internal import AdvertManifest

/// The files that a language server reads from the disk: manifests, and the source that declares layouts.
enum EditorFiles {
  /// A bound of a search in source: a folder may be a whole disk.
  private static let maximumOctets = 1 << 26
  private static let endings = [
    ".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".ino", ".rs", ".swift", ".zig", ".py", ".ts", ".js",
  ]

  static var server: LanguageServer.Files {
    LanguageServer.Files(
      text: RewindableSource.text(ofFile:), manifest: { ManifestFile.inUse(for: $0) },
      declaration: { identifiers, folder in declaration(of: identifiers, in: folder) })
  }

  /// Where the first of the identifiers that is declared anywhere is declared, in the order of the paths.
  private static func declaration(of identifiers: [String], in folder: String) -> SourcePlace? {
    var found: [String: SourcePlace] = [:]
    var octets = 0
    for path in SourceFolder.files(in: folder, endings) {
      guard octets < maximumOctets, let text = RewindableSource.text(ofFile: path) else { continue }
      octets += text.utf8.count
      let content = Array(text.utf8)
      for identifier in identifiers where found[identifier] == nil {
        found[identifier] = SourceDeclaration.place(of: identifier, in: content)
          .map { SourcePlace(path: path, octets: $0) }
      }
      if let first = identifiers.first, found[first] != nil { break }
    }
    return identifiers.lazy.compactMap { found[$0] }.first
  }
}
