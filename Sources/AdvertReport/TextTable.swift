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

  /// The lines, titles first. The last column is not padded.
  func lines(_ style: TextStyle) -> [String] {
    let widths = columns.indices.map { column in
      ([columns[column].title] + rows.map { $0[column] }).map(DisplayWidth.of).max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      cells.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - DisplayWidth.of(cells[column]))
        if columns[column].alignment == .right { return padding + cells[column] }
        return column == cells.count - 1 ? cells[column] : cells[column] + padding
      }
      .joined(separator: "  ")
    }
    return [style.faint(line(columns.map(\.title)))] + rows.map(line)
  }
}
