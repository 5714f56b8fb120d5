#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Colours and weights of text for people, as SGR sequences (ECMA-48 8.3.117).
public struct TextStyle: Sendable {
  private let isColored: Bool

  public static let plain = TextStyle(isColored: false)
  public static let colored = TextStyle(isColored: true)

  /// Styles for the standard output of the process: none unless it is a terminal that shows colours. `NO_COLOR` turns
  /// colours off, `FORCE_COLOR` and `CLICOLOR_FORCE` turn them on, as <https://no-color.org> and
  /// <https://bixense.com/clicolors/> describe.
  public static let standardOutput = TextStyle(isColored: isWantedOnStandardOutput)

  func error(_ text: String) -> String { styled(text, "31", "1") }
  func warning(_ text: String) -> String { styled(text, "33", "1") }
  func note(_ text: String) -> String { styled(text, "36", "1") }
  func strong(_ text: String) -> String { styled(text, "1") }
  func faint(_ text: String) -> String { styled(text, "2") }
  func good(_ text: String) -> String { styled(text, "32") }

  private func styled(_ text: String, _ codes: String...) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m" : text
  }

  private static var isWantedOnStandardOutput: Bool {
    if let isForced = environment("FORCE_COLOR") ?? environment("CLICOLOR_FORCE") { return isForced != "0" }
    guard environment("NO_COLOR") == nil, isatty(STDOUT_FILENO) == 1 else { return false }
    return environment("TERM").map { $0 != "dumb" } ?? false
  }

  /// `nil` for a variable that is unset or empty.
  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
