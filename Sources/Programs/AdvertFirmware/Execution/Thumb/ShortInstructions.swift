/// Instructions of 16 bits (Armv7-M Architecture Reference Manual, A5.2).
extension ThumbProcessor {
  mutating func short(_ code: UInt32, at address: UInt32, setsFlags: Bool) -> Event {
    let (low, middle, high) = (code & 7, code >> 3 & 7, code >> 8 & 7)
    let octet = code & 0xFF
    switch code >> 11 {
    case 0b00000...0b00010:
      let (value, carry) = shifted(registers[Int(middle)], kind: code >> 11, by: code >> 6 & 31)
      set(low, value)
      if setsFlags {
        setResult(value)
        flags.hasCarry = carry
      }
    case 0b00011:
      let other = code & 0x400 == 0 ? registers[Int(code >> 6 & 7)] : code >> 6 & 7
      let isSubtraction = code & 0x200 != 0
      set(
        low,
        add(
          registers[Int(middle)], isSubtraction ? ~other : other, carry: isSubtraction, setsFlags: setsFlags))
    case 0b00100:
      set(high, octet)
      if setsFlags { setResult(octet) }
    case 0b00101: _ = add(registers[Int(high)], ~octet, carry: true, setsFlags: true)
    case 0b00110: set(high, add(registers[Int(high)], octet, carry: false, setsFlags: setsFlags))
    case 0b00111: set(high, add(registers[Int(high)], ~octet, carry: true, setsFlags: setsFlags))
    case 0b01000: return code & 0x400 == 0 ? arithmetic(code, setsFlags) : special(code, at: address)
    case 0b01001: return load(high, at: (address &+ 4) & ~3 &+ octet << 2, size: 4)
    case 0b01010, 0b01011:
      let place = registers[Int(middle)] &+ registers[Int(code >> 6 & 7)]
      switch code >> 9 & 7 {
      case 0: return store(low, at: place, size: 4)
      case 1: return store(low, at: place, size: 2)
      case 2: return store(low, at: place, size: 1)
      case 3: return load(low, at: place, size: 1, isSigned: true)
      case 4: return load(low, at: place, size: 4)
      case 5: return load(low, at: place, size: 2)
      case 6: return load(low, at: place, size: 1)
      default: return load(low, at: place, size: 2, isSigned: true)
      }
    case 0b01100...0b10001:
      let size = code >> 12 == 6 ? 4 : code >> 12 == 7 ? 1 : 2
      let place = registers[Int(middle)] &+ (code >> 6 & 31) * UInt32(size)
      return code & 0x800 != 0 ? load(low, at: place, size: size) : store(low, at: place, size: size)
    case 0b10010: return store(high, at: registers[Self.stackPointer] &+ octet << 2, size: 4)
    case 0b10011: return load(high, at: registers[Self.stackPointer] &+ octet << 2, size: 4)
    case 0b10100: set(high, (address &+ 4) & ~3 &+ octet << 2)
    case 0b10101: set(high, registers[Self.stackPointer] &+ octet << 2)
    case 0b10110, 0b10111: return miscellaneous(code, at: address)
    case 0b11000, 0b11001:
      let start = registers[Int(high)]
      let isLoad = code & 0x800 != 0
      let event = transfer(octet, at: start, isLoad: isLoad)
      if !isLoad || octet >> high & 1 == 0 { set(high, start &+ 4 * UInt32(octet.nonzeroBitCount)) }
      return event
    case 0b11010, 0b11011:
      switch code >> 8 & 15 {
      case 14: return .undefined
      case 15: return .supervisorCall(UInt8(truncatingIfNeeded: octet))
      default:
        if holds(code >> 8 & 15) {
          registers[Self.programCounter] = address &+ 4 &+ extended(octet, bits: 8) << 1
        }
      }
    default:
      registers[Self.programCounter] = address &+ 4 &+ extended(code & 0x7FF, bits: 11) << 1
      return .branch
    }
    return .none
  }

  /// Executes data processing on two registers (A5.2.2).
  private mutating func arithmetic(_ code: UInt32, _ setsFlags: Bool) -> Event {
    let target = code & 7
    let (one, other) = (registers[Int(target)], registers[Int(code >> 3 & 7)])
    func shift(_ kind: Shift) -> (value: UInt32, carry: Bool) { shifted(one, kind, by: other & 0xFF) }
    var result = (value: UInt32(0), carry: flags.hasCarry)
    switch code >> 6 & 15 {
    case 0: result.value = one & other
    case 1: result.value = one ^ other
    case 2: result = shift(.left)
    case 3: result = shift(.right)
    case 4: result = shift(.arithmetic)
    case 5:
      set(target, add(one, other, carry: flags.hasCarry, setsFlags: setsFlags))
      return .none
    case 6:
      set(target, add(one, ~other, carry: flags.hasCarry, setsFlags: setsFlags))
      return .none
    case 7: result = shift(.rotation)
    case 8:
      setResult(one & other)
      return .none
    case 9:
      set(target, add(~other, 0, carry: true, setsFlags: setsFlags))
      return .none
    case 10:
      _ = add(one, ~other, carry: true, setsFlags: true)
      return .none
    case 11:
      _ = add(one, other, carry: false, setsFlags: true)
      return .none
    case 12: result.value = one | other
    case 13: result.value = one &* other
    case 14: result.value = one & ~other
    default: result.value = ~other
    }
    set(target, result.value)
    if setsFlags {
      setResult(result.value)
      flags.hasCarry = result.carry
    }
    return .none
  }

  /// Executes additions, comparisons and moves of all registers, and jumps to addresses in registers (A5.2.3).
  private mutating func special(_ code: UInt32, at address: UInt32) -> Event {
    let (target, source) = (code >> 4 & 8 | code & 7, code >> 3 & 15)
    let other = value(source, at: address)
    switch code >> 8 & 3 {
    case 0:
      let sum = value(target, at: address) &+ other
      if target == 15 { return jump(to: sum) }
      set(target, target == 13 ? sum & ~3 : sum)
    case 1: _ = add(value(target, at: address), ~other, carry: true, setsFlags: true)
    case 2:
      if target == 15 { return jump(to: other) }
      set(target, target == 13 ? other & ~3 : other)
    default:
      if code & 0x80 == 0 { return jump(to: other) }
      registers[Self.linkRegister] = (address &+ 2) | 1
      registers[Self.programCounter] = other & ~1
      return .call
    }
    return .none
  }

  /// Executes miscellaneous instructions (A5.2.5).
  private mutating func miscellaneous(_ code: UInt32, at address: UInt32) -> Event {
    let (low, middle) = (code & 7, registers[Int(code >> 3 & 7)])
    let pointer = registers[Self.stackPointer]
    switch code >> 8 & 15 {
    case 0:
      let distance = (code & 0x7F) << 2
      registers[Self.stackPointer] = code & 0x80 == 0 ? pointer &+ distance : pointer &- distance
    case 1, 3, 9, 11:
      // Branches when the register is zero, or when it is not zero.
      if (registers[Int(low)] == 0) == (code & 0x800 == 0) {
        registers[Self.programCounter] = address &+ 4 &+ (code >> 3 & 0x40 | code >> 2 & 0x3E)
      }
    case 2:
      switch code >> 6 & 3 {
      case 0: set(low, extended(middle, bits: 16))
      case 1: set(low, extended(middle, bits: 8))
      case 2: set(low, middle & 0xFFFF)
      default: set(low, middle & 0xFF)
      }
    case 4, 5:
      let list = code & 0xFF | (code & 0x100) << 6
      let start = pointer &- 4 * UInt32(list.nonzeroBitCount)
      registers[Self.stackPointer] = start
      return transfer(list, at: start, isLoad: false)
    case 12, 13:
      let list = code & 0xFF | (code & 0x100) << 7
      registers[Self.stackPointer] = pointer &+ 4 * UInt32(list.nonzeroBitCount)
      return transfer(list, at: pointer, isLoad: true)
    case 10:
      guard let reversed = Self.reversed(middle, code >> 6 & 3) else { return .undefined }
      set(low, reversed)
    case 14: return .breakpoint
    case 15:
      // Hints do not wait here: there are no events and no interrupts.
      if code & 0xF != 0 { conditions = code & 0xFF }
    case 6: masks.change(code)
    default: return .undefined
    }
    return .none
  }

  /// Returns the result of REV, REV16 or REVSH; `nil` for the fourth, which reverses bits in 32-bit code only.
  static func reversed(_ value: UInt32, _ kind: UInt32) -> UInt32? {
    switch kind {
    case 0: value.byteSwapped
    case 1: value >> 8 & 0x00FF_00FF | value << 8 & 0xFF00_FF00
    case 3: extended(value >> 8 & 0xFF | value << 8 & 0xFF00, bits: 16)
    default: nil
    }
  }
}
