internal import AdvertScan

/// A verdict in one word or mark, for people. A miss that only field reports bear out is a "may".
enum VerdictWord: Int, CaseIterable {
  case seen
  case mayBeMissed
  case missed
  case unknown

  init(_ verdict: Verdict) {
    self =
      switch verdict.outcome {
      case .discovered: .seen
      case .missed: verdict.isTentative ? .mayBeMissed : .missed
      case .unknown: .unknown
      }
  }

  var word: String {
    switch self {
    case .seen: "seen"
    case .mayBeMissed: "may be missed"
    case .missed: "missed"
    case .unknown: "unknown"
    }
  }

  /// One column wide.
  var mark: String {
    switch self {
    case .seen: "✓"
    case .mayBeMissed: "~"
    case .missed: "✗"
    case .unknown: "?"
    }
  }

  func styled(_ text: String, _ style: TextStyle) -> String {
    switch self {
    case .seen: style.good(text)
    case .mayBeMissed: style.warning(text)
    case .missed: style.error(text)
    case .unknown: style.note(text)
    }
  }
}
