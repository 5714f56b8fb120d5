internal import AdvertCapture
internal import AdvertManifest
internal import AdvertObservation
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
  /// - Parameter takesLayouts: whether files of declared layouts are welcome besides captures.
  init(
    _ arguments: [String], reading: ObservationArguments, takesLayouts: Bool = false, on console: Console
  ) throws(CommandFailure) {
    let outcome = try ReadingRun.readAll(arguments, on: console) { source, path throws(InputProblem) in
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
    var observations = SinkPerCapture { Observation(mostAdvertisers: reading.maxDevices) }
    do throws(CaptureError) {
      let summary = try CaptureReader.read(source, options: reading.capture.options, into: &observations)
      captures += zip(summary.captures, observations.sinks).map { capture, observation in
        var summary = capture
        if let leftOut = observation.leftOut { summary.note(CaptureProblem(leftOut, beyond: reading.maxDevices)) }
        return CaptureInput(
          path: capture.member.map { "\(path)/\($0)" } ?? path, summary: summary, observation: observation)
      }
      return summary.isArchive ? summary.problems.map { "\(path): offset \($0.fileOffset): \($0.message)" } : []
    } catch {
      guard case .notRecognised = error, let text = source.text else { throw InputProblem(error) }
      let keys = Manifest.keys(in: text)
      guard keys.isEmpty else {
        guard takesLayouts, keys.contains("layouts") else {
          throw InputProblem(
            "expected a capture, found a manifest" + (takesLayouts ? " without layouts" : ""), isNoCapture: true)
        }
        manifests.append(try ManifestFile(text, path: path))
        return []
      }
      guard HexLayouts.recognises(text) else { throw InputProblem(error) }
      guard takesLayouts else {
        throw InputProblem("expected a capture, found layouts written as hex", isNoCapture: true)
      }
      do throws(ManifestError) {
        layouts.append(LayoutFile(path: path, layouts: try HexLayouts.read(text), text: text))
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

extension CaptureProblem {
  /// Devices beyond `limit` were left out.
  fileprivate init(_ leftOut: Observation.LeftOut, beyond limit: Int) {
    self.init(
      .devicesLeftOut, fileOffset: leftOut.firstSighting.fileOffset ?? 0, record: leftOut.firstSighting.record,
      message: "expected at most \(limit) devices, found more; their reports are left out (--max-devices)")
    count = leftOut.reports
  }
}
