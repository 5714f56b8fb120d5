internal import AdvertBuilders
internal import AdvertCapture
internal import AdvertFirmware
internal import AdvertManifest
internal import AdvertReading
internal import AdvertRedaction
internal import AdvertReport

/// The reason why one input cannot be read.
struct InputProblem: Error {
  /// The whole message.
  let message: String
  /// The message without any text from the input.
  let expectation: String
  /// Whether the only problem is that the input is not a capture.
  let isNoCapture: Bool
  /// Where in a text it is; `nil` when it is at no one place.
  private(set) var place: (line: Int, column: Int)?

  /// Returns the message for people: with redaction, it has no text from the input.
  func line(on path: String, _ redaction: Redaction?) -> String {
    redaction.map { "\($0.path(path)): \(placeWords)\(expectation)" } ?? "\(path): \(placedMessage)"
  }

  /// The message with its place in the text.
  var placedMessage: String { placeWords + message }

  private var placeWords: String { place.map { "line \($0.line), column \($0.column): " } ?? "" }

  /// Returns the same as a problem that can be judged.
  ///
  /// - Parameter path: of the input, as it is shown.
  func problem(in path: String, _ redaction: Redaction?) -> CaptureProblem {
    CaptureProblem(
      .fileUnread, fileOffset: nil, record: nil,
      declaration: place.map { .init(path: path, line: $0.line, column: $0.column) },
      detail: .refused(reason: redaction == nil ? message : expectation))
  }

  init(expected: String, found: String? = nil, isNoCapture: Bool = false) {
    expectation = "expected \(expected)"
    message = expectation + (found.map { ", found \($0)" } ?? "")
    self.isNoCapture = isNoCapture
  }

  /// The problem of a log without advertising that reports errors. It has no text from the log.
  init(_ errors: ErrorLines) {
    let shown = errors.lines.prefix(Self.mostErrors)
    let words = shown.enumerated().map { index, line in
      (index == 0 ? "" : "line \(line.number): ") + line.sentence
    }
    message = "no advertising was read, but the log reports an error: " + words.joined(separator: "; ")
    expectation = message
    isNoCapture = true
    place = errors.lines.first.map { ($0.number, 1) }
  }

  private static let mostErrors = 3

  init(_ error: ImageError) {
    message = error.description
    expectation = "expected a firmware image that is whole"
    isNoCapture = false
  }

  /// The problem of an image without any advertising.
  init(_ absence: FirmwareImage.Absence) {
    message = absence.problem
    expectation = "expected advertising data in the firmware image"
    isNoCapture = false
  }

  init(_ error: ManifestError) {
    message = error.message
    expectation = "expected \(error.expected)"
    isNoCapture = false
    place = (error.line, error.column)
  }

  /// The problem of a file that has the name of a packed one, and may not be one.
  init(_ error: CaptureError, of source: RewindableSource, path: String, takesLayouts: Bool = false) {
    let isDamaged =
      switch error {
      case .empty: true
      // The content of a compressed file has another beginning than the file.
      case .notRecognised(let head): source.head.starts(with: head)
      case .noCaptureInside, .unreadable, .unsupported: false
      }
    var advice: String?
    if takesLayouts, case .notRecognised = error { advice = ", a program, a firmware image or layouts" }
    self.init(error, advice: advice, isDamaged: isDamaged && CaptureName.isPacked(path))
  }

  /// - Parameters:
  ///   - advice: for people, after the message.
  ///   - isDamaged: whether the input has the name of another kind of file.
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
  /// Returns the gaps and the refused commands among them, one line each. Interruptions by the user, and named items that
  /// are missing, are reported elsewhere.
  func gaps(in path: String) -> [String] {
    filter {
      ($0.kind.isGap || $0.isRefusal) && $0.kind != .symbolMissing
        && $0.detail != .readingFailed(reason: InputFailure.interrupted.reason)
    }
    .map { problem in
      // Another command than lint has no finding that says it.
      let refusal = problem.kind == .requestRefused ? "the stack refuses the request: " : ""
      // A line of the file has its name already.
      let name = problem.declaration?.path == path ? [] : [path]
      return (name + [problem.place].compactMap(\.self) + [refusal + problem.message]).joined(separator: ": ")
        + problem.timesWords
        + (problem.remedy.map { "; \($0)" } ?? "")
        + (problem.kind == .callUnread && problem.remedy == nil ? ": \(CaptureProblem.runTimeAdvice)" : "")
    }
  }
}
