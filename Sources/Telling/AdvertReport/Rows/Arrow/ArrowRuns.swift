/// Cells of consecutive columns that many rows have. A class, because it notes where its values lie already.
final class ArrowRun {
  let columns: Range<Int>
  let cells: ArrowCells
  /// The place of the values in ``ArrowRuns``, and when they were put there.
  fileprivate var kept: (era: Int, position: UInt32)?

  init(_ columns: Range<Int>, _ cells: ArrowCells) {
    self.columns = columns
    self.cells = cells
  }
}

/// Consecutive columns whose cells come in runs. A row only notes which run it has, and the columns are filled when a batch
/// is delivered, one after the other.
struct ArrowRuns {
  /// The values of the runs, each once.
  private var values: [ArrowColumn]
  /// About how many octets they take.
  private var weight = 0
  private var count = 0
  /// How often the values were removed.
  private var era = 0
  /// The position of each row's values.
  private var rows: [UInt32] = []

  init(_ fields: ArraySlice<ArrowField>) {
    values = fields.map { ArrowColumn($0) }
  }

  mutating func append(_ run: ArrowRun) {
    if let kept = run.kept, kept.era == era {
      rows.append(kept.position)
      return
    }
    let position = UInt32(truncatingIfNeeded: count)
    let cells = run.cells
    var slot = 0
    for column in values.indices { values[column].append(cells.slots.span, at: &slot, cells.octets.span) }
    weight += cells.weight
    count += 1
    run.kept = (era, position)
    rows.append(position)
  }

  /// Moves the cells of all rows into empty columns.
  ///
  /// - Parameter limit: how much the values that are kept for the next rows may weigh.
  mutating func move(to columns: inout [ArrowColumn], from first: Int, atMost limit: Int) {
    // Where no row has the values of another, they are the columns already.
    let areColumns = rows.count == count && rows.indices.allSatisfy { Int(rows[$0]) == $0 }
    for column in values.indices {
      if areColumns {
        swap(&columns[first + column], &values[column])
      } else {
        columns[first + column].append(rows.span, of: values[column])
      }
    }
    rows.removeAll(keepingCapacity: true)
    guard areColumns || weight > limit else { return }
    for column in values.indices { values[column].removeAll() }
    (count, weight) = (0, 0)
    era += 1
  }
}
