/// Text from the air on its way to people. Names may hold escape sequences, bidirectional overrides, line breaks, and so
/// may everything else that somebody else wrote: paths, names in archives and manifests.
public enum HostileText {
  /// Whether a character can do nothing but show itself: no control, no format character (bidirectional overrides,
  /// zero-width characters, tags), no line separator, nothing unassigned or private, nothing invisible.
  public static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
    default: return !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// For a terminal or a log: what is not safe shows as its code, `\u{202E}`, and so does what would make a command of
  /// the text for a build service. A backslash is doubled, so that the original can be told from the escape.
  public static func visible(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (scalar, isHarmless) in zip(scalars, areHarmless(scalars)) {
      if scalar == "\\" {
        result.append(contentsOf: #"\\"#.unicodeScalars)
      } else if isHarmless {
        result.append(scalar)
      } else {
        result.append(contentsOf: code(of: scalar).unicodeScalars)
      }
    }
    return String(result)
  }

  /// In quotation marks.
  public static func quoted(_ text: String) -> String {
    "\"" + visible(text).replacing("\"", with: "\\\"") + "\""
  }

  /// As it is when nothing in it does harm, otherwise visible: for a path that is to be found again.
  public static func harmless(_ text: String) -> String {
    areHarmless(Array(text.unicodeScalars)).contains(false) ? visible(text) : text
  }

  /// Lines of a text that are to stay as they are, because somebody reads them as such, but for those that would do
  /// harm: they are made visible.
  public static func visibleLines(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let content = line.last == "\r" ? line.dropLast() : line
        let scalars = Array(content)
        let isHarmless = zip(scalars, areHarmless(scalars)).allSatisfy { $0 == "\t" || $1 }
        return isHarmless ? String(line) : visible(String(content)) + String(line[content.endIndex...])
      }
      .joined(separator: "\n")
  }

  /// As a field of tab-separated values, one line and no tab in it. A spreadsheet takes a field that begins like a formula
  /// for one, so that this beginning shows as its code too; `-` alone is none.
  static func field(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, formulaBeginnings.contains(first), text != "-" else {
      return visible(text)
    }
    return code(of: first) + visible(String(text.unicodeScalars.dropFirst()))
  }

  /// The full-width forms are the same to some spreadsheets.
  private static let formulaBeginnings: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]

  /// Whether each character of a text does no harm where it stands.
  private static func areHarmless(_ scalars: [Unicode.Scalar]) -> [Bool] {
    var isLastHarmless = false
    return scalars.indices.map { index in
      let scalar = scalars[index]
      if scalar == "\u{FE0E}" || scalar == "\u{FE0F}" {
        // What chooses between two ways to draw an emoji belongs to it.
        isLastHarmless =
          isLastHarmless && index > 0 && !scalars[index - 1].isASCII && scalars[index - 1].properties.isEmoji
      } else if isMark(scalar) {
        // It is drawn onto what stands before, which must not be what others wrote, or a code.
        isLastHarmless = isLastHarmless && isSafe(scalar)
      } else {
        isLastHarmless = isSafe(scalar) && !LogCommand.begins(at: index, of: scalars)
      }
      return isLastHarmless
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  private static func code(of scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }
}
