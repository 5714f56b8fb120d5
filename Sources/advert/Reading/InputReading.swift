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

  /// Each argument is a file, a directory, or `-` for standard input. What cannot be read is complained about.
  ///
  /// - Parameters:
  ///   - takesLayouts: whether files of declared layouts are welcome besides captures.
  ///   - redaction: `nil` when everything is shown as it is.
  init(
    _ arguments: [String], reading: ObservationArguments, takesLayouts: Bool = false, redaction: Redaction? = nil,
    on console: Console
  ) throws(CommandFailure) {
    let options = reading.capture.options
    let maxDevices = reading.maxDevices
    @Sendable func read(
      _ source: RewindableSource, _ path: String, _ redaction: Redaction?
    ) throws(InputProblem) -> (contents: FileContents, complaints: [String]) {
      let contents = try FileContents(
        source, path: path, options, maxDevices: maxDevices, takesLayouts: takesLayouts, redaction)
      return (contents, contents.complaints)
    }
    var run = ReadingRun(arguments, redaction: redaction, on: console)
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
