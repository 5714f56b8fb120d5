/// Calls of functions that the compiler has inlined into their caller (DWARF 5, 3.3.8): an instruction of such a
/// function has a line in that function, and one in each function around it.
struct InlinedCalls {
  /// One call, with its place in the source.
  struct Call {
    /// The offset of the entry in the debug information, which is unique.
    let entry: Int
    let file: String?
    let line: Int
  }

  /// The calls around an instruction, by its address, the outermost first.
  private var calls: [UInt64: [Call]] = [:]

  /// - Parameter lines: the lines of some instructions.
  init(around lines: SourceLines, _ debug: DebugInformation) {
    for (table, addresses) in lines.addressesByTable {
      guard let unit = debug.unit(withLineTable: table) else { continue }
      var cursor = unit.cursor(at: unit.firstEntry)
      while !cursor.isAtEnd {
        // Entries inside another entry come after it.
        guard let entry = unit.entry(&cursor), entry.tag == DebugTag.inlined, let line = entry.callLine else {
          continue
        }
        for range in debug.addresses(of: entry, in: unit) {
          for address in addresses where range.contains(address) {
            let file = entry.callFile.flatMap { debug.sourceFile($0, of: unit) }
            calls[address, default: []].append(Call(entry: entry.offset, file: file, line: Int(clamping: line)))
          }
        }
      }
    }
  }

  /// The calls around an instruction, the outermost first.
  subscript(_ address: UInt64) -> [Call] { calls[address] ?? [] }
}

extension DebugInformation {
  private static let maximumRanges = 4096

  /// Returns the addresses of the instructions of an entry (DWARF 5, 2.17).
  func addresses(of entry: DebugUnit.Entry, in unit: DebugUnit) -> [Range<UInt64>] {
    if let ranges = entry.ranges { return unit.version >= 5 ? list(ranges, unit) : pairs(ranges, unit) }
    guard let low = entry.lowAddress.flatMap({ address($0, of: unit) }), let high = entry.highAddress else { return [] }
    let end =
      if case .number(let count) = high { low.addingReportingOverflow(count).partialValue } else {
        address(high, of: unit)
      }
    return end.flatMap { $0 > low ? [low..<$0] : nil } ?? []
  }

  private func address(_ value: DebugUnit.CodeAddress, of unit: DebugUnit) -> UInt64? {
    switch value {
    case .address(let address), .number(let address): address
    case .indexed(let index): address(index: index, of: unit)
    }
  }

  /// Reads pairs of addresses, from versions 2 to 4.
  private func pairs(_ place: DebugUnit.RangesPlace, _ unit: DebugUnit) -> [Range<UInt64>] {
    guard case .offset(let offset) = place, var cursor = cursor(in: ".debug_ranges", at: offset) else { return [] }
    var base = unit.lowAddress.flatMap { address($0, of: unit) } ?? 0
    let mark: UInt64 = unit.addressSize == 8 ? .max : 1 << UInt64(8 * unit.addressSize) - 1
    var found: [Range<UInt64>] = []
    while !cursor.isAtEnd, found.count < Self.maximumRanges {
      let (start, end) = (cursor.number(unit.addressSize), cursor.number(unit.addressSize))
      if start == 0, end == 0 { break }
      if start == mark {
        base = end
      } else if start < end {
        found.append(base &+ start..<max(base &+ end, base &+ start))
      }
    }
    return found
  }

  /// Reads a list of ranges, from version 5 (7.25).
  private func list(_ place: DebugUnit.RangesPlace, _ unit: DebugUnit) -> [Range<UInt64>] {
    let section = ".debug_rnglists"
    var offset: UInt64
    switch place {
    case .offset(let place): offset = place
    case .indexed(let index):
      let (distance, overflow) = index.multipliedReportingOverflow(by: UInt64(unit.offsetSize))
      guard !overflow, var entry = cursor(in: section, at: unit.rangesBase &+ distance) else { return [] }
      offset = unit.rangesBase &+ entry.number(unit.offsetSize)
    }
    guard var cursor = cursor(in: section, at: offset) else { return [] }
    var base = unit.lowAddress.flatMap { address($0, of: unit) } ?? 0
    var found: [Range<UInt64>] = []
    func indexed() -> UInt64 { address(index: cursor.variable(), of: unit) ?? 0 }
    while !cursor.isAtEnd, found.count < Self.maximumRanges {
      var (start, end): (UInt64, UInt64) = (0, 0)
      switch cursor.octet() {
      case 1: base = indexed()
      case 2: (start, end) = (indexed(), indexed())
      case 3:
        start = indexed()
        end = start &+ cursor.variable()
      case 4:
        start = base &+ cursor.variable()
        end = base &+ cursor.variable()
      case 5: base = cursor.number(unit.addressSize)
      case 6: (start, end) = (cursor.number(unit.addressSize), cursor.number(unit.addressSize))
      case 7:
        start = cursor.number(unit.addressSize)
        end = start &+ cursor.variable()
      default: return found
      }
      if start < end { found.append(start..<end) }
    }
    return found
  }
}
