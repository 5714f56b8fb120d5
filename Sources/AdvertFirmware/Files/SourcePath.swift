internal import AdvertisingData

/// Paths of source files in the debug information of an image.
package enum SourcePath {
  /// Returns `/home/lamp/build/../main.c` as `/home/lamp/main.c`, and `C:\src\main.c` as `C:/src/main.c`.
  package static func plain(_ path: String) -> String {
    // On other systems a backslash is a part of names.
    let start = path.dropFirst()
    let isOfWindows = start.hasPrefix(":\\") || start.hasPrefix(":/") && path.hasPart("\\")
    let path = isOfWindows ? path.exchanging("\\", for: "/") : path
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
