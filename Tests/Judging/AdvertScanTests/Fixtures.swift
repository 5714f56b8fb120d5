import AdvertCapture
import AdvertObservation
import AdvertReading
import AdvertisingData
import Foundation

/// The repository's captures, read.
enum Fixtures {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Fixtures")
    .standardized

  static func capture(_ path: String) throws -> (summary: CaptureSummary, observation: Observation) {
    var observation = Observation()
    let summary = try CaptureReader.read(FileSource(path: folder.appending(path: path).path), into: &observation)
    return (summary, observation)
  }

  /// The layouts of all captures there are.
  static let layouts: [Layout] = {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    let paths = files.compactMap { ($0 as? URL)?.path }.sorted()
    return paths.flatMap { path -> [Layout] in
      var observation = Observation()
      guard let source = try? FileSource(path: path),
        (try? CaptureReader.read(source, into: &observation)) != nil
      else { return [] }
      return observation.advertisers.flatMap { $0.layouts.map(\.layout) }
    }
  }()
}
