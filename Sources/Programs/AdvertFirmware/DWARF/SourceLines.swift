internal import AdvertisingData

/// The lines of the source from which the instructions at some addresses were compiled (DWARF 5, 6.2).
struct SourceLines {
  private static let longestTable: UInt64 = 1 << 30

  private let addresses: [UInt64]
  /// The line, the number of its file, and the table with the file, by address.
  private var found: [UInt64: (table: UInt64, file: UInt64, line: Int)] = [:]

  /// - Parameter addresses: the addresses of instructions, in any order.
  init(of addresses: [UInt64], _ debug: DebugInformation) {
    self.addresses = addresses.sorted()
    guard !addresses.isEmpty else { return }
    var offset: UInt64 = 0
    while let head = debug.lineTable(at: offset, most: 12) {
      var cursor = head
      let (length, _) = cursor.unitLength()
      let size = UInt64(cursor.position - head.position)
      guard length > 0, length < Self.longestTable, debug.spend(Int(length)),
        let table = debug.lineTable(at: offset, most: Int(size + length))
      else { return }
      run(table, of: offset, length: Int(size + length))
      offset += size + length
    }
  }

  /// The addresses with known lines, by the table that has their files.
  var addressesByTable: [UInt64: [UInt64]] {
    Dictionary(grouping: found.keys.sorted()) { found[$0]?.table ?? 0 }
  }

  /// Returns the path of the source file as the compiler received it, and the line.
  func place(of address: UInt64, _ debug: DebugInformation) -> (file: String?, line: Int)? {
    guard let found = found[address] else { return nil }
    let unit = debug.unit(withLineTable: found.table)
    return (unit.flatMap { debug.sourceFile(found.file, of: $0) }, found.line)
  }

  private struct Row {
    var address: UInt64 = 0
    var file: UInt64 = 1
    var line: Int64 = 1
  }

  /// The header of a table, with the settings for its program.
  private struct Header {
    var least: UInt64
    var lineBase: Int64
    var lineRange: Int64
    var operandCounts: [UInt8]
  }

  /// Runs the program of a table, which produces a row for each stretch of instructions.
  private mutating func run(_ table: DebugCursor, of offset: UInt64, length: Int) {
    var cursor = table
    cursor.end = min(table.position + length, cursor.end)
    guard let header = Self.header(&cursor) else { return }
    var (row, last) = (Row(), Row?.none)
    func take(_ row: Row, in lines: inout SourceLines) {
      if let before = last { lines.take(before, until: row.address, offset) }
      last = row
    }
    while !cursor.isAtEnd {
      let operation = cursor.octet()
      switch operation {
      case 0:
        let count = cursor.variable()
        guard count > 0, let range = cursor.take(count) else { return }
        var inner = DebugCursor(cursor.octets, cursor.order, at: range.lowerBound, end: range.upperBound)
        switch inner.octet() {
        case 1:
          take(row, in: &self)
          (row, last) = (Row(), nil)
        case 2: row.address = inner.number(min(range.count - 1, 8))
        default: break
        }
      case 1: take(row, in: &self)
      case 2: row.address &+= cursor.variable() &* header.least
      case 3: row.line &+= cursor.signedVariable()
      case 4: row.file = cursor.variable()
      case 5, 12: _ = cursor.variable()
      case 8: row.address &+= UInt64((255 - Int64(header.operandCounts.count + 1)) / header.lineRange) &* header.least
      case 9: row.address &+= cursor.number(2)
      case _ where Int(operation) <= header.operandCounts.count:
        for _ in 0..<header.operandCounts[Int(operation) - 1] { _ = cursor.variable() }
      default:
        let special = Int64(operation) - Int64(header.operandCounts.count + 1)
        row.address &+= UInt64(special / header.lineRange) &* header.least
        row.line &+= header.lineBase + special % header.lineRange
        take(row, in: &self)
      }
    }
  }

  private static func header(_ cursor: inout DebugCursor) -> Header? {
    let (_, offsetSize) = cursor.unitLength()
    let version = cursor.number(2)
    guard 2...5 ~= version else { return nil }
    if version >= 5 { cursor.skip(2) }
    let length = cursor.number(offsetSize)
    guard length <= UInt64(cursor.end - cursor.position) else { return nil }
    let start = cursor.position + Int(length)
    let least = cursor.number(1)
    cursor.skip(version >= 4 ? 2 : 1)
    let lineBase = Int64(Int8(bitPattern: cursor.octet()))
    let lineRange = Int64(cursor.octet())
    let operations = cursor.octet()
    let operandCounts = (1..<max(operations, 1)).map { _ in cursor.octet() }
    guard lineRange > 0, operations > 0, !cursor.isPastEnd else { return nil }
    cursor.position = start
    return Header(least: least, lineBase: lineBase, lineRange: lineRange, operandCounts: operandCounts)
  }

  /// Notes a row for the addresses from its own up to the next row's.
  private mutating func take(_ row: Row, until end: UInt64, _ table: UInt64) {
    guard row.address < end, row.line > 0 else { return }
    let first = addresses.indices.partitioningIndex { addresses[$0] >= row.address }
    for address in addresses[first...].prefix(while: { $0 < end }) {
      found[address] = found[address] ?? (table, row.file, Int(clamping: row.line))
    }
  }
}
