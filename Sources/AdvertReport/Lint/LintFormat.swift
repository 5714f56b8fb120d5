public import AdvertLint

/// The forms in which the results of linting are written.
public enum LintFormat: String, CaseIterable, Sendable {
  case text
  case json
  case sarif
  case github
  case junit

  /// What a form may want to know besides the results.
  public struct Options: Sendable {
    public var style: TextStyle
    /// The least severity that makes the check fail; `nil` when nothing does.
    public var failOn: Severity?
    /// Whether notes are told one by one where there are many devices.
    public var showsNotes: Bool
    /// The version of the program.
    public var version: String

    public init(style: TextStyle, failOn: Severity?, showsNotes: Bool, version: String) {
      self.style = style
      self.failOn = failOn
      self.showsNotes = showsNotes
      self.version = version
    }
  }

  /// The whole report. Only text for people has a style.
  public func report(of results: LintRun, _ options: Options) -> String {
    switch self {
    case .text: LintText(results, showsNotes: options.showsNotes).text(options.style)
    case .json: LintJSON(results).text
    case .sarif: LintSARIF(results, version: options.version).text
    case .github: LintAnnotations(results).text
    case .junit: LintJUnit(results, failOn: options.failOn).text
    }
  }
}
