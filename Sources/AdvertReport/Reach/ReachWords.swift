internal import AdvertScan

/// A verdict for people: in a colour, as a mark, in a phrase.
extension Verdict.Word {
  /// Characters of the longest word.
  static let longest = allCases.map(\.rawValue.count).max() ?? 0

  /// One column wide.
  var mark: String {
    switch self {
    case .discovered: "✓"
    case .may: "~"
    case .missed: "✗"
    case .unknown: "?"
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

  func styled(_ text: String, _ style: TextStyle) -> String {
    switch self {
    case .discovered: style.good(text)
    case .may: style.warning(text)
    case .missed: style.error(text)
    case .unknown: style.note(text)
    }
  }
}
