/// Operations on registers.
///
/// Source: Xtensa ISA Reference Manual, the core architecture, and the options for multiplication, division, booleans and
/// miscellaneous operations.
extension XtensaProcessor {
  /// Executes additions, and instructions that do not compute.
  mutating func runFirst(_ code: XtensaInstruction, at address: UInt32) -> Event {
    switch code.second {
    case 0: return runControl(code, at: address)
    case 4: return setShift(code)
    case 6:
      let value = self[code.t]
      switch code.s {
      case 0: self[code.r] = 0 &- value
      case 1: self[code.r] = Int32(bitPattern: value).magnitude
      default: return .undefined
      }
      return .none
    // Writes to the tables of memory regions, which have no effect here.
    case 5: return [4, 6, 12, 14].contains(code.r) ? .none : .undefined
    case 7: return .undefined
    default: break
    }
    let (one, other) = (self[code.s], self[code.t])
    self[code.r] =
      switch code.second {
      case 1: one & other
      case 2: one | other
      case 3: one ^ other
      case 8..<12: one << (code.second - 8) &+ other
      default: one << (code.second - 12) &- other
      }
    return .none
  }

  /// Executes returns, jumps, calls, barriers, and instructions of operating systems.
  private mutating func runControl(_ code: XtensaInstruction, at address: UInt32) -> Event {
    switch code.r {
    case 0:
      switch (code.m, code.n) {
      case (2, 0) where code.s == 0: return jump(to: self[0], .jump)
      case (2, 1) where code.s == 0: return returnFromWindow(at: address)
      case (2, 2): return jump(to: self[code.s], .jump)
      case (3, _): return call(code.n, self[code.s])
      default: return .undefined
      }
    case 1: return moveStack(code.t, code.s)
    // Barriers have no effect: no other code uses the memory.
    case 2 where code.s == 0: return [0, 1, 2, 3, 8, 12, 13, 15].contains(code.t) ? .none : .undefined
    case 4: return .breakpoint
    case 5 where code.s == 0 && code.t == 0:
      // Request 0 to an operating system: save all registers outside of the window.
      guard self[2] == 0 else { return .undefined }
      saveAll()
    case 6:
      makeRoom(for: code.t)
      self[code.t] = state.status | state.increment << 16
      state.status = state.status & ~15 | code.s
    // There are no interrupts to wait for.
    case 7 where code.t == 0: state.status = state.status & ~15 | code.s
    // Whether any or all of four or eight booleans are set.
    case 8, 9, 10, 11:
      let size: UInt32 = code.r < 10 ? 4 : 8
      guard code.s % size == 0 else { return .undefined }
      let mask: UInt32 = 1 << size - 1
      let bits = state.booleans >> code.s & mask
      set(boolean: code.t, code.r & 1 == 0 ? bits != 0 : bits == mask)
    default: return .undefined
    }
    return .none
  }

  /// Sets the number of bits of later shifts, sets the window, and counts zeros at the beginning of a number.
  private mutating func setShift(_ code: XtensaInstruction) -> Event {
    if code.r == 4 {
      guard code.t < 2 else { return .undefined }
      state.shift = code.t << 4 | code.s
      return .none
    }
    let value = self[code.s]
    switch code.r {
    case 0 where code.t == 0: state.shift = value & 31
    case 1 where code.t == 0: state.shift = 32 - (value & 31)
    case 2 where code.t == 0: state.shift = (value & 3) << 3
    case 3 where code.t == 0: state.shift = 32 - (value & 3) << 3
    case 8 where code.s == 0: state.set(base: state.base &+ extended(code.t, bits: 4))
    case 14:
      let bits = Int32(bitPattern: value) < 0 ? ~value : value
      self[code.t] = UInt32(bits.leadingZeroBitCount) - 1
    case 15: self[code.t] = UInt32(value.leadingZeroBitCount)
    default: return .undefined
    }
    return .none
  }

  /// Executes shifts, multiplications of 16 bits, and exchanges with special registers.
  mutating func runShift(_ code: XtensaInstruction) -> Event {
    let count = (code.second & 1) << 4
    switch code.second {
    case 0, 1:
      // A shift by 32 is not an instruction.
      guard count | code.t != 0 else { return .undefined }
      self[code.r] = self[code.s] << (32 - (count | code.t))
    case 2, 3: self[code.r] = UInt32(bitPattern: Int32(bitPattern: self[code.t]) >> Int32(count | code.s))
    case 4: self[code.r] = self[code.t] >> code.s
    case 6:
      let value = self[code.t]
      guard Self.isKnown(code.special) else { return .undefined }
      guard let special = special(code.special) else { return .outOfMemory }
      self[code.t] = special
      setSpecial(code.special, value)
    case 8:
      let pair = UInt64(self[code.s]) << 32 | UInt64(self[code.t])
      self[code.r] = UInt32(truncatingIfNeeded: pair >> UInt64(state.shift))
    case 9 where code.s == 0: self[code.r] = UInt32(truncatingIfNeeded: UInt64(self[code.t]) >> UInt64(state.shift))
    case 10 where code.t == 0:
      self[code.r] = UInt32(truncatingIfNeeded: (UInt64(self[code.s]) << 32) >> UInt64(state.shift))
    case 11 where code.s == 0:
      self[code.r] = UInt32(truncatingIfNeeded: Int64(Int32(bitPattern: self[code.t])) >> Int64(state.shift))
    case 12: self[code.r] = (self[code.s] & 0xFFFF) &* (self[code.t] & 0xFFFF)
    case 13: self[code.r] = extended(self[code.s], bits: 16) &* extended(self[code.t], bits: 16)
    default: return .undefined
    }
    return .none
  }

  /// Executes operations on booleans; `nil` for another instruction.
  mutating func runBoolean(_ code: XtensaInstruction) -> Event? {
    guard code.second < 5 else { return nil }
    let (one, other) = (state.booleans >> code.s & 1 == 1, state.booleans >> code.t & 1 == 1)
    let value =
      switch code.second {
      case 0: one && other
      case 1: one && !other
      case 2: one || other
      case 3: one || !other
      default: one != other
      }
    set(boolean: code.r, value)
    return Event.none
  }

  mutating func set(boolean: UInt32, _ value: Bool) {
    state.booleans = value ? state.booleans | 1 << boolean : state.booleans & ~(1 << boolean)
  }

  /// Executes multiplications and divisions.
  mutating func runDivision(_ code: XtensaInstruction) -> Event {
    let (one, other) = (self[code.s], self[code.t])
    let (signed, signedOther) = (Int32(bitPattern: one), Int32(bitPattern: other))
    // A division by zero is an exception.
    guard code.second < 12 || other != 0 else { return .undefined }
    switch code.second {
    case 8: self[code.r] = one &* other
    case 10: self[code.r] = UInt32(truncatingIfNeeded: (UInt64(one) * UInt64(other)) >> 32)
    case 11: self[code.r] = UInt32(truncatingIfNeeded: (Int64(signed) * Int64(signedOther)) >> 32)
    case 12: self[code.r] = one / other
    case 13: self[code.r] = UInt32(bitPattern: signed.dividedReportingOverflow(by: signedOther).partialValue)
    case 14: self[code.r] = one % other
    case 15:
      let (rest, overflow) = signed.remainderReportingOverflow(dividingBy: signedOther)
      self[code.r] = overflow ? 0 : UInt32(bitPattern: rest)
    default: return .undefined
    }
    return .none
  }

  /// Executes accesses to special registers, limits, and conditional moves.
  mutating func runSpecial(_ code: XtensaInstruction) -> Event {
    switch code.second {
    case 0:
      guard Self.isKnown(code.special) else { return .undefined }
      makeRoom(for: code.t)
      guard let value = special(code.special) else { return .outOfMemory }
      self[code.t] = value
    case 1:
      guard Self.isKnown(code.special) else { return .undefined }
      setSpecial(code.special, self[code.t])
    case 2: self[code.r] = extended(self[code.s], bits: code.t + 8)
    case 3:
      let limit: Int32 = 1 << Int32(code.t + 7)
      self[code.r] = UInt32(bitPattern: min(max(Int32(bitPattern: self[code.s]), -limit), limit - 1))
    case 4, 5:
      let (one, other) = (Int32(bitPattern: self[code.s]), Int32(bitPattern: self[code.t]))
      self[code.r] = UInt32(bitPattern: code.second == 4 ? min(one, other) : max(one, other))
    case 6: self[code.r] = min(self[code.s], self[code.t])
    case 7: self[code.r] = max(self[code.s], self[code.t])
    case 8...11:
      let (value, condition) = (self[code.s], self[code.t])
      // The target must be available even if nothing is moved.
      makeRoom(for: code.r)
      if Self.holds(code.second, condition) { self[code.r] = value }
    case 12, 13:
      let value = self[code.s]
      makeRoom(for: code.r)
      if state.booleans >> code.t & 1 == code.second & 1 { self[code.r] = value }
    case 14:
      guard Self.isKnownUser(code.s << 4 | code.t) else { return .undefined }
      self[code.r] = controls[Self.firstUserRegister + (code.s << 4 | code.t)] ?? 0
    default:
      guard Self.isKnownUser(code.special) else { return .undefined }
      controls[Self.firstUserRegister + code.special] = self[code.t]
    }
    return .none
  }

  /// Whether a number is zero, not zero, negative, or not negative.
  static func holds(_ condition: UInt32, _ number: UInt32) -> Bool {
    switch condition & 3 {
    case 0: number == 0
    case 1: number != 0
    case 2: Int32(bitPattern: number) < 0
    default: Int32(bitPattern: number) >= 0
    }
  }

  // MARK: Special registers

  static let firstUserRegister: UInt32 = 0x100

  /// Whether a register is a special register of the ESP32 and its successors.
  static func isKnown(_ special: UInt32) -> Bool {
    switch special {
    case 0...5, 12, 16, 17, 32...35, 72, 73, 89, 96, 97, 99, 104, 106...107, 128, 129, 144, 145, 160, 161, 176...183,
      192,
      194...199, 208...215, 224, 226...228, 230...238, 240...242, 244...247:
      true
    default: false
    }
  }

  /// Whether a register is the pointer to the variables of a thread, or controls floating-point numbers.
  static func isKnownUser(_ register: UInt32) -> Bool { 231...236 ~= register }

  /// Returns the value of a special register; `nil` where no more memory is available.
  private mutating func special(_ number: UInt32) -> UInt32? {
    switch number {
    case 0: state.loopBegin
    case 1: state.loopEnd
    case 2: state.loopCount
    case 3: state.shift
    case 4: state.booleans
    case 12: state.compared
    case 72: state.base
    case 73: state.live
    case 230: state.status | state.increment << 16
    // The number of the first processor.
    case 235: 0xCDCD
    // Time, and pending interrupts.
    case 226, 234: memory.outsideReading(of: 0xFFFF_0000 | number << 2)
    default: controls[number] ?? memory.outsideReading(of: 0xFFFF_0000 | number << 2)
    }
  }

  private mutating func setSpecial(_ number: UInt32, _ value: UInt32) {
    switch number {
    case 0: state.loopBegin = value
    case 1: state.loopEnd = value
    case 2: state.loopCount = value
    case 3: state.shift = value & 63
    case 4: state.booleans = value & 0xFFFF
    case 12: state.compared = value
    case 72: state.set(base: value)
    case 73: state.set(live: value)
    case 230:
      state.status = value & ~0x3_0000
      state.increment = value >> 16 & 3
    default: controls[number] = value
    }
  }
}
