internal import AdvertCapture
internal import AdvertFirmware
internal import AdvertObservation
internal import AdvertRedaction
internal import AdvertScan
internal import AdvertisingData

/// A file that is a firmware image.
extension FileContents {
  /// Takes a firmware image; returns `false` when the file is not one.
  mutating func takeImage(
    path: String, _ layouts: Layouts?, _ redaction: Redaction?
  ) throws(InputProblem) -> Bool {
    // A file that cannot be opened twice, such as a pipe, is read once, and is not an image.
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
    // The input without layouts lets rules report that nothing was judged.
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
}

extension CaptureProblem {
  /// Damage of a firmware image, in words.
  fileprivate init(image problem: String) {
    self.init(.partInvalid, fileOffset: nil, record: nil, detail: .refused(reason: problem))
  }

  /// The problem of an array that the user named and the image does not have.
  fileprivate init(missing wanted: FirmwareImage.Wanted) {
    self.init(
      .symbolMissing, fileOffset: nil, record: nil, expected: "an array \(wanted.symbol) in the image", found: "none")
  }

  /// The problem of an array of a firmware image without a payload.
  ///
  /// - Parameter path: returns the name of the source file in outputs.
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

  /// The problem of a call of a firmware image whose data were not read.
  fileprivate init(_ call: UnreadCall, shownAs path: (String) -> String) {
    self.init(
      call.mayBeRead ? .callAssumed : .callUnread, fileOffset: nil, record: nil, member: call.place.member,
      declaration: call.place.file.map { Declaration(path: path($0), line: call.place.line) },
      detail: .refused(reason: call.description))
  }

  /// Returns the problems of arrays that the program can change before it sends them: rules judge the content of the
  /// image.
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

  /// The most items of a list for people.
  private static let maximumListed = 8

  private static func listed(_ names: [String]) -> String {
    let rest = names.count > maximumListed ? " and \(names.count - maximumListed) more" : ""
    return names.prefix(maximumListed).joined(separator: ", ") + rest
  }

  /// Returns the problems of payloads that the host changes, and of assumed parameters.
  fileprivate static func of(_ layouts: [FirmwareLayout]) -> [CaptureProblem] {
    func problem(_ kind: Kind, _ reason: String) -> CaptureProblem {
      CaptureProblem(kind, fileOffset: nil, record: nil, detail: .refused(reason: reason))
    }
    var problems: [CaptureProblem] = []
    for layout in layouts {
      let losses = layout.losses
      if !losses.isEmpty {
        problems.append(
          problem(.payloadCut, "\(layout.name): \(losses.map { "the host \($0)" }.joined(separator: "; "))"))
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
