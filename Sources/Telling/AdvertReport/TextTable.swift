/// Rows of text in aligned columns, no wider than the terminal.
///
/// Files and pipes get every cell whole. On a terminal that is too narrow, less important columns are left out, and
/// long cells are cut or wrapped.
struct TextTable {
  enum Alignment {
    case left
    case right
  }

  struct Column {
    let title: String
    let alignment: Alignment
    /// The way in which the column gives way when there is not enough room.
    var narrowing = Narrowing.none
    /// The rank. Columns with a higher rank are left out sooner; rank 0 stays.
    var rank = 0

    enum Narrowing: Equatable {
      /// The column keeps its width.
      case none
      /// Cells are cut, but not below this width while another column can be left out.
      case cut(least: Int)
      /// Cells continue in further lines. Only for the last column.
      case wrap(least: Int)
    }
  }

  let columns: [Column]
  private var rows: [[String]] = []

  init(_ columns: [Column]) {
    self.columns = columns
  }

  init(_ columns: [(title: String, alignment: Alignment)]) {
    self.init(columns.map { Column(title: $0.title, alignment: $0.alignment) })
  }

  mutating func add(_ cells: [String]) {
    rows.append(cells)
  }

  private static let gap = 2
  /// The least width of cells when no more columns can be left out.
  private static let fewestColumns = 4
  private var blank: UInt8 { UInt8(ascii: " ") }

  /// The lines, titles first. The last column is not padded.
  ///
  /// - Parameter paint: adds colours to the cell of a column once its width is known.
  func lines(_ style: TextStyle, paint: (_ column: Int, _ cell: String) -> String = { $1 }) -> [String] {
    let shown = shownColumns(style.columns)
    let table = [columns.map { $0.title }] + rows
    return table.enumerated().flatMap { number, cells in
      let parts = shown.map { wrapped(cells[$0.column], $0) }
      return (0..<(parts.map { $0.count }.max() ?? 0)).map { row in
        let cells = parts.map { row < $0.count ? $0[row] : "" }
        return number == 0 ? style.faint(line(cells, shown) { $1 }) : line(cells, shown, paint)
      }
    }
  }

  private func line(
    _ cells: [String], _ shown: [(column: Int, width: Int)], _ paint: (_ column: Int, _ cell: String) -> String
  ) -> String {
    // Octets: joining strings a character at a time is slow, and a list of rules has thousands of blanks.
    var octets: [UInt8] = []
    for (position, cell) in cells.enumerated() {
      let (column, width) = shown[position]
      if position > 0 { octets += repeatElement(blank, count: Self.gap) }
      let padding = repeatElement(blank, count: max(0, width - DisplayWidth.of(cell)))
      if columns[column].alignment == .right { octets += padding }
      octets += paint(column, cell).utf8
      if columns[column].alignment == .left, position < cells.count - 1 { octets += padding }
    }
    while octets.last == blank { octets.removeLast() }
    return String(decoding: octets, as: UTF8.self)
  }

  private func wrapped(_ cell: String, _ shown: (column: Int, width: Int)) -> [String] {
    switch columns[shown.column].narrowing {
    case .none: [cell]
    case .cut: [DisplayWidth.cut(cell, to: shown.width)]
    case .wrap: DisplayWidth.of(cell) <= shown.width ? [cell] : AdvertReport.wrapped(cell, at: shown.width)
    }
  }

  // MARK: Widths

  private func shownColumns(_ room: Int?) -> [(column: Int, width: Int)] {
    var widths: [(column: Int, width: Int)] = columns.indices.map { column in
      (column, ([columns[column].title] + rows.map { $0[column] }).map(DisplayWidth.of).max() ?? 0)
    }
    guard let room else { return widths }
    func sum(_ width: (Int, Int) -> Int) -> Int {
      widths.reduce(Self.gap * (widths.count - 1)) { $0 + width($1.column, $1.width) }
    }
    while sum(leastWidth) > room, let last = leastImportant(widths.map({ $0.column })) {
      widths.removeAll { $0.column == last }
    }
    var excess = sum { $1 } - room
    // First down to a comfortable width, then down to the least.
    for least in [leastWidth, { min($1, columns[$0].narrowing == .none ? $1 : Self.fewestColumns) }] {
      while excess > 0 {
        // The widest column gives way first.
        let candidates = widths.indices.filter { widths[$0].width > least(widths[$0].column, widths[$0].width) }
        guard let widest = candidates.max(by: { widths[$0].width < widths[$1].width }) else { break }
        widths[widest].width -= 1
        excess -= 1
      }
    }
    return widths
  }

  private func leastWidth(_ column: Int, _ width: Int) -> Int {
    switch columns[column].narrowing {
    case .none: width
    case .cut(let least), .wrap(let least): min(width, max(least, DisplayWidth.of(columns[column].title)))
    }
  }

  /// Returns the column to leave out next; `nil` when all must stay.
  private func leastImportant(_ shown: [Int]) -> Int? {
    shown.filter { columns[$0].rank > 0 }.max { columns[$0].rank < columns[$1].rank }
  }
}
