/// The table that a processor with Thumb reads first, with the start of its stack and of its code.
///
/// Source: Armv7-M Architecture Reference Manual, B1.5.3.
struct VectorTable: Hashable {
  /// The address of the table.
  var address: UInt32
  var stack: UInt32
  /// The address of the first instruction.
  var reset: UInt32

  /// The number of octets of the part that all processors have.
  static let size = 64
  /// The number of words before those of the interrupts.
  static let exceptions: UInt32 = 16
  /// The RAM of microcontrollers with a radio.
  private static let ram: Range<UInt32> = 0x2000_0000..<0x2010_0000

  /// Returns the words of a vector table at a place; `nil` where there is none. Handlers are odd, or zero where there
  /// is none: the handlers of the reset and of the faults that cannot be disabled must exist.
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
      let first = handlers.min(), let last = handlers.max(), UInt64(last - first) < UInt64(distance)
    else { return nil }
    return words
  }

  /// Returns the tables in a part of flash whose handlers are all in it, in the order of their addresses.
  static func all(in octets: [UInt8], from start: UInt32) -> [VectorTable] {
    let end = UInt64(start) + UInt64(octets.count)
    let first = Int((alignment - start % alignment) % alignment)
    return stride(from: first, to: octets.count, by: Int(alignment)).compactMap { place in
      guard let words = words(octets, at: place, distance: octets.count),
        words[1...3].allSatisfy({ $0 > start && UInt64($0) < end })
      else { return nil }
      return VectorTable(address: start + UInt32(place), stack: words[0] & ~7, reset: words[1] & ~1)
    }
  }

  /// The alignment of the tables of these processors; only smaller tables could have less.
  private static let alignment: UInt32 = 0x100
}
