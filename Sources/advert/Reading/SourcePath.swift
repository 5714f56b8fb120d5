#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Paths of source files in the debug information of an image.
enum SourcePath {
  /// Returns a path without steps back, with slashes, and from the working directory where the file is below it, so
  /// that annotations of a pull request match it.
  static func shown(_ path: String) -> String {
    let path = plain(path)
    let folder = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }

  /// Returns `/home/lamp/build/../main.c` as `/home/lamp/main.c`, and `C:\src\main.c` as `C:/src/main.c`.
  private static func plain(_ path: String) -> String {
    // On other systems a backslash is a part of names.
    let isOfWindows = path.dropFirst().hasPrefix(":\\") || path.dropFirst().hasPrefix(":/") && path.contains("\\")
    let path = isOfWindows ? path.replacing("\\", with: "/") : path
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: true) where part != "." {
      if part == "..", let last = parts.last, last != "..", !(parts.count == 1 && last.hasSuffix(":")) {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
