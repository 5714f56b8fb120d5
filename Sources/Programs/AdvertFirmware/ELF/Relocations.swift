internal import AdvertisingData

/// The values that the linker would write into the sections of a relocatable object, and those that the loader writes
/// into a position-independent program.
///
/// Sources: the ABI supplements of the processors (ELF for the Arm Architecture, RISC-V ELF psABI, AArch64 ELF, the
/// System V supplements for i386, AMD64 and MIPS; Xtensa's are in its binary utilities).
struct Relocations {
  private let file: ELFFile
  /// The tables of relocations, by the section that they apply to.
  private var tables: [Int: [Int]] = [:]

  private static let withAddend: UInt64 = 4
  private static let withoutAddend: UInt64 = 9

  init(_ file: ELFFile) {
    self.file = file
    for (index, section) in file.sections.enumerated()
    where section.type == Self.withAddend || section.type == Self.withoutAddend {
      tables[section.info, default: []].append(index)
    }
  }

  /// An entry of a table.
  struct Entry {
    var offset: UInt64
    var symbol: Int
    var type: UInt64
    /// The addend; `nil` when it is at the place of the result.
    var addend: UInt64?
  }

  func forEach(in table: Int, _ body: (Entry) -> Void) {
    let section = file.sections[table]
    guard let entries = file.contents(of: section) else { return }
    let wide = file.addressSize
    let hasAddend = section.type == Self.withAddend
    let size = UInt64(wide * (hasAddend ? 3 : 2))
    for index in 0..<UInt64(entries.count) / size {
      func field(_ number: Int) -> UInt64 {
        entries.number(at: index * size + UInt64(number * wide), size: wide, file.order) ?? 0
      }
      let info = field(1)
      body(
        Entry(
          offset: field(0), symbol: Int(clamping: file.is64 ? info >> 32 : info >> 8),
          type: file.is64 ? info & 0xFFFF_FFFF : info & 0xFF, addend: hasAddend ? field(2) : nil))
    }
  }

  /// Writes the values of the linker into the contents of a section.
  func apply(to octets: inout [UInt8], of section: Int, symbols: [UInt64]) {
    for table in tables[section] ?? [] {
      var result = octets
      forEach(in: table) { entry in
        guard symbols.indices.contains(entry.symbol), let (size, operation) = operation(entry.type),
          let start = Int(exactly: entry.offset), start <= result.count - size
        else { return }
        let number = file.order.number(of: result[start..<start + size])
        // On Xtensa, a part of the addend is at the place of the result.
        let addend = (entry.addend ?? number) &+ (file.machine == .xtensa && entry.addend != nil ? number : 0)
        let target = symbols[entry.symbol] &+ addend
        let value =
          switch operation {
          case .set: target
          case .add: number &+ target
          case .subtract: number &- target
          }
        result.replaceSubrange(start..<start + size, with: file.order.octets(of: value, count: size))
      }
      octets = result
    }
  }

  private enum Operation {
    case set
    case add
    case subtract
  }

  /// Returns the number of octets to write, and their value. `nil` for relocations that do not occur in data.
  private func operation(_ type: UInt64) -> (size: Int, Operation)? {
    switch (file.machine, type) {
    case (.arm, 2), (.xtensa, 1), (.x86, 1), (.amd64, 10), (.amd64, 11), (.riscV, 1), (.mips, 2), (.aarch64, 258):
      (4, .set)
    case (.amd64, 1), (.riscV, 2), (.aarch64, 257), (.mips, 18): (8, .set)
    case (.riscV, 33): (1, .add)
    case (.riscV, 34): (2, .add)
    case (.riscV, 35): (4, .add)
    case (.riscV, 36): (8, .add)
    case (.riscV, 37): (1, .subtract)
    case (.riscV, 38): (2, .subtract)
    case (.riscV, 39): (4, .subtract)
    case (.riscV, 40): (8, .subtract)
    case (.riscV, 54): (1, .set)
    case (.riscV, 55): (2, .set)
    case (.riscV, 56): (4, .set)
    default: nil
    }
  }

  /// Returns the values that the linker would write into Thumb instructions, by their address: the called function, or
  /// the address of which the instruction loads a half.
  func instructions(bases: [UInt64], symbols: [UInt64]) -> [UInt64: UInt64] {
    guard file.isRelocatable, file.machine == .arm else { return [:] }
    var written: [UInt64: UInt64] = [:]
    for (section, tables) in tables where file.sections.indices.contains(section) && file.sections[section].isExecutable
    {
      for table in tables {
        forEach(in: table) { entry in
          guard symbols.indices.contains(entry.symbol) else { return }
          let address = bases[section] &+ entry.offset
          switch entry.type {
          // A call, or a jump. The lowest bit marks a function of Thumb.
          case 10, 30: written[address] = symbols[entry.symbol] & ~1
          case 47, 48: written[address] = symbols[entry.symbol]
          default: break
          }
        }
      }
    }
    return written
  }

  /// Returns the references to some symbols in the code of an object file, by the address.
  func references(to targets: Set<UInt64>, bases: [UInt64], symbols: [UInt64]) -> [UInt64: UInt64] {
    var references: [UInt64: UInt64] = [:]
    // On Xtensa, the addresses that code loads are beside it: the code also refers to the function itself.
    for (section, tables) in tables
    where file.sections.indices.contains(section) && file.sections[section].isExecutable
      && !file.sections[section].name.hasPrefix(".literal")
    {
      for table in tables {
        forEach(in: table) { entry in
          guard symbols.indices.contains(entry.symbol) else { return }
          let target = file.machine == .arm ? symbols[entry.symbol] & ~1 : symbols[entry.symbol]
          // On Arm, data between the functions can also refer to them.
          if targets.contains(target), file.machine != .arm || [10, 30].contains(entry.type) {
            references[bases[section] &+ entry.offset] = target
          }
        }
      }
    }
    return references
  }

  /// Returns the pointers that the loader writes into a position-independent program, by their addresses.
  func pointers() -> [UInt64: UInt64] {
    guard file.type == ELFFile.Kind.shared else { return [:] }
    var pointers: [UInt64: UInt64] = [:]
    for table in file.sections.indices
    where [Self.withAddend, Self.withoutAddend].contains(file.sections[table].type)
      && file.sections[table].isAllocated
    {
      forEach(in: table) { entry in
        // Without an addend, the pointer is already at its place.
        if let addend = entry.addend, entry.type == relative { pointers[entry.offset] = addend }
      }
    }
    return pointers
  }

  /// The type of relocation whose result is the addend, for a program that was linked for address 0.
  private var relative: UInt64? {
    switch file.machine {
    case .amd64, .x86: 8
    case .arm: 23
    case .aarch64: 1027
    case .riscV: 3
    default: nil
    }
  }
}
