internal import AdvertReport

/// A grid of cells for a terminal.
///
/// Callers make text from the air visible first (`HostileText`). The grid still replaces characters that could be a
/// command to the terminal, so that no caller can forget it.
package struct ScreenGrid: Equatable, Sendable {
  /// The style of a cell. Everything that a colour expresses is also expressed without colour.
  package struct Style: Hashable, Sendable {
    /// Thicker.
    package var isBold = false
    /// Fainter.
    package var isFaint = false
    /// With foreground and background exchanged.
    package var isReversed = false
    /// With a line below.
    package var isUnderlined = false
    /// The colour; `nil` for that of the terminal.
    package var color: Color?

    /// The colours, among the eight colours of each terminal that are used.
    package enum Color: Int, Hashable, Sendable {
      /// For errors.
      case red = 31
      /// For good results.
      case green = 32
      /// For warnings.
      case yellow = 33
      /// For notes.
      case cyan = 36
    }

    static let plain = Style()
    static let bold = Style(isBold: true)
    static let faint = Style(isFaint: true)
    static let reversed = Style(isReversed: true)
  }

  private struct Cell: Hashable, Sendable {
    /// The text; empty for the right half of a wide character.
    var text = " "
    var style = Style.plain
  }

  /// The width in cells.
  package let columns: Int
  /// The height in cells.
  package let rows: Int
  private var cells: [[Cell]]

  /// An empty grid of at least one cell.
  package init(columns: Int, rows: Int) {
    self.columns = max(columns, 1)
    self.rows = max(rows, 1)
    cells = Array(repeating: Array(repeating: Cell(), count: self.columns), count: self.rows)
  }

  /// Writes text into a row, as far as it fits. Returns the column after it.
  @discardableResult
  mutating func put(_ text: String, row: Int, column: Int, _ style: Style = .plain) -> Int {
    guard cells.indices.contains(row), column >= 0 else { return column }
    var column = column
    for character in text {
      let character = Self.isSafe(character) ? character : "\u{FFFD}"
      let width = DisplayWidth.of(String(character))
      guard column + width <= columns else { break }
      if width == 0 {
        if column > 0 { cells[row][column - 1].text.append(character) }
        continue
      }
      cells[row][column] = Cell(text: String(character), style: style)
      if width == 2 { cells[row][column + 1] = Cell(text: "", style: style) }
      column += width
    }
    return column
  }

  /// Changes the style of a row from edge to edge.
  mutating func paint(row: Int, _ change: (inout Style) -> Void) {
    guard cells.indices.contains(row) else { return }
    for column in cells[row].indices { change(&cells[row][column].style) }
  }

  private static func isSafe(_ character: Character) -> Bool {
    // The variation selectors belong to emoji.
    character.unicodeScalars.allSatisfy { HostileText.isSafe($0) || $0 == "\u{FE0E}" || $0 == "\u{FE0F}" }
  }

  /// Returns the text of a row without styles, without the spaces at its end.
  package func text(row: Int) -> String {
    let text = cells[row].map(\.text).joined()
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// All rows as text.
  package var lines: [String] { (0..<rows).map(text) }

  /// Returns the octets that turn a terminal's present grid into this one; the whole grid when the terminal shows none
  /// of this size.
  ///
  /// - Parameter isColored: when it is false, there are no colours, but still weights.
  package func output(after shown: ScreenGrid?, isColored: Bool) -> String {
    var output = ""
    let known = shown.flatMap { $0.rows == rows && $0.columns == columns ? $0 : nil }
    if known == nil { output += "\u{1B}[0m\u{1B}[2J" }
    for row in 0..<rows where known.map({ $0.cells[row] != cells[row] }) ?? true {
      output += "\u{1B}[\(row + 1);1H"
      var style: Style?
      for cell in cells[row] where !cell.text.isEmpty {
        if cell.style != style { output += Self.sequence(of: cell.style, isColored) }
        style = cell.style
        output += cell.text
      }
    }
    return output.isEmpty ? output : output + "\u{1B}[0m"
  }

  private static func sequence(of style: Style, _ isColored: Bool) -> String {
    var codes = "0"
    if style.isBold { codes += ";1" }
    if style.isFaint { codes += ";2" }
    if style.isUnderlined { codes += ";4" }
    if style.isReversed { codes += ";7" }
    if isColored, let color = style.color { codes += ";\(color.rawValue)" }
    return "\u{1B}[\(codes)m"
  }
}

/// Shows numbers as a row of small bars.
enum Bars {
  private static let steps = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Returns a bar for each number, by its place between two others; a space for a missing one.
  static func text(_ numbers: [Int?], from least: Int, to most: Int) -> String {
    numbers.map { number in
      guard let number else { return " " }
      let part = Double(number - least) / Double(max(most - least, 1))
      return steps[min(max(Int(part * 8), 0), 7)]
    }.joined()
  }

  /// Returns bars for strengths: from −100 dBm, which is hardly received, to −40 dBm, which is next to the antenna.
  static func strengths(_ buckets: [DeviceHistory.Bucket]) -> String {
    text(buckets.map(\.rssi), from: -100, to: -40)
  }
}
