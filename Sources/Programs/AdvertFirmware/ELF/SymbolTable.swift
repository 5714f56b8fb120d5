internal import AdvertisingData

/// The table of symbols of an ELF file, read in stretches: a large image has millions of them.
struct SymbolTable {
  let names: ImageBytes
  private let entries: ImageBytes
  private let file: ELFFile

  /// One symbol.
  struct Entry {
    /// The offset of its name in ``SymbolTable/names``.
    var name: UInt64
    var kind: UInt64
    var isLocal: Bool
    /// Whether, as far as the image shows, only the image itself uses the symbol.
    var isHidden: Bool
    var section: Int
    var value: UInt64
    var size: UInt64
  }

  /// Opens the table; `nil` when the file has none, or one that cannot be read.
  init?(_ file: ELFFile) {
    let table =
      file.sections.first { $0.type == Self.symbolTable } ?? file.sections.first { $0.type == Self.dynamicSymbols }
    guard let table, file.sections.indices.contains(table.link), let entries = file.contents(of: table),
      let names = file.contents(of: file.sections[table.link])
    else { return nil }
    self.entries = entries
    self.names = names
    self.file = file
    guard table.entrySize == UInt64(entrySize) || table.entrySize == 0 else { return nil }
  }

  private var entrySize: Int { file.is64 ? 24 : 16 }

  private static let symbolTable: UInt64 = 2
  private static let dynamicSymbols: UInt64 = 11
  /// The number of entries that are read together.
  private static let stretch = 1 << 13

  /// Passes the symbols to a function in the order of the table.
  func eachEntry(_ body: (Entry) -> Void) {
    let size = entrySize
    let count = entries.count / size
    var next = 0
    while next < count {
      let stretch = min(count - next, Self.stretch)
      guard let octets = entries.octets(at: UInt64(next * size), count: UInt64(stretch * size)) else { return }
      for index in 0..<stretch {
        func field(_ offset32: Int, _ offset64: Int, _ size: Int) -> UInt64 {
          let start = index * entrySize + (file.is64 ? offset64 : offset32)
          return file.order.number(of: octets[start..<start + size])
        }
        let info = field(12, 4, 1)
        body(
          Entry(
            name: field(0, 0, 4), kind: info & 0xF, isLocal: info >> 4 == 0,
            isHidden: 1...2 ~= field(13, 5, 1) & 3, section: Int(field(14, 6, 2)),
            value: field(4, 8, file.addressSize), size: field(8, 16, file.addressSize)))
      }
      next += stretch
    }
  }
}
