internal import AdvertCapture
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertRedaction
internal import AdvertReport

/// Reads the inputs of a command line, each on its own: one that cannot be read does not stop the others.
struct InputReading {
  private(set) var captures: [CaptureInput] = []
  private(set) var layouts: [LayoutFile] = []
  private(set) var manifests: [ManifestFile] = []
  /// Whether an input could not be read at all, or not to its end because the user interrupted that.
  private(set) var hasFailed = false
  /// Whether the user interrupted it.
  private(set) var wasInterrupted = false
  /// What the paths of captures are in truth, when they are shown as others.
  private(set) var originalPaths: [String: String] = [:]

  var isEmpty: Bool { captures.isEmpty && layouts.isEmpty && manifests.isEmpty }

  /// All files of declared layouts, for commands that take no more from a manifest.
  var declared: [LayoutFile] {
    layouts + manifests.map { LayoutFile(path: $0.path, layouts: $0.manifest.layouts, text: $0.text) }
  }

  /// Whether a single manifest is all there is to judge.
  var isOneManifest: Bool { captures.isEmpty && layouts.isEmpty && manifests.count == 1 }

  /// Adds a manifest that no argument named.
  mutating func add(_ manifest: ManifestFile) {
    manifests.append(manifest)
  }

  /// A file of declared layouts.
  struct LayoutFile: Sendable {
    let path: String
    let layouts: [DeclaredLayout]
    let text: String
  }

  /// What makes pseudonyms of everything that is shown; `nil` when it is shown as it is.
  let redaction: Redaction?

  /// Each argument is a file, a directory, or `-` for standard input. What cannot be read is complained about.
  ///
  /// - Parameters:
  ///   - takesLayouts: whether files of declared layouts are welcome besides captures.
  ///   - redaction: that of the run, when something was redacted before.
  init(
    _ arguments: [String], reading: ObservationOptions, takesLayouts: Bool = false, redaction given: Redaction? = nil,
    on console: Console
  ) throws(CommandFailure) {
    let redaction = given ?? reading.capture.redacting.redaction
    self.redaction = redaction
    @Sendable func read(
      _ source: RewindableSource, _ path: String, _ redaction: Redaction?
    ) throws(InputProblem) -> (contents: FileContents, complaints: [String]) {
      let contents = try FileContents(
        source, path: path, reading, takesLayouts: takesLayouts, redaction)
      return (contents, contents.complaints)
    }
    var run = try ReadingRun(arguments, redaction: redaction, on: console)
    let outcome: ReadingRun.Outcome
    if let redaction {
      // Pseudonyms are in the order in which their originals are met.
      outcome = try run.readInOrder { source, path throws(InputProblem) in
        try read(source, path, redaction)
      } take: {
        add($0)
      }
    } else {
      outcome = try run.readAtOnce { source, path throws(InputProblem) in
        try read(source, path, nil)
      } take: {
        add($0)
      }
    }
    hasFailed = !outcome.isWell
    wasInterrupted = outcome.wasInterrupted
  }

  /// Patterns for devices, as they choose among what was read.
  func devices(_ selectors: [DeviceSelector]) throws(CommandFailure) -> [DeviceSelector] {
    try redaction?.devices(selectors) ?? selectors
  }

  /// A line for each selector that chooses nothing of what was read, with the names that come nearest.
  func missing(of selectors: [DeviceSelector], besides manifest: ManifestFile? = nil) -> [String] {
    guard !selectors.isEmpty, !isEmpty || manifest != nil else { return [] }
    var search = DeviceSearch(selectors)
    for capture in captures {
      for advertiser in capture.advertisers { _ = search.chooses(advertiser) }
    }
    for layouts in declared.map(\.layouts) + [manifest?.manifest.layouts ?? []] {
      for declared in layouts {
        let name = declared.name ?? declared.deviceName
        _ = search.chooses(name: name) { declared.matches($0) }
      }
    }
    return search.missing
  }

  private mutating func add(_ contents: FileContents) {
    captures += contents.captures
    layouts += contents.layouts
    manifests += contents.manifests
    originalPaths.merge(contents.originalPaths) { _, latest in latest }
  }
}

/// Why one input cannot be read.
struct InputProblem: Error {
  let message: String
  /// Whether the input merely is something else than a capture.
  let isNoCapture: Bool

  /// What to tell of a file, and no more than may be told.
  func line(on path: String, _ redaction: Redaction?) -> String {
    "\(redaction?.path(path) ?? path): \(redaction?.message(message) ?? message)"
  }

  init(_ message: String, isNoCapture: Bool = false) {
    self.message = message
    self.isNoCapture = isNoCapture
  }

  init(_ error: CaptureError) {
    message = "\(error)"
    isNoCapture =
      switch error {
      case .notRecognised, .empty, .noCaptureInside: true
      case .unreadable, .unsupported: false
      }
  }
}

extension CaptureSummary {
  /// What a capture in the input at `path` is called.
  func path(in path: String) -> String { member.map { "\(path)/\($0)" } ?? path }
}

extension RewindableSource {
  /// Reads captures into a sink, which knows no originals when there is a redaction.
  func read<Sink: AdvertisingSink>(
    _ options: CaptureOptions, into sink: inout Sink, redaction: Redaction?
  ) throws(CaptureError) -> CaptureSummary {
    guard let redaction else { return try CaptureReader.read(self, options: options, into: &sink) }
    var redacting = RedactingSink(sink, by: redaction)
    defer { sink = redacting.base }
    return try CaptureReader.read(self, options: options, into: &redacting)
  }
}
