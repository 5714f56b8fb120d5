/// What a processor with Thumb reads first: where its stack is, and where its code begins.
///
/// Source: Armv7-M Architecture Reference Manual, B1.5.3.
struct VectorTable: Hashable {
  /// Where it lies.
  var address: UInt32
  var stack: UInt32
  /// The first instruction.
  var reset: UInt32

  /// Octets of the part that all processors have.
  static let size = 64
  /// RAM of the microcontrollers with a radio.
  private static let ram: Range<UInt32> = 0x2000_0000..<0x2010_0000

  /// The words of one that lie at a place; `nil` where others do. Handlers are odd, or zero where there is none: that of
  /// the reset and those of the faults that nothing can turn off are there.
  ///
  /// - Parameter distance: the most octets between two handlers.
  static func words(_ octets: [UInt8], at place: Int, distance: Int) -> [UInt32]? {
    guard place >= 0, place + size <= octets.count else { return nil }
    func word(_ index: Int) -> UInt32 {
      let start = place + 4 * index
      return UInt32(octets[start]) | UInt32(octets[start + 1]) << 8 | UInt32(octets[start + 2]) << 16
        | UInt32(octets[start + 3]) << 24
    }
    guard ram.contains(word(0)), (1...3).allSatisfy({ word($0) & 1 == 1 && word($0) < ram.lowerBound }) else {
      return nil
    }
    let words = (0..<16).map(word)
    let handlers = [1, 2, 3, 4, 5, 6, 11, 12, 14, 15].map { words[$0] }.filter { $0 != 0 }
    guard handlers.allSatisfy({ $0 & 1 == 1 && $0 < ram.lowerBound }),
      let first = handlers.min(), let last = handlers.max(), Int(last - first) < distance
    else { return nil }
    return words
  }

  /// Those of a part of flash whose handlers all lie in it, in the order of their addresses.
  static func all(in octets: [UInt8], from start: UInt32) -> [VectorTable] {
    let end = UInt64(start) + UInt64(octets.count)
    let first = (Int(start) + alignment - 1) / alignment * alignment - Int(start)
    return stride(from: first, to: octets.count, by: alignment).compactMap { place in
      guard let words = words(octets, at: place, distance: octets.count),
        words[1...3].allSatisfy({ $0 > start && UInt64($0) < end })
      else { return nil }
      return VectorTable(address: start + UInt32(place), stack: words[0] & ~7, reset: words[1] & ~1)
    }
  }

  /// Smaller tables than those of these processors would be aligned to less.
  private static let alignment = 0x100
}
