/// The forms in which the results of linting are written.
public enum LintFormat: String, CaseIterable, Sendable {
  case text
  case json

  /// The whole report. Only text for people has a style.
  public func report(of results: LintResults, _ style: TextStyle) -> String {
    switch self {
    case .text: LintText(results).text(style)
    case .json: LintJSON(results).text
    }
  }
}
