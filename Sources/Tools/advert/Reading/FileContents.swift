internal import AdvertCapture
internal import AdvertFirmware
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReading
internal import AdvertRedaction
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The contents of one file: a capture, those in an archive, each under its name in it, or declared layouts.
struct FileContents: Sendable {
  var inputs: [Input] = []
  /// The manifest, when the file is one.
  var manifest: ManifestFile?
  /// The real paths of captures that are shown under another one.
  var originalPaths: [String: String] = [:]
  /// The path of the file.
  let path: String
  /// The recordings of the captures among the inputs, in their order; empty unless they are to be joined.
  var recordings: [RecordedReports] = []
  /// Whether the file is a program.
  var isProgram = false
  /// The problems of archives themselves, or the unknown parts of a firmware image.
  var incomplete: [IncompleteInput] = []

  /// The way to read layouts outside of captures.
  struct Layouts: Sendable {
    /// Arrays of firmware images that are payloads, with any name.
    var symbols: [FirmwareImage.Wanted]
    /// The versions of the libraries of programs.
    var stacks: [ImageOptions.StatedStack]

    init(_ options: ImageOptions) {
      symbols = options.symbol
      stacks = options.stack
    }
  }

  /// The contents that a command takes from a file besides captures.
  struct Taken: Sendable {
    /// The way to read layouts; `nil` when the command takes none.
    var layouts: Layouts?
    /// Whether the command shows Home Assistant's accounts of devices.
    var takesAccounts = false
  }

  init(
    _ source: RewindableSource, path: String, _ options: ObservationOptions, taking taken: Taken, joining: Bool,
    _ redaction: Redaction?
  ) throws(InputProblem) {
    self.path = path
    let layouts = taken.layouts
    if let layouts, try takeProgram(source, path: path, layouts, redaction) { return }
    do throws(CaptureError) {
      try readCaptures(source, path: path, options, joining: joining, takesLayouts: layouts != nil, redaction)
      mark(source)
      if taken.takesAccounts, redaction == nil { takeAccounts(source, takesLayouts: layouts != nil) }
    } catch {
      // A package of images for an update is also an archive.
      if case .noCaptureInside = error, try takeImage(path: path, layouts, redaction) {
        mark(source)
        return
      }
      guard case .notRecognised = error else {
        throw InputProblem(error, of: source, path: path)
      }
      if source.mayBeDownload, try takeAccount(source, taken, redaction) { return }
      if try takeImage(path: path, layouts, redaction) {
        mark(source)
        return
      }
      let problem = InputProblem(error, of: source, path: path)
      let other = FirmwareFile(path: path)
      if let other, [.uf2, .binary].contains(other) {
        throw InputProblem(
          expected: layouts != nil ? "a capture or layouts" : "a capture", found: other.description, isNoCapture: true)
      }
      guard let text = source.text else { throw problem }
      if try takeManifest(text, path: path, takesLayouts: layouts != nil, isInFolder: source.isInFolder, redaction) {
        mark(source)
        return
      }
      if try takeLayouts(text, path: path, takesLayouts: layouts != nil, redaction) {
        mark(source)
        return
      }
      if try takeArray(text, path: path, takesLayouts: layouts != nil, redaction) {
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
      if let errors = ErrorReport(log: text) { throw InputProblem(errors) }
      guard source.mayBeLog else { throw problem }
      throw InputProblem(
        expected: "a capture, or a log with the bytes of advertisements in its lines",
        found: "text without a line that is known to have them: Docs/Captures.md lists the logs that are read, and "
          + "advert decode takes the bytes of one packet", isNoCapture: problem.isNoCapture)
    }
  }

  /// Notes a mark that tells the file from others of its name. Members of archives have their own.
  mutating func mark(_ source: RewindableSource) {
    for index in inputs.indices where inputs[index].mark == nil { inputs[index].mark = source.mark }
    for index in incomplete.indices where incomplete[index].mark == nil { incomplete[index].mark = source.mark }
  }

  /// Takes a manifest; returns `false` when the text is not one.
  private mutating func takeManifest(
    _ text: String, path: String, takesLayouts: Bool, isInFolder: Bool, _ redaction: Redaction?
  ) throws(InputProblem) -> Bool {
    let keys = Manifest.keys(in: text)
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let isOfName = Manifest.fileNames.contains(name)
    let isYAML = [".yml", ".yaml"].contains(where: name.lowercased().hasSuffix) && !HexLayouts.recognises(text)
    guard !keys.isEmpty || takesLayouts && (isOfName || isYAML && !isInFolder) else { return false }
    // Other files of a folder may have a key of a manifest without being one.
    let isManifest = !isInFolder || keys.contains("layouts") || isOfName
    // What is wrong in a manifest is told before what it lacks.
    let original: ManifestFile? = try takesLayouts && isManifest ? ManifestFile(text, path: path) : nil
    guard let original, !original.manifest.layouts.isEmpty else {
      throw InputProblem(
        expected: "a capture", found: "a manifest" + (takesLayouts ? " without layouts" : ""), isNoCapture: true)
    }
    let manifest = redaction?.manifest(original) ?? original
    inputs = [manifest.input]
    self.manifest = manifest
    return true
  }

  /// Takes one list of octets in source code; returns `false` when the text is not such a list.
  mutating func takeArray(
    _ text: String, path: String, takesLayouts: Bool, _ redaction: Redaction?
  ) throws(InputProblem) -> Bool {
    guard SourceArrays.recognises(text) else { return false }
    guard takesLayouts else {
      throw InputProblem(expected: "a capture", found: "a list of bytes in source code", isNoCapture: true)
    }
    do throws(PastedOctets.Problem) {
      let octets = try PastedOctets.octets(of: text)
      let declared = DeclaredLayout(undeclared: octets)
      inputs = [Input(path: redaction?.path(path) ?? path, .text([redaction?.layout(declared) ?? declared], ""))]
    } catch {
      throw InputProblem(
        expected: "one list of bytes", found: "source code that is not read: \(error)", isNoCapture: true)
    }
    return true
  }

  /// Takes layouts in hex; returns `false` when the text is not such a file.
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

/// Lists of octets in source code, which are one payload.
enum SourceArrays {
  /// Returns whether a text is such a list, and not a log.
  static func recognises(_ text: String) -> Bool { ArrayLines.recognises(text) { LogLines.begins($0) } }
}
