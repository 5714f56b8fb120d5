internal import AdvertisingData

/// Makes text from other people safe to print: names from the air, paths, names in archives and manifests. Each may
/// contain escape sequences, bidirectional overrides and line breaks.
package enum HostileText {
  /// Returns whether a character only shows itself. Control characters, format characters (bidirectional overrides,
  /// zero-width characters, tags), line separators and unassigned, private and invisible characters do not.
  package static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
    default: return !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Returns text for a terminal or a log. A character that is not safe becomes its code, `\u{202E}`. So does a
  /// character that would begin a command to a build service. A backslash is doubled, so that escapes differ from the
  /// original.
  package static func visible(_ text: String) -> String {
    if isPlain(text) { return text }
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

  /// Returns the visible text in quotation marks.
  package static func quoted(_ text: String) -> String {
    "\"" + visible(text).exchanging("\"", for: "\\\"") + "\""
  }

  /// Returns the text itself when it has no harmful characters, otherwise ``visible(_:)``: for a path that programs
  /// look up.
  package static func harmless(_ text: String) -> String {
    if isPlain(text) { return text }
    return areHarmless(Array(text.unicodeScalars)).contains(false) ? visible(text) : text
  }

  /// Returns the text with only its harmful lines made visible: for formats whose lines must not change.
  package static func visibleLines(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let content = line.last == "\r" ? line.dropLast() : line
        let scalars = Array(content)
        let isHarmless = zip(scalars, areHarmless(scalars)).allSatisfy { $0 == "\t" || $1 }
        return isHarmless ? String(line) : visible(String(content)) + String(line[content.endIndex...])
      }
      .joined(separator: "\n")
  }

  /// Returns a field of tab-separated values: one line without tabs. Spreadsheets run a field that begins like a
  /// formula, so the first character of such a field becomes its code; `-` alone is not a formula.
  static func field(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, formulaBeginnings.contains(first), text != "-" else {
      return visible(text)
    }
    return code(of: first) + visible(String(text.unicodeScalars.dropFirst()))
  }

  /// Some spreadsheets accept the full-width forms too.
  private static let formulaBeginnings: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]

  /// Returns whether all characters are printable ASCII, and none begins an escape or a command: true for most text.
  private static func isPlain(_ text: String) -> Bool {
    var previous: UInt8 = 0
    return text.utf8.allSatisfy { octet in
      defer { previous = octet }
      return (0x20...0x7E).contains(octet) && octet != UInt8(ascii: "\\")
        && (octet != previous || octet != UInt8(ascii: ":") && octet != UInt8(ascii: "#"))
    }
  }

  /// Returns for each character of a text whether it is harmless at its place.
  private static func areHarmless(_ scalars: [Unicode.Scalar]) -> [Bool] {
    var isLastHarmless = false
    return scalars.indices.map { index in
      let scalar = scalars[index]
      if scalar == "\u{FE0E}" || scalar == "\u{FE0F}" {
        // Variation selectors belong to the emoji before them.
        isLastHarmless =
          isLastHarmless && index > 0 && !scalars[index - 1].isASCII && scalars[index - 1].properties.isEmoji
      } else if isMark(scalar) {
        // It is drawn onto the previous character, which must not be this program's or a code.
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

/// Commands that build services find in logs.
///
/// GitHub Actions takes a line that begins with `::name::` for a command, even after spaces, and `##[name]` anywhere in
/// a line. Azure Pipelines takes `##vso[…]`, TeamCity `##teamcity[…]`.
enum LogCommand {
  /// Returns whether the character at `index` begins a command and must be escaped.
  ///
  /// Lines may be broken at spaces, so colons after a space count as the beginning of a line.
  static func begins(at index: Int, of scalars: [Unicode.Scalar]) -> Bool {
    switch scalars[index] {
    case ":":
      guard index + 1 < scalars.count, scalars[index + 1] == ":" else { return false }
      return index == 0 || scalars[index - 1].properties.isWhitespace
    case "#":
      guard index > 0, scalars[index - 1] == "#" else { return false }
      return scalars[(index + 1)...].first { !isLetter($0) } == "["
    default: return false
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    "a"..."z" ~= scalar || "A"..."Z" ~= scalar
  }
}

extension String {
  /// Returns the text with characters replaced. `replacement` returns `nil` for a character that stays.
  fileprivate func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = UnicodeScalarView()
    for scalar in unicodeScalars {
      if let replaced = replacement(scalar) {
        result.append(contentsOf: replaced.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

/// Text in XML 1.0.
enum XMLText {
  /// Returns text for the content of elements and for attributes in quotation marks. XML does not allow some characters
  /// even when escaped: these become the replacement character.
  static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&apos;"
      case "\t", "\n": nil
      case "\r": "&#13;"
      default: isAllowed(scalar) ? nil : "\u{FFFD}"
      }
    }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
  }
}

/// Text in workflow commands of GitHub Actions.
enum WorkflowCommandText {
  /// Returns the message of a command. A line break would end it.
  static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: nil
      }
    }
  }

  /// Returns the value of a property. Colons and commas would also end it.
  static func escapedProperty(_ text: String) -> String {
    escaped(text).replacingScalars { scalar in
      switch scalar {
      case ":": "%3A"
      case ",": "%2C"
      default: nil
      }
    }
  }
}

/// Text in the diagnostics of compilers.
enum GCCText {
  /// Returns a path before its line and column. Programs that match diagnostics take the first `:12:` for these, and
  /// the name of a file could contain one: a colon before a digit becomes its code.
  static func escapedPath(_ path: String) -> String {
    let scalars = Array(path.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if scalar == ":", index + 1 < scalars.count, "0"..."9" ~= scalars[index + 1] {
        result.append(contentsOf: #"\u{3A}"#.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

/// Text in messages of SARIF.
enum SARIFText {
  /// Returns text without the braces of arguments and the brackets of links (SARIF 2.1.0, 3.11.5 and 3.11.6).
  static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "{": "{{"
      case "}": "}}"
      case "[": "\\["
      case "]": "\\]"
      case "\\": "\\\\"
      default: nil
      }
    }
  }
}

/// A file's path as a URI reference (RFC 3986): relative paths stay relative.
package struct FileURI {
  package let text: String
  /// Whether the path begins at the root of a file system, and not at the folder of the sources.
  let isWhole: Bool

  package init(_ path: String) {
    var path = path[...]
    while path.hasPrefix("./") {
      path = path.dropFirst(2).drop { $0 == "/" }
    }
    // A drive of Windows keeps its colon (RFC 8089, appendix E.2).
    let drive = path.dropFirst().hasPrefix(":/") && path.first?.isLetter ?? false ? path.prefix(2) : ""
    isWhole = path.hasPrefix("/") || !drive.isEmpty
    let root = drive.isEmpty ? isWhole ? "file://" : "" : "file:///\(drive)"
    text = root + path.dropFirst(drive.count).utf8.map(Self.encoded).joined()
  }

  /// Returns an encoded octet. Colons are encoded too: one in the first part of a relative path would read as a scheme.
  private static func encoded(_ octet: UInt8) -> String {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "/"):
      String(Unicode.Scalar(octet))
    default: "%" + HexText.compact([octet]).uppercased()
    }
  }
}
