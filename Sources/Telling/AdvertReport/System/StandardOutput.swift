internal import PlatformLibrary

extension TextStyle {
  /// The style for the standard output of the process: plain unless it is a terminal that shows colours. `NO_COLOR`
  /// turns colours off, `FORCE_COLOR` and `CLICOLOR_FORCE` turn them on, as <https://no-color.org> and
  /// <https://bixense.com/clicolors/> describe.
  package static let standardOutput = TextStyle(
    isColored: isWantedOnStandardOutput, columns: columnsOfStandardOutput, hasLinks: areLinksShown)

  private static var isWantedOnStandardOutput: Bool {
    if let isForced = environment("FORCE_COLOR") ?? environment("CLICOLOR_FORCE") { return isForced != "0" }
    guard environment("NO_COLOR") == nil, isatty(STDOUT_FILENO) == 1 else { return false }
    return environment("TERM").map { $0 != "dumb" } ?? false
  }

  /// Terminals that show links say who they are, but not that they do. `FORCE_HYPERLINK` tells it of others, and with `0`
  /// that links are not wanted.
  private static var areLinksShown: Bool {
    if let isForced = environment("FORCE_HYPERLINK") { return isForced != "0" }
    guard isWantedOnStandardOutput, isatty(STDOUT_FILENO) == 1 else { return false }
    if let version = environment("VTE_VERSION").flatMap({ Int($0) }) { return version >= 5000 }
    let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "rio", "Tabby"]
    let terminals = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour"]
    return environment("TERM_PROGRAM").map(programs.contains) ?? false
      || environment("TERM").map(terminals.contains) ?? false || environment("WT_SESSION") != nil
      || environment("KONSOLE_VERSION") != nil
  }

  /// The columns; `nil` when standard output is not a terminal.
  private static var columnsOfStandardOutput: Int? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    var size = winsize()
    let isKnown = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : usualColumns
  }

  /// Returns the value; `nil` for a variable that is unset or empty.
  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
