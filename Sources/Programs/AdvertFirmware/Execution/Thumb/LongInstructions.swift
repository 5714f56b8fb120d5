/// Instructions of 32 bits that compute and branch (Armv7-M Architecture Reference Manual, A5.3).
extension ThumbProcessor {
  mutating func long(_ first: UInt32, _ second: UInt32, at address: UInt32) -> Event {
    switch first >> 9 & 15 {
    // 1110 100: several registers, two registers, exclusive ones, tables.
    case 0b0100: return severals(first, second, at: address)
    case 0b0101: return shiftedRegister(first, second, at: address)
    case 0b0110, 0b0111: return coprocessor(first, second, at: address)
    case 0b1000...0b1011:
      if second & 0x8000 != 0 { return branch(first, second, at: address) }
      return first & 0x200 == 0 ? modifiedImmediate(first, second, at: address) : immediate(first, second, at: address)
    case 0b1100: return single(first, second, at: address)
    case 0b1101: return first & 0x100 == 0 ? registersOnly(first, second) : multiplication(first, second)
    default: return coprocessor(first, second, at: address)
    }
  }

  // MARK: Data processing

  /// Returns a constant from its encoding in 12 bits, with its carry (A5.3.2).
  private func expanded(_ bits: UInt32) -> (value: UInt32, carry: Bool) {
    let octet = bits & 0xFF
    guard bits >> 10 == 0 else {
      let rotation = bits >> 7
      let value = (0x80 | bits & 0x7F) >> rotation | (0x80 | bits & 0x7F) << (32 - rotation)
      return (value, value >> 31 == 1)
    }
    switch bits >> 8 {
    case 0: return (octet, flags.hasCarry)
    case 1: return (octet << 16 | octet, flags.hasCarry)
    case 2: return (octet << 24 | octet << 8, flags.hasCarry)
    default: return (octet &* 0x0101_0101, flags.hasCarry)
    }
  }

  private static func bits(_ first: UInt32, _ second: UInt32) -> UInt32 {
    (first >> 10 & 1) << 11 | (second >> 12 & 7) << 8 | second & 0xFF
  }

  /// Executes operations with a constant that is a pattern of an octet (A5.3.1).
  private mutating func modifiedImmediate(_ first: UInt32, _ second: UInt32, at address: UInt32) -> Event {
    let (value, carry) = expanded(Self.bits(first, second))
    return process(
      first >> 5 & 15, source: first & 15, target: second >> 8 & 15, value, carry, setsFlags: first & 0x10 != 0,
      at: address)
  }

  /// Executes operations with a shifted register (A5.3.11).
  private mutating func shiftedRegister(_ first: UInt32, _ second: UInt32, at address: UInt32) -> Event {
    let count = (second >> 12 & 7) << 2 | second >> 6 & 3
    let other = registers[Int(second & 15)]
    // Two halves packed into one register.
    if first >> 5 & 15 == 6 {
      let value = shifted(other, kind: second >> 4 & 2, by: count).value
      let one = registers[Int(first & 15)]
      set(
        second >> 8 & 15,
        second & 0x20 == 0 ? value & 0xFFFF_0000 | one & 0xFFFF : one & 0xFFFF_0000 | value & 0xFFFF)
      return .none
    }
    let (value, carry) = shifted(other, kind: second >> 4 & 3, by: count)
    return process(
      first >> 5 & 15, source: first & 15, target: second >> 8 & 15, value, carry, setsFlags: first & 0x10 != 0,
      at: address)
  }

  private mutating func process(
    _ operation: UInt32, source: UInt32, target: UInt32, _ other: UInt32, _ carry: Bool, setsFlags: Bool,
    at address: UInt32
  ) -> Event {
    let one = source == 15 ? 0 : registers[Int(source)]
    // With the program counter as the target, the instruction only sets the flags; with it as the source, the operation
    // has one operand.
    let isTest = target == 15 && setsFlags
    var result: UInt32
    switch operation {
    case 0: result = one & other
    case 1: result = one & ~other
    case 2: result = source == 15 ? other : one | other
    case 3: result = source == 15 ? ~other : one | ~other
    case 4: result = one ^ other
    case 8, 10, 11, 13, 14:
      let base = operation == 8 || operation == 13 ? value(source, at: address) : one
      switch operation {
      case 8: result = add(base, other, carry: false, setsFlags: setsFlags)
      case 10: result = add(base, other, carry: flags.hasCarry, setsFlags: setsFlags)
      case 11: result = add(base, ~other, carry: flags.hasCarry, setsFlags: setsFlags)
      case 13: result = add(base, ~other, carry: true, setsFlags: setsFlags)
      default: result = add(~base, other, carry: true, setsFlags: setsFlags)
      }
      if !isTest { set(target, result) }
      return .none
    default: return .undefined
    }
    if setsFlags {
      setResult(result)
      flags.hasCarry = carry
    }
    if !isTest { set(target, result) }
    return .none
  }

  /// Executes operations with a constant of 12 or 16 bits, and on bit fields (A5.3.3).
  private mutating func immediate(_ first: UInt32, _ second: UInt32, at address: UInt32) -> Event {
    let (source, target) = (first & 15, second >> 8 & 15)
    let bits = Self.bits(first, second)
    let one = source == 15 ? (address &+ 4) & ~3 : registers[Int(source)]
    let low = (second >> 12 & 7) << 2 | second >> 6 & 3
    let width = (second & 31) + 1
    let mask: UInt32 = width == 32 ? .max : 1 << width - 1
    switch first >> 4 & 31 {
    case 0b00000: set(target, one &+ bits)
    case 0b01010: set(target, one &- bits)
    case 0b00100: set(target, source << 12 | bits)
    case 0b01100: set(target, registers[Int(target)] & 0xFFFF | (source << 12 | bits) << 16)
    case 0b10100:
      guard low + width <= 32 else { return .undefined }
      set(target, extended(one >> low & mask, bits: width))
    case 0b11100:
      guard low + width <= 32 else { return .undefined }
      set(target, one >> low & mask)
    case 0b10110:
      let last = second & 31
      guard last >= low else { return .undefined }
      let field: UInt32 = (last - low == 31 ? .max : 1 << (last - low + 1) - 1) << low
      let value = source == 15 ? 0 : one << low & field
      set(target, registers[Int(target)] & ~field | value)
    case 0b10000, 0b10010, 0b11000, 0b11010:
      return saturate(first, second, one, low)
    default: return .undefined
    }
    return .none
  }

  /// Executes SSAT and USAT. Those of two halves are not supported.
  private mutating func saturate(_ first: UInt32, _ second: UInt32, _ source: UInt32, _ count: UInt32) -> Event {
    guard first & 0x20 == 0 || count != 0 else { return .undefined }
    let value = Int64(Int32(bitPattern: shifted(source, kind: first >> 4 & 2, by: count).value))
    let isSigned = first & 0x80 == 0
    let bits = Int64(second & 31) + (isSigned ? 1 : 0)
    let one: Int64 = 1
    let limits = isSigned ? -(one << (bits - 1))...(one << (bits - 1)) - 1 : 0...(one << bits) - 1
    let result = min(max(value, limits.lowerBound), limits.upperBound)
    set(second >> 8 & 15, UInt32(truncatingIfNeeded: result))
    return .none
  }

  /// Executes shifts by a register, extensions, and instructions that reverse or count bits (A5.3.12 to A5.3.15).
  private mutating func registersOnly(_ first: UInt32, _ second: UInt32) -> Event {
    guard second & 0xF000 == 0xF000 else { return .undefined }
    let (source, target, last) = (first & 15, second >> 8 & 15, second & 15)
    let other = registers[Int(last)]
    if first & 0x80 == 0, second & 0x80 == 0 {
      guard second & 0x70 == 0 else { return .undefined }
      let (value, carry) = shifted(
        registers[Int(source)], Self.shift(ofKind: first >> 5 & 3), by: other & 0xFF)
      set(target, value)
      if first & 0x10 != 0 {
        setResult(value)
        flags.hasCarry = carry
      }
      return .none
    }
    if first & 0x80 == 0 {
      let rotated = shifted(other, .rotation, by: (second >> 4 & 3) << 3).value
      let base = source == 15 ? 0 : registers[Int(source)]
      switch first >> 4 & 7 {
      case 0: set(target, base &+ extended(rotated, bits: 16))
      case 1: set(target, base &+ rotated & 0xFFFF)
      case 4: set(target, base &+ extended(rotated, bits: 8))
      case 5: set(target, base &+ rotated & 0xFF)
      default: return .undefined
      }
      return .none
    }
    switch (first >> 4 & 7, second >> 4 & 15) {
    case (1, 0b1000...0b1011):
      guard let reversed = Self.reversed(other, second >> 4 & 3) else {
        // RBIT
        var bits: UInt32 = 0
        for bit in 0..<UInt32(32) { bits |= (other >> bit & 1) << (31 - bit) }
        set(target, bits)
        return .none
      }
      set(target, reversed)
    case (3, 0b1000): set(target, UInt32(other.leadingZeroBitCount))
    case (0, 0b0100), (4, 0b0100): set(target, ofOctets(registers[Int(source)], other, isSum: first & 0x40 == 0))
    case (2, 0b1000):
      // SEL: the octets of one register or another.
      var mask: UInt32 = 0
      for place in 0..<UInt32(4) where carries >> place & 1 == 1 { mask |= 0xFF << (8 * place) }
      set(target, registers[Int(source)] & mask | other & ~mask)
    default: return .undefined
    }
    return .none
  }

  /// Executes UADD8 and USUB8, with which libraries find the end of texts: four octets at once, each with its own
  /// carry.
  private mutating func ofOctets(_ one: UInt32, _ other: UInt32, isSum: Bool) -> UInt32 {
    var result: UInt32 = 0
    carries = 0
    for place in 0..<UInt32(4) {
      let (first, second) = (one >> (8 * place) & 0xFF, other >> (8 * place) & 0xFF)
      let octet = isSum ? first + second : 0x100 + first - second
      if octet > 0xFF { carries |= 1 << place }
      result |= (octet & 0xFF) << (8 * place)
    }
    return result
  }

  /// Executes multiplications and divisions (A5.3.16 and A5.3.17).
  private mutating func multiplication(_ first: UInt32, _ second: UInt32) -> Event {
    let (one, other) = (registers[Int(first & 15)], registers[Int(second & 15)])
    let (high, target) = (second >> 12 & 15, second >> 8 & 15)
    let addend = high == 15 ? 0 : registers[Int(high)]
    func half(_ value: UInt32, _ isTop: Bool) -> Int32 {
      Int32(bitPattern: extended(isTop ? value >> 16 : value & 0xFFFF, bits: 16))
    }
    let (signedOne, signedOther) = (Int64(Int32(bitPattern: one)), Int64(Int32(bitPattern: other)))
    let sum = UInt64(registers[Int(target)]) << 32 | UInt64(registers[Int(high)])
    func setLong(_ value: UInt64) {
      set(high, UInt32(truncatingIfNeeded: value))
      set(target, UInt32(truncatingIfNeeded: value >> 32))
    }
    switch (first >> 4 & 15, second >> 4 & 15) {
    case (0, 0): set(target, addend &+ one &* other)
    case (0, 1): set(target, addend &- one &* other)
    case (1, 0b0000...0b0011):
      let product = half(one, second & 0x20 != 0) &* half(other, second & 0x10 != 0)
      set(target, addend &+ UInt32(bitPattern: product))
    case (3, 0...1):
      let product = signedOne * Int64(half(other, second & 0x10 != 0))
      set(target, addend &+ UInt32(truncatingIfNeeded: product >> 16))
    case (5, 0...1):
      let product = signedOne &* signedOther &+ Int64(addend) << 32 &+ (second & 0x10 == 0 ? 0 : 0x8000_0000)
      set(target, UInt32(truncatingIfNeeded: product >> 32))
    case (8, 0): setLong(UInt64(bitPattern: signedOne * signedOther))
    case (9, 15):
      set(target, other == 0 ? 0 : UInt32(bitPattern: Int32(truncatingIfNeeded: signedOne / signedOther)))
    case (10, 0): setLong(UInt64(one) * UInt64(other))
    case (11, 15): set(target, other == 0 ? 0 : one / other)
    case (12, 0): setLong(sum &+ UInt64(bitPattern: signedOne * signedOther))
    case (14, 0): setLong(sum &+ UInt64(one) * UInt64(other))
    case (14, 6): setLong(UInt64(one) * UInt64(other) + UInt64(registers[Int(target)]) + UInt64(registers[Int(high)]))
    default: return .undefined
    }
    return .none
  }

  // MARK: Branches and control

  /// Executes branches and control instructions (A5.3.4).
  private mutating func branch(_ first: UInt32, _ second: UInt32, at address: UInt32) -> Event {
    if let (target, isCall) = ThumbInstructions.target(first, second, at: address) {
      // The target of such a call is code of another instruction set.
      if isCall, second & 0x1000 == 0 { return .undefined }
      if isCall { registers[Self.linkRegister] = (address &+ 4) | 1 }
      registers[Self.programCounter] = target
      return isCall ? .call : .branch
    }
    if first >> 6 & 15 < 14 {
      guard holds(first >> 6 & 15) else { return .none }
      let high = (first >> 10 & 1) << 20 | (second >> 11 & 1) << 19 | (second >> 13 & 1) << 18
      let distance = extended(high | (first & 0x3F) << 12 | (second & 0x7FF) << 1, bits: 21)
      registers[Self.programCounter] = address &+ 4 &+ distance
      return .none
    }
    switch first {
    // Special registers: the flags, interrupts and stack pointers. The others read as zero.
    case 0xF3EF:
      let isOfFlags = second & 0xFC == 0
      let word =
        (flags.isNegative ? 8 : 0) | (flags.isZero ? 4 : 0) | (flags.hasCarry ? 2 : 0) | (flags.hasOverflow ? 1 : 0)
      let isStackPointer = second & 0xFE == 8
      set(
        second >> 8 & 15,
        isOfFlags ? UInt32(word) << 28 : isStackPointer ? registers[Self.stackPointer] : masks[second & 0xFF] ?? 0)
    case 0xF380...0xF38F:
      if second & 0xFC == 0, second & 0x800 != 0 {
        let value = registers[Int(first & 15)]
        flags = Flags(
          isNegative: value >> 31 & 1 == 1, isZero: value >> 30 & 1 == 1, hasCarry: value >> 29 & 1 == 1,
          hasOverflow: value >> 28 & 1 == 1)
      } else {
        masks.write(registers[Int(first & 15)], to: second & 0xFF)
      }
    // Hints and barriers.
    case 0xF3AF, 0xF3BF: break
    default: return .undefined
    }
    return .none
  }
}
