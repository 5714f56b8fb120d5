/// Instructions of 16 bits, each of which expands to one of 32 bits (The RISC-V Instruction Set Manual, volume I, 26).
extension RISCVProcessor {
  /// Returns the expansion of a compressed instruction; `nil` for one that is reserved, or of the floating-point unit.
  static func expanded(_ code: UInt32) -> UInt32? {
    // Three bits can name the registers 8 to 15.
    let (low, high) = (8 + (code >> 2 & 7), 8 + (code >> 7 & 7))
    let (source, target) = (code >> 2 & 31, code >> 7 & 31)
    // Collects the bits of a number, from the lowest, with their places in the code.
    func number(_ places: (bit: UInt32, place: UInt32, count: UInt32)...) -> UInt32 {
      places.reduce(0) { $0 | (code >> $1.place & (1 << $1.count - 1)) << $1.bit }
    }
    let immediate = extended(number((0, 2, 5), (5, 12, 1)), bits: 6)
    let word = number((2, 6, 1), (3, 10, 3), (6, 5, 1))
    switch (code & 3, code >> 13 & 7) {
    case (0, 0):
      let distance = number((2, 6, 1), (3, 5, 1), (4, 11, 2), (6, 7, 4))
      return distance == 0 ? nil : ofImmediate(0x13, low, 0, stackPointer, distance)
    case (0, 2): return ofImmediate(0x03, low, 2, high, word)
    case (0, 6): return ofStore(high, low, word)
    case (1, 0): return ofImmediate(0x13, target, 0, target, immediate)
    case (1, 1), (1, 5):
      let distance = number((1, 3, 3), (4, 11, 1), (5, 2, 1), (6, 7, 1), (7, 6, 1), (8, 9, 2), (10, 8, 1), (11, 12, 1))
      return ofJump(extended(distance, bits: 12), linking: code >> 15 & 1 == 0 ? linkRegister : 0)
    case (1, 2): return ofImmediate(0x13, target, 0, 0, immediate)
    case (1, 3):
      guard immediate != 0 else { return nil }
      guard target == stackPointer else { return (immediate << 12) | target << 7 | 0x37 }
      let distance = extended(number((4, 6, 1), (5, 2, 1), (6, 5, 1), (7, 3, 2), (9, 12, 1)), bits: 10)
      return ofImmediate(0x13, target, 0, target, distance)
    case (1, 4): return ofArithmetic(code, high, low, immediate)
    case (1, 6), (1, 7):
      let distance = extended(number((1, 3, 2), (3, 10, 2), (5, 2, 1), (6, 5, 2), (8, 12, 1)), bits: 9)
      return ofBranch(code >> 13 & 1, high, distance)
    case (2, 0): return code >> 12 & 1 == 1 ? nil : ofImmediate(0x13, target, 1, target, source)
    case (2, 2):
      let distance = number((2, 4, 3), (5, 12, 1), (6, 2, 2))
      return target == 0 ? nil : ofImmediate(0x03, target, 2, stackPointer, distance)
    case (2, 4):
      let isSum = code >> 12 & 1 == 1
      if source != 0 { return source << 20 | (isSum ? target : 0) << 15 | target << 7 | 0x33 }
      if target != 0 { return ofImmediate(0x67, isSum ? linkRegister : 0, 0, target, 0) }
      return isSum ? 0x0010_0073 : nil
    case (2, 6): return ofStore(stackPointer, source, number((2, 9, 4), (6, 7, 2)))
    default: return nil
    }
  }

  /// Expands shifts and `andi`, or an operation on two registers.
  private static func ofArithmetic(_ code: UInt32, _ target: UInt32, _ source: UInt32, _ immediate: UInt32) -> UInt32? {
    let isLong = code >> 12 & 1 == 1
    switch code >> 10 & 3 {
    case 0, 1:
      return isLong ? nil : ofImmediate(0x13, target, 5, target, (code >> 10 & 1) << 10 | immediate & 31)
    case 2: return ofImmediate(0x13, target, 7, target, immediate)
    default:
      guard !isLong else { return nil }
      let operation = source << 20 | target << 15 | target << 7 | 0x33
      switch code >> 5 & 3 {
      case 0: return operation | 0x20 << 25
      case 1: return operation | 4 << 12
      case 2: return operation | 6 << 12
      default: return operation | 7 << 12
      }
    }
  }

  private static func ofImmediate(
    _ operation: UInt32, _ target: UInt32, _ form: UInt32, _ source: UInt32, _ immediate: UInt32
  ) -> UInt32 {
    immediate << 20 | source << 15 | form << 12 | target << 7 | operation
  }

  private static func ofStore(_ base: UInt32, _ source: UInt32, _ distance: UInt32) -> UInt32 {
    (distance >> 5) << 25 | source << 20 | base << 15 | 2 << 12 | (distance & 31) << 7 | 0x23
  }

  private static func ofJump(_ distance: UInt32, linking target: UInt32) -> UInt32 {
    (distance >> 20 & 1) << 31 | (distance >> 1 & 0x3FF) << 21 | (distance >> 11 & 1) << 20 | (distance >> 12 & 0xFF)
      << 12
      | target << 7 | 0x6F
  }

  /// Returns a comparison with zero.
  private static func ofBranch(_ condition: UInt32, _ source: UInt32, _ distance: UInt32) -> UInt32 {
    (distance >> 12 & 1) << 31 | (distance >> 5 & 0x3F) << 25 | source << 15 | condition << 12
      | (distance >> 1 & 15) << 8 | (distance >> 11 & 1) << 7 | 0x63
  }
}
