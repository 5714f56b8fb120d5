/// Colours and weights of text, as SGR sequences (ECMA-48 8.3.117), and the available width.
package struct TextStyle: Sendable {
  /// Whether there are colours.
  package let isColored: Bool
  /// Whether what shows the text has links.
  let hasLinks: Bool
  /// The width of the terminal that shows the text. `nil` for files and pipes, which take whole lines of any length.
  let columns: Int?

  /// Whether a terminal shows the text.
  package var isForTerminal: Bool { columns != nil }

  package static let plain = TextStyle(isColored: false)
  package static let colored = TextStyle(isColored: true)

  /// - Parameters:
  ///   - columns: the width of a terminal; `nil` for files and pipes.
  ///   - hasLinks: whether it shows links (OSC 8).
  package init(isColored: Bool, columns: Int? = nil, hasLinks: Bool = false) {
    self.isColored = isColored
    self.columns = columns
    self.hasLinks = hasLinks
  }

  /// Returns the same width, with or without colours. Without colours, there are no links.
  package func colored(_ isColored: Bool) -> TextStyle {
    TextStyle(isColored: isColored, columns: columns, hasLinks: isColored && hasLinks)
  }

  /// The column where sentences are wrapped: at the edge of the terminal, but not beyond a comfortable width. In files
  /// and pipes, at 80 columns.
  var proseColumns: Int { min(max(columns ?? Self.usualColumns, 20), Self.widestProse) }

  static let usualColumns = 80
  private static let widestProse = 100

  package func error(_ text: String) -> String { styled(text, "31;1") }
  package func warning(_ text: String) -> String { styled(text, "33;1") }
  package func note(_ text: String) -> String { styled(text, "36;1") }
  package func strong(_ text: String) -> String { styled(text, "1") }
  package func faint(_ text: String) -> String { styled(text, "2") }
  package func good(_ text: String) -> String { styled(text, "32") }

  /// A text that leads to an address, where that can be shown.
  package func link(_ text: String, to address: String) -> String {
    hasLinks ? "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\" : text
  }

  /// Returns text whose lines fit the terminal: longer lines are broken between words, and go on indented. Text for
  /// files and pipes is not changed.
  package func fitted(_ text: String) -> String {
    guard let columns else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.utf8.count <= columns ? String($0) : FittedLine.broken($0, at: max(columns, Self.leastFitted)) }
      .joined(separator: "\n")
  }

  private static let leastFitted = 20

  private func styled(_ text: String, _ codes: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(codes)m\(text)\u{1B}[0m" : text
  }
}

/// The number of columns that text takes on a terminal.
package enum DisplayWidth {
  /// Blocks whose characters take two columns: Hangul, CJK, full-width forms, emoji.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD,
  ]

  package static func of(_ text: String) -> Int {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    return isASCII ? text.utf8.count : text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  }

  /// Returns text in at most `columns` columns: longer text ends in `…`.
  package static func cut(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    var kept = ""
    var room = max(columns, 1) - 1
    for character in text {
      room -= of(String(character))
      guard room >= 0 else { break }
      kept.append(character)
    }
    return kept + "…"
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    return scalar.properties.isEmojiPresentation || wideRanges.contains { $0.contains(scalar.value) } ? 2 : 1
  }
}

/// A line that is broken to fit the terminal.
private enum FittedLine {
  private static let hanging = 2

  /// Returns a line with breaks between words. A longer word has a line of its own; escape sequences take no column.
  static func broken(_ line: Substring, at columns: Int) -> String {
    let indent = line.prefix { $0 == " " }.count
    let next = String(repeating: " ", count: min(indent + hanging, columns / 2))
    var text = ""
    var width = 0
    var spaces = ""
    var isEmpty = true
    for part in line.split(separator: " ", omittingEmptySubsequences: false) {
      if !isEmpty { spaces += " " }
      isEmpty = false
      guard !part.isEmpty else { continue }
      let partWidth = visibleWidth(of: part)
      // A long word has less indentation, so that it stays whole.
      let room = max(columns - partWidth, 0)
      if width > indent, width + spaces.count + partWidth > columns {
        let indentation = next.prefix(room)
        text += "\n" + indentation
        width = indentation.count
      } else if width == 0, spaces.count > room {
        text += spaces.prefix(room)
        width += room
      } else {
        text += spaces
        width += spaces.count
      }
      text += part
      width += partWidth
      spaces = ""
    }
    return text
  }

  /// Returns the columns of a text without its colours and links.
  private static func visibleWidth(of text: Substring) -> Int {
    var shown = String.UnicodeScalarView()
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\u{1B}" else {
        shown.append(scalar)
        continue
      }
      switch scalars.popFirst() {
      case "[": while let end = scalars.popFirst(), !("@"..."~").contains(end) {}
      case "]": while let end = scalars.popFirst(), end != "\\" {}
      default: break
      }
    }
    return DisplayWidth.of(String(shown))
  }
}

/// Returns text in lines of at most `columns` columns. A longer word has a line of its own. Text that fits is not
/// changed.
package func wrapped(_ text: String, at columns: Int) -> [String] {
  guard DisplayWidth.of(text) > columns else { return text.isEmpty ? [] : [text] }
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(String(word)) > columns {
      lines.append(line)
      line = ""
    }
    line += (line.isEmpty ? "" : " ") + word
  }
  return line.isEmpty ? lines : lines + [line]
}

/// Returns an item of a list in lines: indented under its sentence, further lines more.
func listItem(_ text: String, _ style: TextStyle) -> [String] {
  wrapped(text, at: style.proseColumns - 4).enumerated().map { ($0.offset == 0 ? "  " : "    ") + $0.element }
}

/// The line that names the manifest in use: one found above the working directory is easily overlooked.
package enum ManifestInUse {
  /// Returns a line for people; empty without a manifest.
  package static func line(_ path: String?) -> String {
    path.map { "manifest in use: \(HostileText.visible($0))\n" } ?? ""
  }
}
