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
  private let redaction: Redaction?
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
  struct LayoutFile {
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
    self.redaction = redaction
    let outcome = try ReadingRun.readAll(arguments, redaction: redaction, on: console) {
      source, path throws(InputProblem) in
      try read(source, path: path, reading: reading, takesLayouts: takesLayouts)
    }
    hasFailed = !outcome.isWell
    wasInterrupted = outcome.wasInterrupted
  }

  /// Reads a file: one capture, or those in an archive, each under the name it has there. Returns what is wrong with the
  /// archive itself, one line each.
  private mutating func read(
    _ source: RewindableSource, path: String, reading: ObservationArguments, takesLayouts: Bool
  ) throws(InputProblem) -> [String] {
    let shownPath = redaction?.path(path) ?? path
    var observations = SinkPerCapture { Observation(mostAdvertisers: reading.maxDevices) }
    do throws(CaptureError) {
      let original = try source.read(reading.capture.options, into: &observations, redaction: redaction)
      let summary = redaction?.summary(original) ?? original
      if redaction != nil {
        for (shown, original) in zip(summary.captures, original.captures) {
          originalPaths[shown.path(in: shownPath)] = original.path(in: path)
        }
      }
      captures += zip(summary.captures, observations.sinks).map { capture, observation in
        var summary = capture
        if let leftOut = observation.leftOut { summary.note(CaptureProblem(leftOut, beyond: reading.maxDevices)) }
        return CaptureInput(path: capture.path(in: shownPath), summary: summary, observation: observation)
      }
      return summary.isArchive ? summary.problems.map { "\(shownPath): offset \($0.fileOffset): \($0.message)" } : []
    } catch {
      guard case .notRecognised = error, let text = source.text else { throw InputProblem(error) }
      let keys = Manifest.keys(in: text)
      guard keys.isEmpty else {
        guard takesLayouts, keys.contains("layouts") else {
          throw InputProblem(
            "expected a capture, found a manifest" + (takesLayouts ? " without layouts" : ""), isNoCapture: true)
        }
        let manifest = try ManifestFile(text, path: path)
        manifests.append(redaction?.manifest(manifest) ?? manifest)
        return []
      }
      guard HexLayouts.recognises(text) else { throw InputProblem(error) }
      guard takesLayouts else {
        throw InputProblem("expected a capture, found layouts written as hex", isNoCapture: true)
      }
      do throws(ManifestError) {
        let read = try HexLayouts.read(text)
        layouts.append(
          LayoutFile(
            path: shownPath, layouts: redaction.map { read.map($0.layout) } ?? read, text: redaction == nil ? text : "")
        )
      } catch {
        throw InputProblem("\(error)")
      }
      return []
    }
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

extension CaptureProblem {
  /// Devices beyond `limit` were left out.
  fileprivate init(_ leftOut: Observation.LeftOut, beyond limit: Int) {
    self.init(
      .devicesLeftOut, fileOffset: leftOut.firstSighting.fileOffset ?? 0, record: leftOut.firstSighting.record,
      message: "expected at most \(limit) devices, found more; their reports are left out (--max-devices)")
    count = leftOut.reports
  }
}
