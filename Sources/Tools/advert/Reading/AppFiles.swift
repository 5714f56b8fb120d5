internal import AdvertReading
internal import AdvertReport
internal import AdvertScan
internal import AdvertSources
internal import AdvertisingData

/// The program of an app, which `--app` names, with its `AndroidManifest.xml`.
struct AppFiles {
  private var programs: [(path: String, scans: [RequestedScan])] = []
  /// Whether the manifest of the app says that it derives no location from scans; `nil` without a manifest.
  private var neverForLocation: Bool?

  /// The libraries of the programs that have known faults.
  private(set) var libraries: [ReachFault.ScanningLibrary] = []

  /// - Parameter stacks: the versions of libraries that the command line states.
  init(_ paths: [String], _ stacks: [ImageOptions.StatedStack] = []) throws(CommandFailure) {
    for path in paths {
      let text = try RewindableSource.text(named: path, expected: "a program of an app: UTF-8 of at most 1 MiB")
      if let manifest = AndroidManifest(text) {
        neverForLocation = manifest.neverForLocation
        continue
      }
      let reader = ScanReader(text, path: path)
      guard !reader.scans.isEmpty else {
        throw CommandFailure(
          reader.unread.first.map { "\(path):\($0.line): the scan is not analyzed: \($0.reason)" }
            ?? "\(path): expected \(ScanReader.expectation)\(Self.found(text, path))")
      }
      programs.append((path, reader.scans))
      let project = path == "-" ? SourceProject(stacks) : SourceProject(beside: path, stacks)
      libraries += reader.scans.map { $0.library }.withoutRepeats.compactMap { library in
        ReachFault.ScanningLibrary(library) { project.versions(of: $0) }
      }
    }
    guard paths.isEmpty || !programs.isEmpty else {
      throw CommandFailure("--app: expected the program beside its AndroidManifest.xml")
    }
  }

  /// Names the commands for a program that advertises; empty for any other.
  private static func found(_ text: String, _ path: String) -> String {
    let program = ProgramReader.Language(path: path).map { ProgramReader(text, language: $0) }
    guard program.map({ !$0.isEmpty }) ?? (SourceExcerpt(text)?.program.layouts.isEmpty == false) else { return "" }
    return ", found a program that advertises, which advert lint and reach read"
  }

  /// Returns the scans of the app.
  ///
  /// - Parameter chosen: the scanners that the user names; empty for those of each library.
  func scans(by chosen: [ScannerProfile]) -> [AppScan] {
    programs.flatMap { path, scans in
      let declares = neverForLocation ?? Self.manifest(above: path)?.neverForLocation
      return scans.map { scan in
        var scan = scan
        scan.neverForLocation = declares
        return AppScan(scan, path: path, chosen: chosen)
      }
    }
  }

  /// Folders above a program in which its manifest can be: packages are folders of their own.
  private static let highest = 10

  /// Returns the manifest in the folder of a program in Kotlin or Java or the nearest one above; `nil` without one.
  private static func manifest(above path: String) -> AndroidManifest? {
    guard path.hasSuffix(".kt") || path.hasSuffix(".java") else { return nil }
    var folder = path.parentFolder
    for _ in 0..<highest {
      if let text = RewindableSource.text(ofFile: folder + AndroidManifest.name) { return AndroidManifest(text) }
      guard !folder.isEmpty, folder != "/", !folder.hasSuffix("../") else { return nil }
      folder = String(folder.dropLast()).parentFolder
    }
    return nil
  }
}
