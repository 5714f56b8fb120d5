internal import Foundation

/// Paths of source files as the debug information of an image has them.
enum SourcePath {
  /// From the working directory where the file is below it, so that annotations of a pull request find it; else as it is.
  static func shown(_ path: String) -> String {
    let folder = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }
}
