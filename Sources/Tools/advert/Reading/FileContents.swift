internal import AdvertBuilders
internal import AdvertCapture
internal import AdvertFirmware
internal import AdvertInput
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
  /// The ids of the stacks that the program calls; `nil` when some of its calls are not read.
  var programStacks: [String]? = []
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
    var source = source
    // The reason why a file with the name of a program is none. It is told of what is nothing else either.
    var refused: InputProblem?
    do throws(InputProblem) {
      if let layouts = taken.layouts, try takeProgram(source, layouts, redaction) { return }
    } catch {
      guard let again = try Self.otherContent(of: source) else { throw error }
      (source, refused, isProgram) = (again, error, false)
    }
    do throws(CaptureError) {
      try readCaptures(source, options, joining: joining, redaction)
      noteErrors(in: source)
      mark(source)
    } catch {
      switch error {
      case .notRecognised:
        let problem = InputProblem(error, of: source, path: path, takesLayouts: takesLayouts)
        if let refused, source.text.map({ TextKind($0, path: "").isCertainOfAnyName }) != true { throw refused }
        try takeOther(source, orElse: problem, redaction)
      // A package of images for an update is also an archive.
      case .noCaptureInside where try takeImage(source, redaction): break
      default: throw InputProblem(error, of: source, path: path)
      }
      mark(source)
      return
    }
    // Lines of a program can look like those of a log without being some.
    if hasNoDevices, !source.isInFolder, let program = source.text.flatMap({ unnamedProgram(in: $0) }),
      !program.layouts.isEmpty, try takeUnnamed(program, redaction)
    {
      mark(source)
      return
    }
    if taken.accounts != .none { try takeAccounts(source, redaction) }
  }

  /// Notes the errors that a log in text reports beside its advertising.
  private mutating func noteErrors(in source: RewindableSource) {
    guard let index = inputs.firstIndex(where: { $0.summary != nil }), inputs.count(where: { $0.summary != nil }) == 1,
      case .capture(var summary, let observation) = inputs[index].content, summary.member == nil,
      let text = source.text, let errors = ErrorLines(besideAdvertising: text)
    else { return }
    summary.problems += errors.lines.map { line in
      var problem = CaptureProblem(
        .errorReported, fileOffset: nil, record: nil,
        detail: .refused(reason: "line \(line.number) reports \(line.error.clause)"))
      problem.remedy = line.error.meanings.count == 1 ? line.error.meanings[0].remedy : nil
      return problem
    }
    inputs[index].content = .capture(summary, observation)
  }

  /// Takes a file that is not a capture: an account, a firmware image, a manifest, or layouts in hex or in source code.
  private mutating func takeOther(
    _ source: RewindableSource, orElse problem: InputProblem, _ redaction: Redaction?
  ) throws(InputProblem) {
    // What such a file says is taken with the program.
    if source.isInFolder, takesLayouts, SourceProject.tellsFacts(path) { throw problem }
    if source.mayBeDownload, try takeAccount(source, redaction) { return }
    if try takeImage(source, redaction) { return }
    let other = FirmwareFile(path: path)
    // A text can have the name of a binary file.
    if let other, [.uf2, .binary, .coreDump].contains(other), !source.isPlainText {
      throw refusal(of: other.description)
    }
    guard let text = source.text else { throw problem }
    let kind = TextKind(text, path: path)
    let program = source.isInFolder ? nil : unnamedProgram(in: text)
    if try take(kind, text, program, isInFolder: source.isInFolder, redaction) { return }
    let errors = ErrorLines(log: text)
    if errors == nil, try takeUnnamed(program, redaction) { return }
    if let other, other != .binary {
      throw refusal(
        of: other == .source && takesLayouts
          ? "source code without bytes of a payload: name the file of the program with the calls, or \(FirmwareFile.otherWays)"
          : other.description)
    }
    if let errors { throw InputProblem(errors) }
    guard source.mayBeLog else { throw problem }
    if takesLayouts, !source.isInFolder, let scan = refusalOfScan(in: text) { throw scan }
    if !source.isInFolder, try takePasted(text, redaction) { return }
    throw InputProblem(
      expected: "a capture, or a log with the bytes of advertisements in its lines",
      found: "text without a line that is known to have them: Docs/Captures.md lists the logs that are read, and "
        + "advert decode takes the bytes of one packet", isNoCapture: problem.isNoCapture)
  }

  /// Takes the layouts that a text declares; returns `false` when it declares none.
  ///
  /// - Parameter program: the program that only the calls of the text show; `nil` for any other text.
  private mutating func take(
    _ kind: TextKind, _ text: String, _ program: ProgramReader?, isInFolder: Bool, _ redaction: Redaction?
  ) throws(InputProblem) -> Bool {
    switch kind {
    case .output(let name): throw refusal(of: name + "; give the capture or the layouts that it tells of")
    case .firmware(let file): throw refusal(of: file.description)
    case .configuration(let read): return try takeConfiguration(read, isInFolder: isInFolder, redaction)
    // Other files of a folder may have a key of a manifest without being one.
    case .manifest(let isNamed):
      try takeManifest(
        text, isCertain: isNamed || !isInFolder || Manifest.keys(in: text).contains("layouts"), redaction)
      return true
    case .yaml where takesLayouts && !isInFolder:
      try takeManifest(text, isCertain: true, redaction)
      return true
    case _ where program?.layouts.isEmpty == false: return try takeUnnamed(program, redaction)
    case .layouts: return try takeLayouts(text, redaction)
    // A folder can have any source, of tests and scripts too.
    case .arrays where isInFolder && !TextKind.isList(text): return false
    case .arrays where isInFolder, .list:
      try takeList(text, redaction)
      return true
    case .arrays where !takesLayouts: throw refusalOfList
    case .arrays(let arrays, let isCertain):
      let calls = isCertain ? program ?? SourceExcerpt(text)?.program : nil
      return take(.arrays(arrays, beside: calls?.unread ?? []), redaction)
    default: return false
    }
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

  /// Takes the beacon of a configuration of ESPHome; returns `false` for one without a beacon that was found in a folder.
  private mutating func takeConfiguration(
    _ read: ESPHomeConfiguration, isInFolder: Bool, _ redaction: Redaction?
  ) throws(InputProblem) -> Bool {
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

  /// Takes a manifest. A text that may be another file is not read.
  private mutating func takeManifest(
    _ text: String, isCertain: Bool, _ redaction: Redaction?
  ) throws(InputProblem) {
    // What is wrong in a manifest is told before what it lacks.
    let original: ManifestFile? = try takesLayouts && isCertain ? ManifestFile(text, path: path) : nil
    guard let original, original.hasLayouts else {
      throw takesLayouts
        ? InputProblem(
          expected: "a capture, or a manifest with layouts",
          found: "a manifest without layouts: declare what the device sends in it, or name it with --config",
          isNoCapture: true)
        : InputProblem(expected: "a capture", found: Self.manifestWords(text, path: path), isNoCapture: true)
    }
    let manifest = redaction?.manifest(original) ?? original
    inputs = manifest.inputs
    incomplete = manifest.manifest.incomplete(at: manifest.path)
    self.manifest = manifest
  }

  /// Returns what a manifest is for, with its fault where it has one.
  private static func manifestWords(_ text: String, path: String) -> String {
    let words = "a manifest, whose layouts advert lint, reach and repack read"
    do throws(InputProblem) {
      _ = try ManifestFile(text, path: path)
      return words
    } catch {
      return words + "; it has a fault: " + error.placedMessage
    }
  }

  /// Takes the only bytes of a text that says other things, too; returns `false` for a text without any.
  ///
  /// - Throws: for values and packets, and where layouts are not wanted.
  private mutating func takePasted(_ text: String, _ redaction: Redaction?) throws(InputProblem) -> Bool {
    guard text.utf8.count <= Self.longestPasted else { return false }
    guard let pasted = try? PastedText(text) else {
      guard PastedParts(text) != nil else { return false }
      throw refusal(of: "a text with several payloads, which advert decode shows one by one")
    }
    let layout: DeclaredLayout
    switch pasted {
    case .bytes(let octets), .piece(let octets): layout = DeclaredLayout(undeclared: octets)
    case .layout(let found): layout = found
    case .device, .values:
      throw refusal(of: "values without the AD structures around them, which advert decode reads")
    case .packets, .commands: throw refusal(of: Self.packet)
    case .errors, .possibly: return false
    }
    guard takesLayouts else { throw refusal(of: "the bytes of one payload, which advert lint, reach and decode read") }
    guard text.utf8.count <= Self.longestSentence else {
      throw refusal(of: "a text with the bytes of one payload, which advert decode reads")
    }
    take([layout], redaction)
    return true
  }

  /// The most octets of a text in which bytes are searched, above that of messages that people write.
  private static let longestPasted = 1 << 16
  /// The most octets of a text whose only bytes are what it is about.
  private static let longestSentence = 1024

  private static let packet = "the bytes of one packet, which advert decode takes apart"

  /// Takes one list of octets, or a dump.
  private mutating func takeList(_ text: String, _ redaction: Redaction?) throws(InputProblem) {
    guard takesLayouts else { throw refusalOfList }
    take([try list(in: text)], redaction)
  }

  private var refusalOfList: InputProblem {
    refusal(of: "a list of bytes in source code, which advert lint, reach and emit read")
  }

  /// Returns the one list of octets, or the dump, that a text is.
  private func list(in text: String) throws(InputProblem) -> DeclaredLayout {
    if let buffers = PastedBuffers(text) { return DeclaredLayout(buffers) }
    let octets: [UInt8]
    do throws(PastedOctets.Problem) {
      octets = try PastedOctets.octets(of: text)
    } catch {
      throw InputProblem(
        expected: "one list of bytes", found: "source code that is not read: \(error)", isNoCapture: true)
    }
    guard octets.count <= WrittenPayload.maximumOctets else {
      throw InputProblem(
        expected: "at most \(WrittenPayload.maximumOctets) bytes in a payload", found: "\(octets.count)",
        isNoCapture: true)
    }
    switch try? PastedText(octets: octets, isPayload: true) {
    case .layout(let both): return both
    case .packets, .commands: throw refusal(of: Self.packet)
    default: return DeclaredLayout(undeclared: octets)
    }
  }

  /// Takes layouts in hex; returns `false` for a text that cannot be read, where layouts are not wanted.
  private mutating func takeLayouts(_ text: String, _ redaction: Redaction?) throws(InputProblem) -> Bool {
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
