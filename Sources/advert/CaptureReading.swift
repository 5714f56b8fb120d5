internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReport

/// Reads the captures of a command line, each on its own: one that cannot be read does not stop the others.
struct CaptureReading {
  private(set) var captures: [CaptureInput] = []
  /// Whether an input could not be read at all.
  private(set) var hasFailed = false

  /// Each path is a file, or `-` for standard input. What cannot be read is complained about.
  init(_ paths: [String], on console: Console) throws(CommandFailure) {
    for path in paths {
      do throws(CaptureError) {
        captures.append(try Self.read(path))
      } catch {
        hasFailed = true
        try console.complain("\(path): \(error)")
      }
    }
  }

  private static func read(_ path: String) throws(CaptureError) -> CaptureInput {
    let source: FileSource
    do throws(InputFailure) {
      source = path == "-" ? .standardInput() : try FileSource(path: path)
    } catch {
      throw .unreadable(reason: error.reason)
    }
    var observation = Observation()
    let summary = try CaptureReader.read(source, into: &observation)
    return CaptureInput(path: path, summary: summary, observation: observation)
  }
}
