internal import AdvertFirmware
internal import AdvertSources

/// A file that a command writes its result to.
struct WrittenPath {
  let path: String
  /// How often the command line names the path for this purpose: not at all where a command chooses it by itself, and
  /// twice where an option reads what another one replaces.
  var namings = 1
}

/// The guard before all outputs: what a command reads, it does not write to, and no two results are one file.
///
/// Everything on the command line that leads to a file counts as read, so that no option can be forgotten, and so does
/// what a command finds by itself: the manifest in use, the files beside a program or an image, and those that a program
/// includes.
struct OutputGuard {
  let arguments: [String]
  let outputs: [WrittenPath]
  /// Whether the command reads the manifest that is in use here.
  let readsManifest: Bool

  /// - Parameter shown: the name of an output in messages.
  /// - Throws: when an output is a file that is read, or two outputs are one file.
  func check(shown: (String) -> String) throws(CommandFailure) {
    let files = outputs.map { ReplacedFile($0.path) }
    for (number, file) in files.enumerated() {
      guard !file.path.isEmpty else { throw CommandFailure("expected a file for the result, found an empty path") }
      guard !files[..<number].contains(where: { $0.isSame(as: file) }) else {
        throw CommandFailure("\(shown(file.path)): is the file of another result, too")
      }
    }
    // An incomplete result is kept in a file of its own.
    let written = files.filter(\.isRegular).flatMap { [$0.path, $0.path + ReplacedFile.partial] }
      .compactMap { path in FileIdentity(path).map { (path: path, identity: $0) } }
    guard !written.isEmpty else { return }
    let read = identitiesRead()
    for (path, identity) in written where read.contains(identity) {
      throw CommandFailure("\(shown(path)): is an input, so results are not written to it")
    }
  }

  private func identitiesRead() -> Set<FileIdentity> {
    var paths: [String] = []
    var written = outputs.flatMap { Array(repeating: $0.path, count: $0.namings) }
    for path in arguments.flatMap(Self.paths) {
      if let position = written.firstIndex(of: path) { written.remove(at: position) } else { paths.append(path) }
    }
    if readsManifest, let path = ManifestFile.found { paths.append(path) }
    let files = paths.filter { !$0.isEmpty }.flatMap { CaptureFiles($0).paths }
    let beside = Set(files.map(\.parentFolder))
    let taken = beside.flatMap(Self.projectFiles) + files.flatMap(SourceProject.sourcesRead)
    return Set((files + taken).compactMap { FileIdentity($0) })
  }

  /// Returns what may be a path in an argument: all of it, or the value behind the name of an option.
  private static func paths(in argument: String) -> [String] {
    guard argument.hasPrefix("-"), argument != "-" else { return [argument] }
    let value = argument.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
    return argument.hasPrefix("--") ? value : value + [String(argument.dropFirst(2))]
  }

  /// The files that tell facts of a program or an image in a folder.
  private static func projectFiles(_ folder: String) -> [String] {
    SourceProject.paths(from: folder) + [folder + BuildConfiguration.fileName]
  }
}
