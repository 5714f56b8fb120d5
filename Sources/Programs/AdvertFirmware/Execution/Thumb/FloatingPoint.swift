/// The floating-point unit, as far as compilers use it: moves, and the arithmetic of single precision (Armv7-M Architecture
/// Reference Manual, A6).
extension ThumbProcessor {
  mutating func coprocessor(_ first: UInt32, _ second: UInt32, at address: UInt32) -> Event {
    let isDouble = second & 0x100 != 0
    guard second >> 9 & 7 == 5 else { return .undefined }
    let low = first >> 6 & 1
    // The target register of most instructions: D and its four bits, in an order that depends on its size.
    let register = isDouble ? low << 4 | second >> 12 & 15 : (second >> 12 & 15) << 1 | low
    switch first >> 8 & 15 {
    case 0b1100, 0b1101: return floatTransfer(first, second, at: address, register, isDouble)
    case 0b1110:
      if second & 0x10 != 0 { return move(first, second, isDouble) }
      return isDouble ? .undefined : arithmetic(first, second, Int(register))
    default: return .undefined
    }
  }

  private mutating func floatTransfer(
    _ first: UInt32, _ second: UInt32, at address: UInt32, _ register: UInt32, _ isDouble: Bool
  ) -> Event {
    let base = first & 15
    let isLoad = first & 0x10 != 0
    let (isDown, isIndexed, writesBack) = (first & 0x80 == 0, first & 0x100 != 0, first & 0x20 != 0)
    let distance = (second & 0xFF) << 2
    let start = base == 15 ? (address &+ 4) & ~3 : registers[Int(base)]
    // Two general registers and two single ones, or one double register.
    if first & 0x1E0 == 0x040 {
      let place = isDouble ? (second & 15 | (second & 0x20) >> 1) << 1 : (second & 15) << 1 | second >> 5 & 1
      guard place < 31 else { return .undefined }
      for (offset, general) in [(UInt32(0), second >> 12 & 15), (1, first & 15)] {
        if isLoad {
          set(general, floats[Int(place + offset)])
        } else {
          floats[Int(place + offset)] = registers[Int(general)]
        }
      }
      return .none
    }
    let count = isIndexed && !writesBack ? (isDouble ? 2 : 1) : second & 0xFF
    let place = isIndexed && !writesBack || isDown ? (isDown ? start &- distance : start &+ distance) : start
    let firstRegister = isDouble ? register << 1 : register
    guard firstRegister + count <= 32 else { return .undefined }
    var position = place
    for index in firstRegister..<firstRegister + count {
      if isLoad {
        guard let value = memory.load(position, size: 4) else { return .outOfMemory }
        floats[Int(index)] = value
      } else if !memory.store(floats[Int(index)], at: position, size: 4) {
        return .outOfMemory
      }
      position &+= 4
    }
    if writesBack { set(base, isDown ? start &- distance : start &+ distance) }
    return .none
  }

  /// Moves between a general register and a single one, or the flags of comparisons.
  private mutating func move(_ first: UInt32, _ second: UInt32, _ isDouble: Bool) -> Event {
    let general = second >> 12 & 15
    let isToGeneral = first & 0x10 != 0
    if first & 0xEF == 0xE1 {
      // Of the status, only the flags are kept.
      if isToGeneral, general == 15 { flags = floatFlags } else if isToGeneral { set(general, 0) }
      return .none
    }
    if isDouble {
      // Half of a double register.
      let place = Int((first & 15 | (second & 0x80) >> 3) << 1 | first >> 5 & 1)
      guard place < 32, first & 0xC0 == 0 else { return .undefined }
      if isToGeneral { set(general, floats[place]) } else { floats[place] = registers[Int(general)] }
      return .none
    }
    guard first & 0xE0 == 0 else { return .undefined }
    let place = Int((first & 15) << 1 | second >> 7 & 1)
    if isToGeneral { set(general, floats[place]) } else { floats[place] = registers[Int(general)] }
    return .none
  }

  private mutating func arithmetic(_ first: UInt32, _ second: UInt32, _ target: Int) -> Event {
    let one = Float(bitPattern: floats[Int((first & 15) << 1 | second >> 7 & 1)])
    let source = Int((second & 15) << 1 | second >> 5 & 1)
    let other = Float(bitPattern: floats[source])
    let isOther = second & 0x40 != 0
    let own = Float(bitPattern: floats[target])
    // All values that are not a number have one form here (A2.5.4).
    func put(_ value: Float) { floats[target] = value.isNaN ? 0x7FC0_0000 : value.bitPattern }
    switch first >> 4 & 0b1011 {
    case 0b0000: put(isOther ? own - one * other : own + one * other)
    case 0b0001: put(isOther ? -own - one * other : -own + one * other)
    case 0b0010: put(isOther ? -(one * other) : one * other)
    case 0b0011: put(isOther ? one - other : one + other)
    case 0b1000 where !isOther: put(one / other)
    case 0b1010, 0b1001:
      let product = isOther ? -one : one
      put((first >> 4 & 1 == 1 ? -own : own).addingProduct(product, other))
    case 0b1011:
      guard isOther else {
        // A constant of eight bits (A6.4.1).
        let octet = (first & 15) << 4 | second & 15
        floats[target] =
          (octet & 0x80) << 24 | (octet & 0x40 == 0 ? 0x4000_0000 : 0x3E00_0000) | (octet & 0x3F) << 19
        return .none
      }
      return special(first & 15, isSecond: second & 0x80 != 0, target, source)
    default: return .undefined
    }
    return .none
  }

  /// Executes operations on one register, comparisons and conversions.
  private mutating func special(_ operation: UInt32, isSecond: Bool, _ target: Int, _ source: Int) -> Event {
    let (own, other) = (Float(bitPattern: floats[target]), Float(bitPattern: floats[source]))
    switch operation {
    case 0: floats[target] = isSecond ? floats[source] & 0x7FFF_FFFF : floats[source]
    case 1: floats[target] = isSecond ? other.squareRoot().bitPattern : floats[source] ^ 0x8000_0000
    case 4, 5:
      let compared = operation == 5 ? 0 : other
      floatFlags = Flags(
        isNegative: own < compared, isZero: own == compared, hasCarry: !(own < compared),
        hasOverflow: own.isNaN || compared.isNaN)
    case 8:
      floats[target] =
        (isSecond ? Float(Int32(bitPattern: floats[source])) : Float(floats[source])).bitPattern
    case 12: floats[target] = UInt32(exactly: Self.bounded(other, 0...4_294_967_295, isSecond)) ?? 0
    case 13:
      floats[target] = UInt32(
        bitPattern: Int32(exactly: Self.bounded(other, -2_147_483_648...2_147_483_647, isSecond)) ?? 0)
    default: return .undefined
    }
    return .none
  }

  /// Returns a whole number within limits; 0 for a value that is not a number.
  private static func bounded(_ value: Float, _ limits: ClosedRange<Double>, _ isTowardZero: Bool) -> Double {
    guard !value.isNaN else { return 0 }
    let rounded = Double(value).rounded(isTowardZero ? .towardZero : .toNearestOrEven)
    return min(max(rounded, limits.lowerBound), limits.upperBound)
  }
}
