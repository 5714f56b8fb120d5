internal import AdvertScan

/// A verdict in one word, in text and in JSON, or in one mark. A miss that only field reports bear out is a `may`.
enum VerdictWord: Int, CaseIterable {
  case discovered
  case may
  case missed
  case unknown

  init(_ verdict: Verdict) {
    self =
      switch verdict.outcome {
      case .discovered: .discovered
      case .missed: verdict.isTentative ? .may : .missed
      case .unknown: .unknown
      }
  }

  var word: String {
    switch self {
    case .discovered: "discovered"
    case .may: "may"
    case .missed: "missed"
    case .unknown: "unknown"
    }
  }

  /// What stands before the scanners of the verdict.
  var phrase: String {
    switch self {
    case .discovered: "discovered by"
    case .may: "may be missed by"
    case .missed: "missed by"
    case .unknown: "unknown for"
    }
  }

  /// Characters of the longest word.
  static let longest = allCases.map(\.word.count).max() ?? 0

  /// One column wide.
  var mark: String {
    switch self {
    case .discovered: "✓"
    case .may: "~"
    case .missed: "✗"
    case .unknown: "?"
    }
  }

  func styled(_ text: String, _ style: TextStyle) -> String {
    switch self {
    case .discovered: style.good(text)
    case .may: style.warning(text)
    case .missed: style.error(text)
    case .unknown: style.note(text)
    }
  }
}
