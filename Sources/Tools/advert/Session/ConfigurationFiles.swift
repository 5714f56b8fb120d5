internal import AdvertCapture
internal import AdvertLint
internal import AdvertManifest
internal import AdvertReading
internal import AdvertRedaction
internal import AdvertReport
internal import AdvertScan
internal import PlatformLibrary

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A manifest with its path.
struct ManifestFile: Sendable {
  let path: String
  let manifest: Manifest
  let text: String

  init(_ manifest: Manifest, text: String, path: String) {
    self.path = path
    self.manifest = manifest
    self.text = text
  }

  /// Reads the text of a manifest.
  init(_ text: String, path: String) throws(InputProblem) {
    self.path = path
    self.text = text
    do throws(ManifestError) {
      manifest = try Manifest(reading: text)
    } catch {
      throw InputProblem(error)
    }
  }

  /// Reads the manifest named on the command line, or else the nearest one in the working directory or above; `nil`
  /// when there is none.
  static func configuring(_ path: String?, redaction: Redaction? = nil) throws(CommandFailure) -> ManifestFile? {
    let isNamed = path != nil
    guard let path = path ?? found else { return nil }
    do throws(InputProblem) {
      if !isNamed, let other = twin(of: path) {
        throw InputProblem(
          expected: "one manifest in a folder", found: "\(other.split(separator: "/").last ?? "") beside it: remove one"
        )
      }
      // The command does not wait for a file that no option names.
      guard isNamed || FileKind(of: path) != .special else {
        throw InputProblem(expected: "a file", found: "a pipe or a device")
      }
      guard let text = try RewindableSource(opening: path).text else {
        throw InputProblem(expected: "a manifest: UTF-8 of at most 1 MiB")
      }
      let file = try ManifestFile(text, path: path)
      return redaction?.manifest(file) ?? file
    } catch {
      let shown = redaction?.path(path) ?? path
      throw CommandFailure(
        error.line(on: path, redaction),
        input: IncompleteInput(path: shown, problems: [error.problem(in: shown, redaction)]))
    }
  }

  var settings: LintSettings { settings(forPaths: [:]) }

  /// - Parameter paths: The original paths of redacted ones.
  func settings(forPaths paths: [String: String]) -> LintSettings {
    manifest.settings(path: path, originalPaths: paths)
  }

  /// Whether the manifest has layouts, also if a stack refuses them.
  var hasLayouts: Bool { !manifest.layouts.isEmpty || !manifest.refused.isEmpty }

  /// The layouts as an input, with the expectations of the manifest; none when stacks refuse all of them.
  var inputs: [Input] {
    manifest.layouts.isEmpty && !manifest.refused.isEmpty ? [] : [manifest.input(text, path: path)]
  }

  /// Returns the failure without inputs, when the manifest in use has no layouts.
  static func nothing(to verb: String, _ inUse: ManifestFile?) -> CommandFailure {
    CommandFailure(
      "nothing to \(verb): give a capture or --adv, or "
        + (inUse.map { "add layouts to \($0.path)" }
          ?? "write layouts into \(Manifest.fileName), here or in a folder above in the repository"))
  }

  /// `advert.yml` in the working directory or the nearest one above it, as a relative path: at most up to the folder of
  /// the repository or of the user. Further up, another person may have left one.
  static var found: String? {
    let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
    return found(in: (0...depth).map { String(repeating: "../", count: $0) })
  }

  /// The same for a file, from its folder upward; `nil` for a path that is not whole.
  static func inUse(for path: String) -> String? {
    guard path.hasPrefix("/") else { return nil }
    let names = path.split(separator: "/").dropLast()
    return found(in: (0...names.count).map { "/" + names.dropLast($0).map { $0 + "/" }.joined() })
  }

  /// - Parameter folders: each with a slash at its end, or empty; the innermost first.
  private static func found(in folders: [String]) -> String? {
    let home = ProcessInfo.processInfo.environment["HOME"].flatMap { $0 == "/" ? nil : FileIdentity($0) }
    let limit = folders.firstIndex { folder in
      [".git", ".hg", ".jj"].contains { FileManager.default.fileExists(atPath: folder + $0) }
        || home != nil && FileIdentity(folder + ".") == home
    }
    return folders[...(limit ?? 0)].lazy.flatMap { folder in Manifest.fileNames.map { folder + $0 } }
      .first { FileKind(of: $0) != nil }
  }

  /// Returns the manifest of the other name in the folder of a manifest that no option names; `nil` when there is none.
  static func twin(of path: String) -> String? {
    let folder = path.parentFolder
    let others = Manifest.fileNames.map { folder + $0 }.filter { $0 != path }
    // On file systems that do not tell the names apart, or by a link, it is one file.
    return others.first { FileKind(of: $0) != nil && FileIdentity($0) != FileIdentity(path) }
  }
}

/// The kind of file at a path.
enum FileKind {
  case file
  case folder
  /// A pipe, a socket or a device. Opening it may wait for ever.
  case special
  /// A link to nothing or to itself, or a path that the system refuses to read.
  case unreachable

  /// Identifies the file at a path; `nil` when the path leads to nothing, not even a link.
  init?(of path: String) {
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFREG: self = .file
      case S_IFDIR: self = .folder
      default: self = .special
      }
    } else if unsafe lstat(path, &status) == 0 || ![ENOENT, ENOTDIR].contains(errno) {
      self = .unreachable
    } else {
      return nil
    }
  }
}

extension String {
  /// The folder of a path, with the slash at its end; empty for a name alone.
  var parentFolder: String { lastIndex(of: "/").map { String(self[...$0]) } ?? "" }
}

/// The scanners that a command line can name: those of this program, and those that manifests describe.
struct KnownScanners {
  /// The scanners that manifests describe, in the order met, each once.
  private var own: [ScannerProfile] = []
  /// Positions in `own` by id, with the manifest.
  private var places: [ScannerProfile.ID: (position: Int, path: String)] = [:]
  /// An id that means different scanners in two manifests.
  private var conflict: String?

  init(_ manifests: [ManifestFile]) {
    for file in manifests {
      for profile in file.manifest.scanners { add(profile, from: file.path) }
    }
  }

  private mutating func add(_ profile: ScannerProfile, from path: String) {
    guard let known = places[profile.id] else {
      places[profile.id] = (own.count, path)
      own.append(profile)
      return
    }
    guard own[known.position] != profile else { return }
    conflict =
      conflict ?? "the scanner \"\(profile.id)\" is one thing in \(known.path) and another in \(path)"
  }

  /// Returns the scanners that a command line names.
  func named(_ arguments: [ScannerOptions.ScannerArgument]) throws(CommandFailure) -> [ScannerProfile] {
    var profiles: [ScannerProfile] = []
    for argument in arguments { profiles.append(try named(argument.id)) }
    return profiles
  }

  func named(_ id: String) throws(CommandFailure) -> ScannerProfile {
    if let profile = ScannerProfile.named(id) { return profile }
    try requireDistinctIDs()
    if let place = places[id] { return own[place.position] }
    if let versions = ScannerProfile.versionsExpected(for: id) {
      throw CommandFailure("expected \(versions), found \"\(id)\"")
    }
    let ids = ScannerProfile.known.map(\.id) + own.map(\.id)
    let nearest = NearestWord.suggestions(for: id, among: ids)
    guard !nearest.isEmpty else {
      throw CommandFailure("expected a scanner (\(ids.joined(separator: ", "))), found \"\(id)\"")
    }
    throw CommandFailure("expected a scanner, found \"\(id)\"; did you mean \(nearest.alternatives)?")
  }

  /// Returns the scanners that commands ask about unless others are chosen: the manifest's own are among them.
  func all() throws(CommandFailure) -> [ScannerProfile] {
    try requireDistinctIDs()
    return ScannerProfile.all + own
  }

  /// Returns every scanner.
  func known() throws(CommandFailure) -> [ScannerProfile] {
    try requireDistinctIDs()
    return ScannerProfile.known + own
  }

  /// Throws when an id has two meanings: one id must mean one scanner in a result, although each project may choose its
  /// ids.
  private func requireDistinctIDs() throws(CommandFailure) {
    if let conflict { throw CommandFailure(conflict) }
  }
}

/// A file of known findings.
enum BaselineFile {
  /// The greatest size of a baseline.
  private static let maximumOctets = 1 << 26

  /// - Throws: also when the file does not exist, so that a mistyped name is not taken for an empty baseline.
  static func read(_ path: String) throws(CommandFailure) -> Baseline {
    let octets = try WrittenFile.octets(of: path, atMost: maximumOctets, expected: "a baseline")
    do throws(BaselineError) {
      return try Baseline(reading: octets)
    } catch {
      throw CommandFailure("\(path): \(error)")
    }
  }

  static func write(_ baseline: Baseline, to path: String) throws(CommandFailure) {
    try ReplacedFile.put(baseline.json, at: path)
  }
}

/// A file that is read as a whole.
enum WrittenFile {
  /// - Throws: also when it has more octets than `most`.
  static func octets(
    of path: String, atMost most: Int, expected: String = "", shown: String? = nil
  ) throws(CommandFailure) -> [UInt8] {
    let shown = shown ?? path
    let expectation = expected.isEmpty ? "" : "expected \(expected)"
    do throws(InputFailure) {
      let source = try FileSource(path: path)
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var octets: [UInt8] = []
      while octets.count <= most {
        let count = try source.read(into: &buffer, at: 0)
        if count == 0 { return octets }
        octets += buffer[..<count]
      }
    } catch {
      throw CommandFailure("\(shown): \(expectation)\(expectation.isEmpty ? "" : ": ")\(error.reason)")
    }
    throw CommandFailure("\(shown): \(expectation)\(expectation.isEmpty ? "" : ", ")found more than \(most) bytes")
  }
}
