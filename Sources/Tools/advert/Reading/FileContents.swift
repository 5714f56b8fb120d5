internal import AdvertBuilders
internal import AdvertCapture
internal import AdvertFirmware
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReading
internal import AdvertRedaction
internal import AdvertReport
internal import AdvertScan
internal import AdvertSources
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
  let taken: Taken

  /// Whether layouts are taken besides captures.
  var takesLayouts: Bool { taken.layouts != nil }

  /// The way in which a command takes programs' accounts of devices in values.
  enum Accounts {
    /// Not at all: values in place of bytes are a problem.
    case none
    /// In the place of a capture that has nothing else.
    case alone
    /// Beside the capture or the layouts, which are judged all the same.
    case beside
  }

  /// The contents that a command takes from a file besides captures.
  struct Taken: Sendable {
    /// The way to read layouts outside of captures; `nil` when the command takes none.
    var layouts: ImageOptions?
    /// Whether the command shows programs' accounts of devices.
    var accounts = Accounts.none
  }

  init(
    _ source: RewindableSource, path: String, _ options: ObservationOptions, taking taken: Taken, joining: Bool,
    _ redaction: Redaction?
  ) throws(InputProblem) {
    self.path = path
    self.taken = taken
    if let layouts = taken.layouts, try takeProgram(source, layouts, redaction) { return }
    do throws(CaptureError) {
      try readCaptures(source, options, joining: joining, redaction)
      mark(source)
    } catch {
      switch error {
      case .notRecognised:
        let problem = InputProblem(error, of: source, path: path, takesLayouts: takesLayouts)
        try takeOther(source, orElse: problem, redaction)
      // A package of images for an update is also an archive.
      case .noCaptureInside where try takeImage(redaction): break
      default: throw InputProblem(error, of: source, path: path)
      }
      mark(source)
      return
    }
    if taken.accounts != .none { try takeAccounts(source, redaction) }
  }

  /// Takes a file that is not a capture: an account, a firmware image, a manifest, or layouts in hex or in source code.
  private mutating func takeOther(
    _ source: RewindableSource, orElse problem: InputProblem, _ redaction: Redaction?
  ) throws(InputProblem) {
    if source.mayBeDownload, try takeAccount(source, redaction) { return }
    if try takeImage(redaction) { return }
    let other = FirmwareFile(path: path)
    if let other, [.uf2, .binary].contains(other) { throw refusal(of: other.description) }
    guard let text = source.text else { throw problem }
    if try takeConfiguration(text, isInFolder: source.isInFolder, redaction) { return }
    if try takeManifest(text, isInFolder: source.isInFolder, redaction) { return }
    if try takeLayouts(text, redaction) { return }
    if try takeArrays(text, isInFolder: source.isInFolder, redaction) { return }
    if let other = IntelHex.recognises(text) ? .hex : other { throw refusal(of: other.description) }
    if let errors = ErrorReport(log: text) { throw InputProblem(errors) }
    guard source.mayBeLog else { throw problem }
    throw InputProblem(
      expected: "a capture, or a log with the bytes of advertisements in its lines",
      found: "text without a line that is known to have them: Docs/Captures.md lists the logs that are read, and "
        + "advert decode takes the bytes of one packet", isNoCapture: problem.isNoCapture)
  }

  /// Returns the problem of a file that is of another kind than those that are taken.
  func refusal(of found: String) -> InputProblem {
    InputProblem(expected: takesLayouts ? "a capture or layouts" : "a capture", found: found, isNoCapture: true)
  }

  /// Notes a mark that tells the file from others of its name. Members of archives have their own.
  mutating func mark(_ source: RewindableSource) {
    for index in inputs.indices where inputs[index].mark == nil { inputs[index].mark = source.mark }
    for index in incomplete.indices where incomplete[index].mark == nil { incomplete[index].mark = source.mark }
  }

  /// Takes the layouts of a text, which is kept where they are to be judged and changed in it.
  @discardableResult
  private mutating func take(
    _ layouts: [DeclaredLayout], in text: String = "", _ redaction: Redaction?
  ) -> [DeclaredLayout] {
    let shown = redaction.map { layouts.map($0.layout) } ?? layouts
    inputs = [Input(path: redaction?.path(path) ?? path, .text(shown, redaction == nil ? text : ""))]
    return shown
  }

  /// Takes the beacon of a configuration of ESPHome; returns `false` when the text is not one.
  private mutating func takeConfiguration(
    _ text: String, isInFolder: Bool, _ redaction: Redaction?
  ) throws(InputProblem) -> Bool {
    guard let read = ESPHomeConfiguration(text) else { return false }
    guard takesLayouts else { throw refusal(of: "a configuration of ESPHome, whose beacon advert lint and reach read") }
    guard !read.layouts.isEmpty else {
      if isInFolder { return false }
      let found = read.obstacle ?? "no esp32_ble_beacon: what others advertise is not read"
      throw refusal(of: "a configuration of ESPHome with \(found)")
    }
    let problems = take(read.layouts, redaction)
      .flatMap { CaptureProblem.ofDoubts($0.doubts, about: $0.name ?? "the beacon") }
    incomplete = DeclaredContent(path: redaction?.path(path) ?? path, layouts: [], problems: problems).incomplete
    return true
  }

  /// Takes a manifest; returns `false` when the text is not one.
  private mutating func takeManifest(
    _ text: String, isInFolder: Bool, _ redaction: Redaction?
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

  /// Takes the arrays in source code that are payloads, or one list of octets; returns `false` when the text has neither.
  mutating func takeArrays(
    _ text: String, isInFolder: Bool, _ redaction: Redaction?
  ) throws(InputProblem) -> Bool {
    let shown = redaction?.path(path) ?? path
    // A folder can have any source, of tests and scripts too.
    let arrays =
      isInFolder
      ? nil
      : DeclaredContent(
        DeclaredArrays(text), path: shown, tellsReasons: redaction == nil, layout: { redaction?.layout($0) ?? $0 })
    guard arrays != nil || SourceArrays.recognises(text) else { return false }
    guard takesLayouts else {
      throw refusal(of: "a list of bytes in source code, which advert decode, lint and reach read")
    }
    if let arrays {
      inputs = [Input(path: shown, .text(arrays.files.flatMap { $0.layouts }, ""))]
      incomplete = arrays.incomplete
    } else {
      take([try Self.list(in: text)], redaction)
    }
    return true
  }

  /// Returns the one list of octets, or the dump, that a text is.
  private static func list(in text: String) throws(InputProblem) -> DeclaredLayout {
    if let buffers = PastedBuffers(text) {
      return DeclaredLayout(
        name: nil,
        layout: Layout(
          pdu: .advInd, advertising: Payload(buffers.advertising), declaring: Payload(buffers.scanResponse)))
    }
    let octets: [UInt8]
    do throws(PastedOctets.Problem) {
      octets = try PastedOctets.octets(of: text)
    } catch {
      throw InputProblem(
        expected: "one list of bytes", found: "source code that is not read: \(error)", isNoCapture: true)
    }
    if let command = DataCommand(octets) {
      throw InputProblem(
        expected: "the bytes of a payload", found: "\(command.name), an HCI command, which advert decode takes apart",
        isNoCapture: true)
    }
    guard octets.count <= WrittenPayload.maximumOctets else {
      throw InputProblem(
        expected: "at most \(WrittenPayload.maximumOctets) bytes in a payload", found: "\(octets.count)",
        isNoCapture: true)
    }
    return DeclaredLayout(undeclared: octets)
  }

  /// Takes layouts in hex; returns `false` when the text is not such a file.
  private mutating func takeLayouts(_ text: String, _ redaction: Redaction?) throws(InputProblem) -> Bool {
    guard HexLayouts.recognises(text) else { return false }
    guard takesLayouts else {
      guard (try? HexLayouts.read(text)) != nil else { return false }
      throw refusal(of: "layouts written as hex, which advert lint and reach read, and advert decode if there is one")
    }
    do throws(ManifestError) {
      take(try HexLayouts.read(text), in: text, redaction)
    } catch {
      throw InputProblem(error)
    }
    return true
  }
}

/// Lists of octets in source code.
enum SourceArrays {
  /// Returns whether a text is one list or a dump, and not a log.
  static func recognises(_ text: String) -> Bool {
    ArrayLines.recognises(text) { LogLines.begins($0) } || PastedOctets.areDumped(text) || isLineOfNumbers(text)
      || PastedBuffers(text) != nil
  }

  /// Returns whether a text is one line of decimal numbers with commas, and nothing else.
  private static func isLineOfNumbers(_ text: String) -> Bool {
    let octets = text.utf8.drop { $0 <= 0x20 }
    let numbers = octets.prefix { $0 == UInt8(ascii: ",") || $0 == 0x20 || 0x30...0x39 ~= $0 }
    return numbers.count { $0 == UInt8(ascii: ",") } > 2 && octets.dropFirst(numbers.count).allSatisfy { $0 <= 0x20 }
  }

  /// Returns whether the file of a language has arrays that are payloads.
  static func areDeclared(in text: String, path: String) -> Bool {
    languages.contains(where: path.lowercased().hasSuffix) && !DeclaredArrays(text).isEmpty
  }

  /// The ends of names of source files whose calls are not read.
  private static let languages = [
    ".h", ".hh", ".hpp", ".inc", ".rs", ".go", ".dart", ".cs", ".zig", ".lua", ".rb", ".php",
  ]
}
