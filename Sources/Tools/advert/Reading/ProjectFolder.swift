internal import AdvertSources

/// The programs of a folder that the user names: the files in it that may be programs of the project there.
///
/// Folders of tools, and libraries that have a folder of their own, hold programs of others.
struct ProjectFolder {
  /// The paths of the files to read as programs.
  private(set) var programs: Set<String> = []
  /// The number of files of others that may be programs.
  private(set) var ofOthers = 0
  /// The number of files behind the limits that may be programs.
  private(set) var behindLimits = 0

  /// The most files that are read as programs of one folder.
  static let mostFiles = 1000
  private static let mostOctets = 1 << 26

  /// Folders in which tools keep what they make and load, beside hidden folders.
  private static let ofTools: Set<String> = [
    "__pycache__", "bower_components", "build", "carthage", "deriveddata", "dist", "libdeps", "managed_components",
    "node_modules", "pods", "site-packages", "target", "venv",
  ]
  /// Files that mark the folder of a library.
  private static let marksOfLibraries: Set<String> = ["library.properties", "library.json"]

  /// Chooses the programs among the files below a folder. A link that leads out of the folder is not followed.
  init(_ folder: String, paths: [String]) {
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    guard let root = ReplacedFile.resolved(folder) else { return }
    let inside = root == "/" ? root : root + "/"
    let libraries = Set(
      paths.filter { Self.marksOfLibraries.contains(Self.name(of: $0)) }.map { $0.parentFolder }.filter { $0 != start })
    var octets = 0
    for path in paths where path.hasPrefix(start) && ProgramReader.Language(path: path) != nil {
      guard !Self.isOfOthers(path, below: start, libraries),
        let file = ReplacedFile.resolved(path), file.hasPrefix(inside)
      else {
        ofOthers += 1
        continue
      }
      octets += RewindableSource.size(of: path) ?? 0
      guard programs.count < Self.mostFiles, octets <= Self.mostOctets else {
        behindLimits += 1
        continue
      }
      programs.insert(path)
    }
  }

  private static func name(of path: String) -> String { path.split(separator: "/").last.map { String($0) } ?? path }

  /// Whether a file is in a folder of a tool or of a library, below the folder that the user names.
  private static func isOfOthers(_ path: String, below start: String, _ libraries: Set<String>) -> Bool {
    var folder = start
    for name in path.dropFirst(start.count).split(separator: "/").dropLast() {
      folder += name + "/"
      if name.hasPrefix(".") || ofTools.contains(name.lowercased()) || libraries.contains(folder) { return true }
    }
    return false
  }
}
