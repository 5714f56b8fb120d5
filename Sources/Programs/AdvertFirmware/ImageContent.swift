package import AdvertReading
internal import AdvertisingData

extension DeclaredContent {
  /// The layouts of a firmware image by source file, with what is not known of the image.
  ///
  /// - Parameters:
  ///   - image: an image that is not without all payloads.
  ///   - wanted: the arrays that were to be taken under any name.
  ///   - path: of the image, as it is shown.
  ///   - source: returns the path of a source file as it is shown.
  ///   - change: returns a layout as it is judged, such as with pseudonyms.
  package init(
    _ image: FirmwareImage, wanted: [FirmwareImage.Wanted] = [], path: String,
    source shown: (String) -> String = SourcePath.plain, layout change: (DeclaredLayout) -> DeclaredLayout = { $0 }
  ) {
    self.init(
      path: path,
      layouts: image.layouts.map { ($0.sourceFile.map(shown) ?? path, change($0.declared)) },
      problems: CaptureProblem.all(of: image, wanted, shownAs: shown))
  }
}

extension CaptureProblem {
  fileprivate static func all(
    of image: FirmwareImage, _ wanted: [FirmwareImage.Wanted], shownAs shown: (String) -> String
  ) -> [CaptureProblem] {
    let known = Set(image.arrays.map { $0.name } + image.unread.map { $0.name })
    var problems = wanted.filter { !known.contains($0.symbol) }.map { CaptureProblem(missing: $0) }
    problems += image.problems.map { CaptureProblem(.partInvalid, $0) }
    problems += image.unreadMembers.map { CaptureProblem(.memberUnread, $0) }
    problems += image.unreadCalls.map { CaptureProblem($0, shownAs: shown) }
    problems += image.unread.map { CaptureProblem($0, shownAs: shown) }
    problems += image.layouts.flatMap { ofDoubts($0.declared.doubts, about: $0.name) }
    return problems + of(image.layouts)
  }

  /// A problem that is not at one place.
  private init(_ kind: Kind, _ reason: String) {
    self.init(kind, fileOffset: nil, record: nil, detail: .refused(reason: reason))
  }

  /// The problem of an array that the user named and the image does not have.
  private init(missing wanted: FirmwareImage.Wanted) {
    self.init(
      .symbolMissing, fileOffset: nil, record: nil, expected: "an array \(wanted.symbol) in the image", found: "none")
  }

  /// The problem of an array of a firmware image without a payload.
  ///
  /// - Parameter path: returns the name of the source file in outputs.
  private init(_ array: FirmwareImage.UnreadArray, shownAs path: (String) -> String) {
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
  private init(_ call: UnreadCall, shownAs path: (String) -> String) {
    self.init(
      call.mayBeRead ? .callAssumed : .callUnread, fileOffset: nil, record: nil, member: call.place.member,
      declaration: call.place.file.map { Declaration(path: path($0), line: call.place.line) },
      detail: .refused(reason: call.description))
  }

  /// The most items of a list for people.
  private static let maximumListed = 8

  private static func listed(_ names: [String]) -> String {
    let rest = names.count > maximumListed ? " and \(names.count - maximumListed) more" : ""
    return names.prefix(maximumListed).joined(separator: ", ") + rest
  }

  /// Returns the problems of payloads that the host changes, and of assumed parameters.
  private static func of(_ layouts: [FirmwareLayout]) -> [CaptureProblem] {
    var problems: [CaptureProblem] = []
    for layout in layouts {
      let losses = layout.losses
      if !losses.isEmpty {
        problems.append(
          CaptureProblem(
            .payloadCut, "\(layout.name): \(losses.map { "the host \($0)" }.joined(separator: "; "))"))
      }
      if !layout.additions.isEmpty {
        problems.append(
          CaptureProblem(
            .payloadAtRunTime, "\(layout.name): the host adds what is not known: \(layout.additions.inWords)"))
      }
    }
    let assumed = layouts.filter { $0.parameters == nil }
    if !assumed.isEmpty {
      let names = listed(assumed.map { "\($0.name) as \($0.pdu.rawValue)" })
      problems.append(
        CaptureProblem(.parametersAssumed, "the image does not show how payloads are sent: assumed \(names)"))
    }
    return problems
  }
}
