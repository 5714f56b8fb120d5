internal import AdvertCapture
internal import AdvertFirmware
internal import AdvertManifest
internal import AdvertRedaction

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
