/// The program headers of an ELF file, which describe how it is loaded.
///
/// Source: System V Application Binary Interface, chapter 5 (program header).
extension ELFFile {
  /// A part of the file that is loaded into memory as a whole.
  struct LoadedPart {
    /// The address at which the program uses the part.
    var address: UInt64
    /// The address of the part before the program runs: in flash, even if the program copies the part to RAM.
    var loadAddress: UInt64
    var offset: UInt64
    /// The number of its octets in the file.
    var size: UInt64
    var isWritable: Bool
    var isExecutable: Bool
  }

  private static let maximumParts: UInt64 = 256
  private static let loaded: UInt64 = 1

  /// The parts that are loaded and have octets in the file, in its order.
  var loadedParts: [LoadedPart] {
    let wide = is64 ? 8 : 4
    guard let table = bytes.number(at: is64 ? 32 : 28, size: wide, order), table > 0,
      let entrySize = bytes.number(at: is64 ? 54 : 42, size: 2, order), entrySize >= (is64 ? 56 : 32),
      let count = bytes.number(at: is64 ? 56 : 44, size: 2, order)
    else { return [] }
    return (0..<min(count, Self.maximumParts)).compactMap { index in
      func field(_ offset32: UInt64, _ offset64: UInt64, _ size: Int) -> UInt64? {
        let (place, overflow) = table.addingReportingOverflow(index * entrySize + (is64 ? offset64 : offset32))
        return overflow ? nil : bytes.number(at: place, size: size, order)
      }
      guard field(0, 0, 4) == Self.loaded, let offset = field(4, 8, wide), let address = field(8, 16, wide),
        let loadAddress = field(12, 24, wide), let size = field(16, 32, wide), size > 0, let flags = field(24, 4, 4)
      else { return nil }
      return LoadedPart(
        address: address, loadAddress: loadAddress, offset: offset, size: size, isWritable: flags & 2 != 0,
        isExecutable: flags & 1 != 0)
    }
  }

  /// The address of the first instruction.
  var entry: UInt64? { bytes.number(at: 24, size: is64 ? 8 : 4, order) }
}
