public import AdvertisingData

/// Where and in which form a layout is written, so that it can be written anew there: everything around the two payloads stays.
public struct WrittenLayout: Sendable {
  private let form: Form
  private let place: TextRange

  private enum Form: Sendable {
    case lines(LayoutLines)
    case entry(LayoutEntryText)
  }

  init(_ lines: LayoutLines, place: TextRange) {
    form = .lines(lines)
    self.place = place
  }

  init?(entry: YAMLNode, place: TextRange?) {
    guard let text = LayoutEntryText(entry), let place else { return nil }
    form = .entry(text)
    self.place = place
  }

  /// What to change so that these payloads are written. Nothing for what is so already.
  ///
  /// - Parameter scanResponse: `nil` to leave it as it is; where none is written, an empty one is none.
  /// - Throws: for a form that cannot be kept.
  public func edits(advertising: Payload, scanResponse: Payload?) throws(RewritingProblem) -> [TextEdit] {
    switch form {
    case .lines(let lines): lines.edits(advertising: advertising, scanResponse: scanResponse)
    case .entry(let entry): try entry.edits(advertising: advertising, scanResponse: scanResponse)
    }
  }
}

/// The same where it is in the same place: a text is compared with itself only.
extension WrittenLayout: Hashable {
  public static func == (one: Self, other: Self) -> Bool { one.place == other.place }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(place)
  }
}
