#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A folder with files of source.
enum SourceFolder {
  /// Bounds of a search: a folder may be a whole disk.
  private static let maximumFiles = 5000
  private static let maximumDepth = 12

  /// Returns the files whose names have one of some ends, the nearest to the folder first. Hidden folders and links are left
  /// out.
  static func files(in folder: String, _ endings: [String]) -> [String] {
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
