/// Text from the air on its way to people. Names may hold escape sequences, bidirectional overrides, line breaks.
public enum HostileText {
  /// Whether a character can do nothing but show itself: no control, no format character (bidirectional overrides,
  /// zero-width characters, tags), no line separator, nothing unassigned or private.
  public static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
  }

  /// For a terminal or a log: what is not safe shows as its code, `\u{202E}`. A backslash is doubled, so that the
  /// original can be told from the escape.
  public static func visible(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "\\" {
        result += "\\\\"
      } else if isSafe(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return result
  }

  /// In quotation marks.
  public static func quoted(_ text: String) -> String {
    "\"" + visible(text).replacing("\"", with: "\\\"") + "\""
  }
}
