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
  private(set) var inputs: [Input] = []
  /// The manifest that the file is.
  private(set) var manifest: ManifestFile?
  /// The real paths of captures that are shown under another one.
  private(set) var originalPaths: [String: String] = [:]
  /// Where the file is.
  let path: String
  /// All that the captures among the inputs hold, in their order; empty unless they are to be joined.
  private(set) var recordings: [RecordedReports] = []
  /// What is wrong with the archive itself, or not known of a firmware image.
  private(set) var incomplete: IncompleteInput?

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
  private mutating func mark(_ source: RewindableSource) {
    for index in inputs.indices { inputs[index].mark = source.mark }
    incomplete?.mark = source.mark
  }

  private mutating func readCaptures(
    _ source: RewindableSource, path: String, _ options: ObservationOptions, joining: Bool, takesLayouts: Bool,
    _ redaction: Redaction?
  ) throws(CaptureError) {
    let shownPath = redaction?.path(path) ?? path
    let maxDevices = options.maxDevices
    if joining {
      var recordings = SinkPerCapture { RecordedReports() }
      let original = try source.read(options.capture, into: &recordings, redaction: redaction)
      let summary = redaction?.summary(original) ?? original
      self.recordings = recordings.sinks
      inputs = summary.captures.map { Input(path: $0.path(in: shownPath), .capture($0, Observation())) }
      return
    }
    var observations = SinkPerCapture { Observation(maximumAdvertisers: maxDevices) }
    let original = try source.read(options.capture, into: &observations, redaction: redaction)
    let summary = redaction?.summary(original) ?? original
    if redaction != nil {
      for (shown, original) in zip(summary.captures, original.captures) {
        originalPaths[shown.path(in: shownPath)] = original.path(in: path)
      }
    }
    inputs = zip(summary.captures, observations.sinks).map { capture, observation in
      var summary = capture
      var observation = observation
      observation.owners = Self.owners(of: observation.addresses, options.irk, redaction)
      if let leftOut = observation.leftOut { summary.problems.append(CaptureProblem(leftOut, beyond: maxDevices)) }
      return Input(path: capture.path(in: shownPath), .capture(summary, observation))
    }
    if summary.isArchive, !summary.problems.isEmpty {
      incomplete = IncompleteInput(path: shownPath, problems: summary.problems)
    }
    if takesLayouts { takeMerged(of: original.captures, redaction) }
  }

  /// Makes layouts of lines that have both blocks in one, behind the captures that they are in.
  private mutating func takeMerged(of captures: [CaptureSummary], _ redaction: Redaction?) {
    var texts: [Input] = []
    for (index, capture) in captures.enumerated() where inputs.indices.contains(index) && !capture.merged.isEmpty {
      guard case .capture(var summary, let observation) = inputs[index].content else { continue }
      let ofDevice = Dictionary(grouping: capture.merged) { $0.address }
      let layouts = capture.merged.compactMap { DeclaredLayout($0, among: ofDevice[$0.address] ?? []) }
      // What has no division that is possible stays a problem.
      if layouts.count == capture.merged.count { summary.problems.removeAll { $0.kind == .blocksMerged } }
      inputs[index].content = .capture(summary, observation)
      texts.append(Input(path: inputs[index].path, .text(redaction.map { layouts.map($0.layout) } ?? layouts, "")))
    }
    // A log of nothing else is no capture of nobody.
    if captures.count == 1, !texts.isEmpty, captures[0].records == 0 {
      if case .capture(let summary, _)? = inputs.first?.content, !summary.problems.isEmpty {
        incomplete = IncompleteInput(path: inputs[0].path, problems: summary.problems)
      }
      inputs = []
    }
    inputs += texts
  }

  /// Adds what Home Assistant's diagnostics say of devices to the bytes that they have of them.
  private mutating func takeAccounts(_ source: RewindableSource) {
    for index in inputs.indices { inputs[index].takeAccount() }
    guard source.mayBeDownload, let known = source.text.flatMap({ HostAccount(reading: $0) }) else { return }
    if let position = inputs.firstIndex(where: { !$0.isCapture }) {
      inputs[position].account = known
    } else {
      // It tells of each device what a log could not.
      inputs = [Input(path: path, .text([], ""), account: known)]
    }
  }

  /// Takes Home Assistant's diagnostics without a line that has bytes; `false` for any other text.
  private mutating func takeAccount(
    _ source: RewindableSource, _ taken: Taken, _ redaction: Redaction?
  ) throws(InputProblem) -> Bool {
    guard let known = source.text.flatMap({ HostAccount(reading: $0) }) else { return false }
    guard taken.takesAccounts, redaction == nil else {
      throw InputProblem(
        expected: taken.layouts != nil ? "a capture or layouts" : "a capture",
        found: "diagnostics of Home Assistant, "
          + (taken.takesAccounts
            ? "which --redact does not take" : "without bytes: advert inspect and advert reach show what they have"),
        isNoCapture: true)
    }
    inputs = [Input(path: path, .text([], ""), account: known)]
    mark(source)
    return true
  }

  static func owners(
    of addresses: some Collection<DeviceAddress>, _ keys: [IdentityResolvingKey], _ redaction: Redaction?
  ) -> AddressOwners {
    guard !keys.isEmpty else { return .unknown }
    guard let redaction else { return AddressOwners(keys.owners(of: addresses)) }
    // A key resolves the addresses that were heard, not their pseudonyms.
    let owners = keys.owners(of: redaction.originals(of: addresses))
    return AddressOwners(Dictionary(owners.map { (redaction.address($0), $1) }) { first, _ in first })
  }

  /// `false` when the file is no firmware image.
  private mutating func takeImage(
    path: String, _ layouts: Layouts?, _ redaction: Redaction?
  ) throws(InputProblem) -> Bool {
    // What cannot be opened twice, as a pipe, is read once, and is no image.
    guard path != "-", let file = try? ImageFile(path: path), FirmwareImage.recognises(file) else { return false }
    guard let layouts else {
      throw InputProblem(expected: "a capture", found: "a firmware image", isNoCapture: true)
    }
    let image: FirmwareImage
    do throws(ImageError) {
      let original = try FirmwareImage(
        file, wanted: layouts.symbols, configuredName: BuildConfiguration.deviceName(ofImage: path))
      image =
        redaction.map { redaction in
          original.replacing(payloads: { redaction.payload($0) }, paths: { redaction.path($0) })
        } ?? original
    } catch {
      throw InputProblem(error)
    }
    if let absence = image.absence { throw InputProblem(absence) }
    let shownPath = redaction?.path(path) ?? path
    var bySource: [String: [DeclaredLayout]] = [:]
    func shown(_ source: String) -> String { redaction == nil ? SourcePath.shown(source) : source }
    for layout in image.layouts {
      let source = layout.sourceFile.map(shown) ?? shownPath
      if bySource[source] == nil { inputs.append(Input(path: source, .image([]), image: shownPath)) }
      bySource[source, default: []].append(redaction?.layout(layout.declared) ?? layout.declared)
    }
    for index in inputs.indices { inputs[index].content = .image(bySource[inputs[index].path] ?? []) }
    // That nothing of it is judged is judged.
    if inputs.isEmpty { inputs = [Input(path: shownPath, .image([]), image: shownPath)] }
    let known = Set(image.arrays.map(\.name) + image.unread.map(\.name))
    let problems =
      layouts.symbols.filter { !known.contains($0.symbol) }.map(CaptureProblem.init(missing:))
      + image.problems.map(CaptureProblem.init(image:))
      + image.unreadMembers.map {
        CaptureProblem(.memberUnread, fileOffset: nil, record: nil, detail: .refused(reason: $0))
      } + image.unreadCalls.map { CaptureProblem($0, shownAs: shown) }
      + image.unread.map { CaptureProblem($0, shownAs: shown) }
      + CaptureProblem.of(image.arrays) + CaptureProblem.of(image.layouts)
    if !problems.isEmpty { incomplete = IncompleteInput(path: shownPath, problems: problems) }
    return true
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

extension DeclaredLayout {
  /// Both blocks in one line of a log; `nil` for bytes that no division makes two blocks of.
  ///
  /// - Parameter lines: those of the same device, which can speak for a division.
  fileprivate init?(_ line: MergedLine, among lines: [MergedLine]) {
    guard var merged = MergedPayload(line.octets) else { return nil }
    let isKnown = line.address.type != .anonymous
    for other in lines.prefix(Self.mostCompared) where isKnown {
      merged.note(sentAlone: other.octets, in: "line \(other.line)")
    }
    self.init(
      merged: merged, name: isKnown ? "\(line.address)" : "line \(line.line)",
      place: TextRange(line: line.line, column: 1, count: 0))
    addressKind = isKnown ? line.address.kind : nil
    mayLackResponse = true
  }

  /// Devices with more different payloads send values, and a few of them show whether a scan response was missing once.
  private static let mostCompared = 64
}

extension CaptureProblem {
  /// Damage of a firmware image, in words.
  fileprivate init(image problem: String) {
    self.init(.partInvalid, fileOffset: nil, record: nil, detail: .refused(reason: problem))
  }

  /// An array that the user named and the image does not have.
  fileprivate init(missing wanted: FirmwareImage.Wanted) {
    self.init(
      .symbolMissing, fileOffset: nil, record: nil, expected: "an array \(wanted.symbol) in the image", found: "none")
  }

  /// An array of a firmware image without a payload.
  ///
  /// - Parameter path: what the source file is called in outputs.
  fileprivate init(_ array: FirmwareImage.UnreadArray, shownAs path: (String) -> String) {
    let declaration = array.place.file.map { Declaration(path: path($0), line: array.place.line) }
    let (kind, what): (Kind, String) =
      switch array.reason {
      case .filledAtRunTime: (.payloadAtRunTime, "is filled when the program runs")
      case .noPayload(let reason): (.payloadInvalid, "holds no payload: \(reason)")
      }
    self.init(
      kind, fileOffset: array.place.fileOffset, record: nil, declaration: declaration,
      detail: .refused(reason: "\(array.name) \(what)"))
  }

  /// A call of a firmware image whose data were not read.
  fileprivate init(_ call: UnreadCall, shownAs path: (String) -> String) {
    self.init(
      call.mayBeRead ? .callAssumed : .callUnread, fileOffset: nil, record: nil, member: call.place.member,
      declaration: call.place.file.map { Declaration(path: path($0), line: call.place.line) },
      detail: .refused(reason: call.description))
  }

  /// What the program can change before it is sent: rules judge what the image holds.
  fileprivate static func of(_ arrays: [FirmwareImage.PayloadArray]) -> [CaptureProblem] {
    let changing = arrays.filter { !$0.changing.isEmpty && $0.role != .periodic }
    guard !changing.isEmpty else { return [] }
    let names = changing.map { array in
      array.isWritable ? array.name : "\(array.changing.reduce(0) { $0 + $1.count }) bytes of \(array.name)"
    }
    return [
      CaptureProblem(
        .payloadAtRunTime, fileOffset: nil, record: nil,
        detail: .refused(
          reason: "the program can change what it sends, and what the image holds was judged: " + listed(names)))
    ]
  }

  /// Longer lists are no help to people.
  private static let maximumListed = 8

  private static func listed(_ names: [String]) -> String {
    let rest = names.count > maximumListed ? " and \(names.count - maximumListed) more" : ""
    return names.prefix(maximumListed).joined(separator: ", ") + rest
  }

  /// What the host does to payloads, and what was taken for granted.
  fileprivate static func of(_ layouts: [FirmwareLayout]) -> [CaptureProblem] {
    func problem(_ kind: Kind, _ reason: String) -> CaptureProblem {
      CaptureProblem(kind, fileOffset: nil, record: nil, detail: .refused(reason: reason))
    }
    var problems: [CaptureProblem] = []
    for layout in layouts {
      let losses = layout.losses
      if !losses.isEmpty {
        problems.append(
          problem(
            .payloadCut, "\(layout.name): the host leaves out without an error: \(losses.joined(separator: ", "))"))
      }
      if !layout.additions.isEmpty {
        problems.append(
          problem(.payloadAtRunTime, "\(layout.name): the host adds what is not known: \(layout.additions.inWords)"))
      }
    }
    let assumed = layouts.filter { $0.parameters == nil }
    if !assumed.isEmpty {
      let names = listed(assumed.map { "\($0.name) as \($0.pdu.rawValue)" })
      problems.append(problem(.parametersAssumed, "the image does not show how payloads are sent: assumed \(names)"))
    }
    return problems
  }
}

/// Why one input cannot be read.
struct InputProblem: Error {
  /// The whole message.
  let message: String
  /// The message without anything from the input.
  let expectation: String
  /// Whether the input merely is something else than a capture.
  let isNoCapture: Bool

  /// The message for people: with redaction, it holds nothing from the input.
  func line(on path: String, _ redaction: Redaction?) -> String {
    redaction.map { "\($0.path(path)): \(expectation)" } ?? "\(path): \(message)"
  }

  /// The same as a problem that can be judged.
  func problem(_ redaction: Redaction?) -> CaptureProblem {
    CaptureProblem(
      .fileUnread, fileOffset: nil, record: nil, detail: .refused(reason: redaction == nil ? message : expectation))
  }

  init(expected: String, found: String? = nil, isNoCapture: Bool = false) {
    expectation = "expected \(expected)"
    message = expectation + (found.map { ", found \($0)" } ?? "")
    self.isNoCapture = isNoCapture
  }

  init(_ error: ImageError) {
    message = error.description
    expectation = "expected a firmware image that is whole"
    isNoCapture = false
  }

  /// An image that says nothing of what it sends.
  init(_ absence: FirmwareImage.Absence) {
    message = "expected advertising data in the firmware image: \(absence)"
    expectation = "expected advertising data in the firmware image"
    isNoCapture = false
  }

  init(_ error: ManifestError) {
    message = error.description
    expectation = error.expectation
    isNoCapture = false
  }

  /// - Parameters:
  ///   - advice: for people, behind the message.
  ///   - isDamaged: whether the input should be something else by its name.
  init(_ error: CaptureError, advice: String? = nil, isDamaged: Bool = false) {
    message = error.description + (advice ?? "")
    expectation = error.expectation
    isNoCapture =
      switch error {
      case .notRecognised, .empty: !isDamaged
      case .noCaptureInside(_, _, let problems): !problems.contains { $0.kind.isGap }
      case .unreadable, .unsupported: false
      }
  }
}

extension [CaptureProblem] {
  /// The gaps among them, a line each. That the user interrupted the reading, or named what is not there, is told
  /// elsewhere.
  func gaps(in path: String) -> [String] {
    filter {
      $0.kind.isGap && $0.kind != .symbolMissing
        && $0.detail != .readingFailed(reason: InputFailure.interrupted.reason)
    }
    .map { problem in
      ([path] + [problem.place].compactMap(\.self) + [problem.message]).joined(separator: ": ") + problem.timesWords
    }
  }
}

extension RewindableSource {
  /// Reads captures into a sink, which knows no originals when there is a redaction.
  func read<Sink: AdvertisingSink>(
    _ options: CaptureOptions, into sink: inout Sink, redaction: Redaction?
  ) throws(CaptureError) -> CaptureSummary {
    var options = options
    options.readsLogs = mayBeLog
    guard let redaction else { return try CaptureReader.read(self, options: options, into: &sink) }
    var redacting = RedactingSink(sink, by: redaction)
    defer { sink = redacting.base }
    return try CaptureReader.read(self, options: options, into: &redacting)
  }
}

extension CaptureSummary {
  /// Takes in another capture of the same observation.
  mutating func join(_ other: CaptureSummary) {
    if format != other.format { format += " and " + other.format }
    linkTypes += other.linkTypes.filter { !linkTypes.contains($0) }
    records += other.records
    problems += other.problems
    member = nil
    if let times, let more = other.times {
      self.times = min(times.lowerBound, more.lowerBound)...max(times.upperBound, more.upperBound)
    } else {
      times = times ?? other.times
    }
  }
}
