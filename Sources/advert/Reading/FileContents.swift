internal import AdvertCapture
internal import AdvertFirmware
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertRedaction
internal import AdvertScan
internal import AdvertisingData

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What one file holds: a capture, those in an archive, each under the name it has there, or declared layouts.
struct FileContents: Sendable {
  var inputs: [Input] = []
  /// The manifest that the file is.
  var manifest: ManifestFile?
  /// The real paths of captures that are shown under another one.
  var originalPaths: [String: String] = [:]
  /// Where the file is.
  let path: String
  /// All that the captures among the inputs hold, in their order; empty unless they are to be joined.
  var recordings: [RecordedReports] = []
  /// What is wrong with the archive itself, or not known of a firmware image.
  var incomplete: IncompleteInput?

  /// How layouts that are no captures are read.
  struct Layouts: Sendable {
    /// Arrays of firmware images that are payloads, whatever they are called.
    var symbols: [FirmwareImage.Wanted]
  }

  /// What a command makes of a file besides captures.
  struct Taken: Sendable {
    /// How layouts are read; `nil` when the command takes none.
    var layouts: Layouts?
    /// Whether it shows what Home Assistant knows of devices.
    var takesAccounts = false
  }

  init(
    _ source: RewindableSource, path: String, _ options: ObservationOptions, taking taken: Taken, joining: Bool,
    _ redaction: Redaction?
  ) throws(InputProblem) {
    self.path = path
    let layouts = taken.layouts
    do throws(CaptureError) {
      try readCaptures(source, path: path, options, joining: joining, takesLayouts: layouts != nil, redaction)
      mark(source)
      if taken.takesAccounts, redaction == nil { takeAccounts(source) }
    } catch {
      // A package of images for an update is an archive, too.
      if case .noCaptureInside = error, try takeImage(path: path, layouts, redaction) {
        mark(source)
        return
      }
      guard case .notRecognised(let head) = error else {
        throw InputProblem(error, isDamaged: error == .empty && CaptureName.isPacked(path))
      }
      if source.mayBeDownload, try takeAccount(source, taken, redaction) { return }
      if try takeImage(path: path, layouts, redaction) {
        mark(source)
        return
      }
      // What is in a compressed file begins otherwise than the file.
      let isDamaged = CaptureName.isPacked(path) && source.head.starts(with: head)
      let other = FirmwareFile(path: path)
      if other == .uf2 || other == .binary {
        throw InputProblem(
          expected: layouts != nil ? "a capture or layouts" : "a capture", found: other?.description, isNoCapture: true)
      }
      guard let text = source.text else { throw InputProblem(error, isDamaged: isDamaged) }
      if try takeManifest(text, path: path, takesLayouts: layouts != nil, redaction) {
        mark(source)
        return
      }
      if try takeLayouts(text, path: path, takesLayouts: layouts != nil, redaction) {
        mark(source)
        return
      }
      if IntelHex.recognises(text) {
        throw InputProblem(
          expected: layouts != nil ? "a capture or layouts" : "a capture", found: FirmwareFile.hex.description,
          isNoCapture: true)
      }
      if let other {
        throw InputProblem(
          expected: layouts != nil ? "a capture or layouts" : "a capture", found: other.description, isNoCapture: true)
      }
      throw InputProblem(error, isDamaged: isDamaged)
    }
  }

  /// Notes what tells the file from others of its name.
  mutating func mark(_ source: RewindableSource) {
    for index in inputs.indices { inputs[index].mark = source.mark }
    incomplete?.mark = source.mark
  }

  /// `false` when the text is no manifest.
  private mutating func takeManifest(
    _ text: String, path: String, takesLayouts: Bool, _ redaction: Redaction?
  ) throws(InputProblem) -> Bool {
    let keys = Manifest.keys(in: text)
    guard !keys.isEmpty else { return false }
    let original: ManifestFile? = try takesLayouts && keys.contains("layouts") ? ManifestFile(text, path: path) : nil
    guard let original, !original.manifest.layouts.isEmpty else {
      throw InputProblem(
        expected: "a capture", found: "a manifest" + (takesLayouts ? " without layouts" : ""), isNoCapture: true)
    }
    let manifest = redaction?.manifest(original) ?? original
    inputs = [manifest.input]
    self.manifest = manifest
    return true
  }

  /// `false` when the text is no layouts written as hex.
  private mutating func takeLayouts(
    _ text: String, path: String, takesLayouts: Bool, _ redaction: Redaction?
  ) throws(InputProblem) -> Bool {
    guard HexLayouts.recognises(text) else { return false }
    guard takesLayouts else {
      throw InputProblem(expected: "a capture", found: "layouts written as hex", isNoCapture: true)
    }
    do throws(ManifestError) {
      let read = try HexLayouts.read(text)
      let layouts = redaction.map { read.map($0.layout) } ?? read
      inputs = [Input(path: redaction?.path(path) ?? path, .text(layouts, redaction == nil ? text : ""))]
    } catch {
      throw InputProblem(error)
    }
    return true
  }
}
