internal import AdvertScan

/// A chart of intervals and times in characters, both on a logarithmic scale: `●` is an efficient choice, `·` another.
struct IntervalChart {
  private static let rows = 9
  private static let maximumColumns = 56
  private static let labelColumns = 8

  private let choices: [IntervalChoices.Choice]
  private let columns: Int

  /// - Parameters:
  ///   - choices: the shortest interval first; those whose time is too long to compute are left out.
  ///   - columns: of the text.
  ///
  /// `nil` when there are too few to compare.
  init?(_ choices: [IntervalChoices.Choice], columns: Int) {
    self.choices = choices.filter { $0.time?.most != nil }
    self.columns = min(Self.maximumColumns, columns - Self.labelColumns - 4)
    guard self.choices.count > 1, self.columns >= 16 else { return nil }
  }

  var lines: [String] {
    guard let first = choices.first, let last = choices.last else { return [] }
    let lengths = choices.map { $0.length }
    let times = LogScale(lengths.min() ?? 1, lengths.max() ?? 1, steps: Self.rows)
    let intervals = LogScale(first.interval, last.interval, steps: columns)
    var cells = Array(repeating: Array(repeating: " ", count: columns), count: Self.rows)
    for choice in choices {
      let row = Self.rows - 1 - times.position(of: choice.length)
      let column = intervals.position(of: choice.interval)
      if choice.isEfficient || cells[row][column] == " " { cells[row][column] = choice.isEfficient ? "●" : "·" }
    }
    var lines = cells.enumerated().map { row, cells in
      let label =
        switch row {
        case 0: ExpectedTime.words(times.most)
        case Self.rows / 2: ExpectedTime.words(times.middle)
        case Self.rows - 1: ExpectedTime.words(times.least)
        default: ""
        }
      let end = cells.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
      return Self.padding(Self.labelColumns - label.count) + label + " │" + cells[..<end].joined()
    }
    lines.append(Self.padding(Self.labelColumns) + " └" + String(repeating: "─", count: columns))
    lines.append(Self.padding(Self.labelColumns + 2) + axis(intervals))
    return lines
  }

  /// Returns the ends and the middle, as far as they fit.
  private func axis(_ intervals: LogScale) -> String {
    let (left, middle, right) = (
      Self.words(intervals.least), Self.words(intervals.middle), Self.words(intervals.most)
    )
    let before = columns / 2 - middle.count / 2 - left.count
    let after = columns - left.count - before - middle.count - right.count
    guard before > 0, after > 0 else { return left + Self.padding(columns - left.count - right.count) + right }
    return left + Self.padding(before) + middle + Self.padding(after) + right
  }

  private static func words(_ interval: Int64) -> String { "\((interval + 500) / 1000) ms" }

  private static func padding(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
