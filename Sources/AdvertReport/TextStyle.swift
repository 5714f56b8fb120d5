internal import Rainbow

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How text for people is coloured: not at all, unless it goes to a terminal that shows colours.
public struct TextStyle: Sendable {
  private let isColored: Bool

  public static let plain = TextStyle(isColored: false)

  /// Colours when the process's standard output is a terminal that shows them, unless `NO_COLOR` is set.
  ///
  /// Only a terminal makes it worth asking Rainbow, which reads the whole environment for an answer.
  public static let standardOutput = TextStyle(isColored: isatty(STDOUT_FILENO) == 1)

  func error(_ text: String) -> String { styled(text, .red, .bold) }
  func warning(_ text: String) -> String { styled(text, .yellow, .bold) }
  func note(_ text: String) -> String { styled(text, .cyan, .bold) }
  func strong(_ text: String) -> String { styled(text, nil, .bold) }
  func faint(_ text: String) -> String { styled(text, nil, .dim) }
  func good(_ text: String) -> String { styled(text, .green, nil) }

  private func styled(_ text: String, _ color: NamedColor?, _ style: Style?) -> String {
    guard isColored else { return text }
    var text = text
    if let color { text = text.applyingColor(color) }
    if let style { text = text.applyingStyle(style) }
    return text
  }
}
