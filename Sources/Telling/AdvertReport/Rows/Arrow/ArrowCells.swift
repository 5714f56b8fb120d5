/// A value of a column.
enum ArrowCell {
  case absent
  /// A number or a time, as the octets of its 64 bits.
  case bits(UInt64)
  case truth(Bool)
  /// A text or octets.
  case octets([UInt8])
  case list([ArrowCell])
  case members([ArrowCell])
}

/// Values of consecutive columns, made once to be appended to many rows. They lie in two arrays, so that no references
/// are counted when they are appended.
struct ArrowCells {
  /// A value. The elements of a list and the members of an object follow it.
  enum Slot: BitwiseCopyable {
    case absent
    case bits(UInt64)
    case truth(Bool)
    /// The place in ``octets``.
    case octets(first: Int, end: Int)
    case list(count: Int)
    case members(count: Int)
  }

  private(set) var slots: [Slot] = []
  private(set) var octets: [UInt8] = []
  /// About how many octets they take in a batch.
  private(set) var weight = 0

  init(_ cells: [ArrowCell]) {
    for cell in cells { append(cell) }
  }

  private mutating func append(_ cell: ArrowCell) {
    switch cell {
    case .absent:
      slots.append(.absent)
      weight += 1
    case .bits(let bits):
      slots.append(.bits(bits))
      weight += 8
    case .truth(let truth):
      slots.append(.truth(truth))
      weight += 1
    case .octets(let content):
      weight += 4 + content.count
      slots.append(.octets(first: octets.count, end: octets.count + content.count))
      octets += content
    case .list(let cells):
      slots.append(.list(count: cells.count))
      weight += 4
      for cell in cells { append(cell) }
    case .members(let cells):
      slots.append(.members(count: cells.count))
      for cell in cells { append(cell) }
    }
  }
}
