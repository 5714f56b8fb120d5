/// The floating-point unit: loads, stores, moves, and operations whose result in IEEE 754 does not depend on the
/// rounding. Instructions that approximate a division or a root are not supported.
///
/// Source: Xtensa ISA Reference Manual, Floating-Point Coprocessor Option.
extension XtensaProcessor {
  /// Executes loads and stores at the sum of two registers.
  mutating func loadFloat(_ code: XtensaInstruction) -> Event {
    guard code.second & 10 == 0 else { return .undefined }
    let base = self[code.s]
    let place = base &+ self[code.t]
    return access(code.r, at: place, isStore: code.second & 4 != 0, updating: code.second & 1 != 0 ? code.s : nil)
  }

  /// Executes loads and stores at a distance from the address in a register.
  mutating func loadFloatBeside(_ code: XtensaInstruction) -> Event {
    guard code.r & 3 == 0 else { return .undefined }
    let place = self[code.s] &+ code.immediate << 2
    return access(code.t, at: place, isStore: code.r & 4 != 0, updating: code.r & 8 != 0 ? code.s : nil)
  }

  private mutating func access(_ float: UInt32, at place: UInt32, isStore: Bool, updating register: UInt32?) -> Event {
    if isStore {
      guard memory.store(floats[Int(float)], at: place, size: 4) else { return .outOfMemory }
    } else {
      guard let word = memory.load(place, size: 4) else { return .outOfMemory }
      floats[Int(float)] = word
    }
    if let register { self[register] = place }
    return .none
  }

  private func number(_ register: UInt32) -> Float { Float(bitPattern: floats[Int(register)]) }

  /// Executes sums, products, conversions and moves.
  mutating func computeFloat(_ code: XtensaInstruction) -> Event {
    let (one, other) = (number(code.s), number(code.t))
    // Conversions multiply by a power of two, or divide by it.
    let scale = Float(sign: .plus, exponent: Int(code.t), significand: 1)
    // Hosts have different values that are not a number.
    func set(_ value: Float) { floats[Int(code.r)] = value.isNaN ? 0x7FC0_0000 : value.bitPattern }
    switch code.second {
    case 0: set(one + other)
    case 1: set(one - other)
    case 2: set(one * other)
    case 4: set(number(code.r).addingProduct(one, other))
    case 5: set(number(code.r).addingProduct(-one, other))
    case 8: self[code.r] = Self.whole((one * scale).rounded(.toNearestOrEven))
    case 9: self[code.r] = Self.whole((one * scale).rounded(.towardZero))
    case 10: self[code.r] = Self.whole((one * scale).rounded(.down))
    case 11: self[code.r] = Self.whole((one * scale).rounded(.up))
    case 12: set(Float(Int32(bitPattern: self[code.s])) / scale)
    case 13: set(Float(self[code.s]) / scale)
    case 15:
      switch code.t {
      case 0: floats[Int(code.r)] = one.bitPattern
      case 1: floats[Int(code.r)] = one.bitPattern & 0x7FFF_FFFF
      case 4: self[code.r] = one.bitPattern
      case 5: floats[Int(code.r)] = self[code.s]
      case 6: floats[Int(code.r)] = one.bitPattern ^ 0x8000_0000
      default: return .undefined
      }
    default: return .undefined
    }
    return .none
  }

  /// Returns the nearest whole number of 32 bits.
  private static func whole(_ number: Float) -> UInt32 {
    if number.isNaN { return 0x7FFF_FFFF }
    return UInt32(bitPattern: number >= 0x1p31 ? .max : number < -0x1p31 ? .min : Int32(number))
  }

  /// Executes comparisons, whose results are booleans, and conditional moves.
  mutating func compareFloat(_ code: XtensaInstruction) -> Event {
    let (one, other) = (number(code.s), number(code.t))
    let isUnordered = one.isNaN || other.isNaN
    switch code.second {
    case 1: set(boolean: code.r, isUnordered)
    case 2: set(boolean: code.r, one == other)
    case 3: set(boolean: code.r, isUnordered || one == other)
    case 4: set(boolean: code.r, one < other)
    case 5: set(boolean: code.r, isUnordered || one < other)
    case 6: set(boolean: code.r, one <= other)
    case 7: set(boolean: code.r, isUnordered || one <= other)
    case 8...11:
      if Self.holds(code.second, self[code.t]) { floats[Int(code.r)] = one.bitPattern }
    case 12, 13:
      if state.booleans >> code.t & 1 == code.second & 1 { floats[Int(code.r)] = one.bitPattern }
    default: return .undefined
    }
    return .none
  }
}
