/// Rows of text in aligned columns.
struct TextTable {
  enum Alignment {
    case left
    case right
  }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []

  init(_ columns: [(title: String, alignment: Alignment)]) {
    self.columns = columns
  }

  mutating func add(_ cells: [String]) {
    rows.append(cells)
  }

  private var blank: UInt8 { UInt8(ascii: " ") }

  /// The lines, titles first. The last column is not padded.
  func lines(_ style: TextStyle) -> [String] {
    let widths = columns.indices.map { column in
      ([columns[column].title] + rows.map { $0[column] }).map(DisplayWidth.of).max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      // In octets: text is put together a character at a time, and a list of rules has thousands of blanks.
      var octets: [UInt8] = []
      for (column, cell) in cells.enumerated() {
        if column > 0 { octets += [blank, blank] }
        let padding = repeatElement(blank, count: widths[column] - DisplayWidth.of(cell))
        if columns[column].alignment == .right { octets += padding }
        octets += cell.utf8
        if columns[column].alignment == .left, column < cells.count - 1 { octets += padding }
      }
      return String(decoding: octets, as: UTF8.self)
    }
    return [style.faint(line(columns.map(\.title)))] + rows.map(line)
  }
}
