internal import AdvertManifest
internal import AdvertReport
internal import AdvertScan

/// The scanners that a command can be told: those of this program, and those that manifests describe.
struct KnownScanners {
  private var own: [(profile: ScannerProfile, path: String)] = []

  init(_ manifests: [ManifestFile]) {
    for file in manifests {
      for profile in file.manifest.scanners where !own.contains(where: { $0.profile == profile }) {
        own.append((profile, file.path))
      }
    }
  }

  /// Those that a command line names.
  func named(_ arguments: [ScannerOptions.ScannerArgument]) throws(CommandFailure) -> [ScannerProfile] {
    var profiles: [ScannerProfile] = []
    for argument in arguments { profiles.append(try named(argument.id)) }
    return profiles
  }

  func named(_ id: String) throws(CommandFailure) -> ScannerProfile {
    if let profile = ScannerProfile.named(id) { return profile }
    if let profile = try distinctOwn().first(where: { $0.id == id }) { return profile }
    let ids = ScannerProfile.all.map(\.id) + own.map(\.profile.id)
    guard let nearest = NearestWord.to(id, among: ids) else {
      throw CommandFailure("expected a scanner (\(ids.joined(separator: ", "))), found \"\(id)\"")
    }
    throw CommandFailure("expected a scanner, found \"\(id)\"; did you mean \"\(nearest)\"?")
  }

  /// All there are.
  func all() throws(CommandFailure) -> [ScannerProfile] {
    ScannerProfile.all + (try distinctOwn())
  }

  /// Manifests of different projects may mean different scanners by the same id, but one result cannot.
  private func distinctOwn() throws(CommandFailure) -> [ScannerProfile] {
    for (index, scanner) in own.enumerated() {
      if let other = own[..<index].first(where: { $0.profile.id == scanner.profile.id }) {
        throw CommandFailure(
          "the scanner \"\(scanner.profile.id)\" is one thing in \(other.path) and another in \(scanner.path)")
      }
    }
    return own.map(\.profile)
  }
}
