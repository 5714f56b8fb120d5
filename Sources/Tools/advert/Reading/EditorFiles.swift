internal import AdvertEditor
internal import AdvertManifest

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The files that a language server reads from the disk: manifests, and the source that declares layouts.
enum EditorFiles {
  /// Bounds of a search in source: a folder may be a whole disk.
  private static let maximumFiles = 5000
  private static let maximumOctets = 1 << 26
  private static let maximumDepth = 12
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
    for path in sources(in: folder) {
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

  /// Files of source, the nearest to the folder first. Hidden folders and links are left out.
  static func sources(in folder: String, _ endings: [String] = EditorFiles.endings) -> [String] {
    guard !folder.isEmpty else { return [] }
    var paths: [String] = []
    var folders = [folder]
    for _ in 0..<maximumDepth where paths.count < maximumFiles {
      var next: [String] = []
      for folder in folders {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.sorted() where !name.hasPrefix(".") {
          let path = folder + (folder.hasSuffix("/") ? "" : "/") + name
          if (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil { continue }
          switch FileKind(of: path) {
          case .folder: next.append(path)
          case .file where endings.contains(where: name.hasSuffix): paths.append(path)
          default: break
          }
        }
        if paths.count + next.count > maximumFiles { return Array(paths.prefix(maximumFiles)) }
      }
      folders = next
    }
    return paths
  }
}
