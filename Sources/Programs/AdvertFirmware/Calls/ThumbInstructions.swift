/// The instructions of Thumb that move constants, as far as compilers prepare the arguments of a call with them. For
/// all other instructions, only the registers that they write are known.
///
/// Source: Armv7-M Architecture Reference Manual, A5 (encoding) and A7 (instructions).
struct ThumbInstructions {
  let memory: ImageMemory
  /// The values that the linker writes into instructions of an object file, by their address.
  let linked: [UInt64: UInt64]

  /// The effect of an instruction besides its changes of registers and stack.
  enum Effect: Equatable {
    case none
    /// Continues there, or here and there.
    case jump(to: UInt64, isCertain: Bool)
    /// Continues there or here, depending on a comparison.
    case branch(to: UInt64, ThumbState.Comparison?, whenEqual: Bool)
    /// Calls a function that returns; `nil` when the function is not known.
    case call(UInt64?)
    /// A jump through a table, whose targets are in this function.
    case table
    /// Ends the path: a return, or a jump to an unknown place.
    case end
    /// The next instructions are conditional.
    case conditions(count: Int)
  }

  /// Returns the number of octets of the instruction that begins with a halfword.
  static func size(_ first: UInt32) -> Int { first >> 11 >= 0b11101 ? 4 : 2 }

  /// Returns the target of a long jump or a call at an address; `nil` for another instruction.
  static func target(_ first: UInt32, _ second: UInt32, at address: UInt32) -> (address: UInt32, isCall: Bool)? {
    guard first >> 11 == 0b11110, second & 0x9000 == 0x9000 || second & 0xD000 == 0xC000 else { return nil }
    let sign = first >> 10 & 1
    let (i1, i2) = (1 ^ (second >> 13 & 1 ^ sign), 1 ^ (second >> 11 & 1 ^ sign))
    let high = sign << 24 | i1 << 23 | i2 << 22 | (first & 0x3FF) << 12
    let distance = extended(high | (second & 0x7FF) << 1, bits: 25)
    let isExchange = second & 0x1000 == 0
    return ((isExchange ? (address &+ 4) & ~3 : address &+ 4) &+ distance, second & 0x4000 != 0)
  }

  private func jump(_ target: UInt32, isCertain: Bool) -> Effect { .jump(to: UInt64(target), isCertain: isCertain) }

  /// Executes an instruction.
  func run(_ first: UInt32, _ second: UInt32, at address: UInt32, _ state: inout ThumbState) -> Effect {
    let comparison = state.comparison
    state.compare(nil)
    guard Self.size(first) == 2 else { return long(first, second, at: address, &state) }
    let effect = short(first, at: address, &state)
    // Moves between registers and memory do not change the flags.
    if 0b01001...0b10011 ~= first >> 11 || first >> 8 == 0x46 { state.compare(comparison) }
    // The conditions of a branch do not change them either, and are no longer needed.
    guard case .branch(let target, nil, let whenEqual) = effect else { return effect }
    return .branch(to: target, comparison, whenEqual: whenEqual)
  }

  // MARK: 16 bits

  private func short(_ code: UInt32, at address: UInt32, _ state: inout ThumbState) -> Effect {
    let (low, middle, high) = (Int(code & 7), Int(code >> 3 & 7), Int(code >> 8 & 7))
    let octet = ThumbState.Value.constant(code & 0xFF)
    switch code >> 11 {
    case 0b00000 where code >> 6 == 0:
      state[low] = state[middle]
      state.compare(.init(value: state[low], number: 0))
    case 0b00000: state[low] = shifted(state[middle]) { $0 << (code >> 6 & 31) }
    case 0b00001: state[low] = shifted(state[middle]) { $0 >> (code >> 6 & 31 == 0 ? 32 : code >> 6 & 31) }
    case 0b00010: state[low] = .unknown
    case 0b00011:
      let other = code & 0x400 == 0 ? state[Int(code >> 6 & 7)] : .constant(code >> 6 & 7)
      state[low] = code & 0x200 == 0 ? state.sum(state[middle], other) : state.difference(state[middle], other)
      if other == .constant(0) { state.compare(.init(value: state[low], number: 0)) }
    case 0b00100: state[high] = octet
    case 0b00101: state.compare(.init(value: state[high], number: code & 0xFF))
    case 0b00110: state[high] = state.sum(state[high], octet)
    case 0b00111: state[high] = state.difference(state[high], octet)
    case 0b01000: return special(code, &state)
    case 0b01001: state[high] = state.load(.constant((address &+ 4) & ~3 &+ (code & 0xFF) << 2), size: 4, in: memory)
    case 0b01010, 0b01011:
      let place = state.sum(state[middle], state[Int(code >> 6 & 7)])
      transfer(low, place, size: [4, 2, 1, 1, 4, 2, 1, 2][Int(code >> 9 & 7)], isLoad: code >> 9 & 7 >= 3, &state)
      if code >> 9 & 7 == 3 || code >> 9 & 7 == 7 { state[low] = .unknown }
      if code >> 9 & 7 < 3, place == .unknown { state.forget(at: state[middle], count: nil) }
    case 0b01100...0b10001:
      let size = [4, 1, 2][Int((code >> 12) - 6)]
      let place = state.sum(state[middle], .constant((code >> 6 & 31) * UInt32(size)))
      transfer(low, place, size: size, isLoad: code & 0x800 != 0, &state)
    case 0b10010, 0b10011:
      let place = state.sum(state[ThumbState.stackPointer], .constant((code & 0xFF) << 2))
      transfer(high, place, size: 4, isLoad: code & 0x800 != 0, &state)
    case 0b10100: state[high] = .constant((address &+ 4) & ~3 &+ (code & 0xFF) << 2)
    case 0b10101: state[high] = state.sum(state[ThumbState.stackPointer], .constant((code & 0xFF) << 2))
    case 0b10110, 0b10111: return miscellaneous(code, at: address, &state)
    case 0b11000, 0b11001:
      move(code & 0xFF, base: high, isLoad: code & 0x800 != 0, isDown: false, writesBack: true, &state)
    case 0b11010, 0b11011:
      guard code >> 8 & 15 < 14 else { return code >> 8 & 15 == 14 ? .end : .none }
      let target = address &+ 4 &+ extended(code & 0xFF, bits: 8) << 1
      // Equal, or not equal.
      if code >> 9 & 7 == 0 { return .branch(to: UInt64(target), nil, whenEqual: code & 0x100 == 0) }
      return jump(target, isCertain: false)
    default: return jump(address &+ 4 &+ extended(code & 0x7FF, bits: 11) << 1, isCertain: true)
    }
    return .none
  }

  /// Executes arithmetic on registers, and moves between all registers.
  private func special(_ code: UInt32, _ state: inout ThumbState) -> Effect {
    let (low, middle) = (Int(code & 7), Int(code >> 3 & 7))
    let (target, source) = (Int(code >> 4 & 8 | code & 7), Int(code >> 3 & 15))
    switch code >> 8 & 7 {
    case 4: state[target] = state.sum(state[target], state[source])
    case 5: return .none
    case 6: state[target] = state[source]
    case 7:
      // A call or a jump through a register, which may hold the address of a Thumb function.
      guard case .constant(let address) = state[source] else { return code & 0x80 == 0 ? .end : .call(nil) }
      return code & 0x80 == 0 ? jump(address & ~1, isCertain: true) : .call(UInt64(address & ~1))
    default:
      switch code >> 6 & 15 {
      case 8, 10, 11: return .none
      case 9: state[low] = state.difference(.constant(0), state[middle])
      case 15: state[low] = shifted(state[middle]) { ~$0 }
      default: state[low] = .unknown
      }
      return .none
    }
    return target == ThumbState.programCounter ? .end : .none
  }

  private func miscellaneous(_ code: UInt32, at address: UInt32, _ state: inout ThumbState) -> Effect {
    let sp = ThumbState.stackPointer
    switch code >> 8 & 15 {
    case 0:
      let count = ThumbState.Value.constant((code & 0x7F) << 2)
      state[sp] = code & 0x80 == 0 ? state.sum(state[sp], count) : state.difference(state[sp], count)
    case 1, 3, 9, 11:
      let target = address &+ 4 &+ (code >> 3 & 0x40 | code >> 2 & 0x3E)
      return .branch(
        to: UInt64(target), .init(value: state[Int(code & 7)], number: 0), whenEqual: code & 0x800 == 0)
    case 4, 5:
      move(code & 0xFF | (code & 0x100) << 6, base: sp, isLoad: false, isDown: true, writesBack: true, &state)
    case 12, 13:
      move(code & 0xFF | (code & 0x100) << 7, base: sp, isLoad: true, isDown: false, writesBack: true, &state)
      return code & 0x100 != 0 ? .end : .none
    case 15 where code & 0xF != 0: return .conditions(count: 4 - (code & 0xF).trailingZeroBitCount)
    case 2, 10: state[Int(code & 7)] = code >> 6 & 3 == 3 && code >> 8 & 15 == 2 ? octetOf(state, code) : .unknown
    default: break
    }
    return .none
  }

  /// Returns an octet of a register, with zeros before it.
  private func octetOf(_ state: ThumbState, _ code: UInt32) -> ThumbState.Value {
    shifted(state[Int(code >> 3 & 7)]) { $0 & 0xFF }
  }

  // MARK: 32 bits

  private func long(
    _ first: UInt32, _ second: UInt32, at address: UInt32, _ state: inout ThumbState
  ) -> Effect {
    switch first {
    // A special register.
    case 0xF3EF: state[Int(second >> 8 & 15)] = .unknown
    case 0xF000...0xF7FF where second & 0x8000 != 0: return branch(first, second, at: address)
    case 0xF000...0xF7FF: return immediate(first, second, at: address, &state)
    case _ where first & 0xFE40 == 0xE800: return severals(first, second, &state)
    case _ where first & 0xFFF0 == 0xE8D0 && second & 0xFFE0 == 0xF000: return .table
    case _ where first & 0xFE40 == 0xE840 && first & 0x120 != 0: pair(first, second, at: address, &state)
    case _ where first & 0xFE00 == 0xEA00: shiftedRegister(first, second, &state)
    case _ where first & 0xFE00 == 0xF800: return single(first, second, at: address, &state)
    case _ where first & 0xFE00 == 0xEC00: floating(first, second, &state)
    default:
      // The instruction decides which of them are written.
      for register in [second >> 12 & 15, second >> 8 & 15] where register != 13 { state[Int(register)] = .unknown }
    }
    return .none
  }

  private func branch(_ first: UInt32, _ second: UInt32, at address: UInt32) -> Effect {
    if let (target, isCall) = Self.target(first, second, at: address) {
      let target = linked[UInt64(address)] ?? UInt64(target)
      return isCall ? .call(target) : .jump(to: target, isCertain: true)
    }
    guard first >> 6 & 15 < 14 else { return .none }
    let sign = first >> 10 & 1
    let high = sign << 20 | (second >> 11 & 1) << 19 | (second >> 13 & 1) << 18
    let distance = extended(high | (first & 0x3F) << 12 | (second & 0x7FF) << 1, bits: 21)
    return jump(address &+ 4 &+ distance, isCertain: false)
  }

  private func immediate(
    _ first: UInt32, _ second: UInt32, at address: UInt32, _ state: inout ThumbState
  ) -> Effect {
    let (source, target) = (Int(first & 15), Int(second >> 8 & 15))
    let bits = (first >> 10 & 1) << 11 | (second >> 12 & 7) << 8 | second & 0xFF
    let wide = UInt32(source) << 12 | bits
    let isAligned = source == ThumbState.programCounter
    let base = isAligned ? .constant((address &+ 4) & ~3) : state[source]
    switch first >> 4 & 0x3F {
    case 0x20: state[target] = state.sum(base, .constant(bits))
    case 0x2A: state[target] = state.difference(base, .constant(bits))
    case 0x24: state[target] = .constant(linkedHalf(wide, at: address, shift: 0))
    case 0x2C:
      let half = linkedHalf(wide, at: address, shift: 16)
      state[target] = shifted(state[target]) { $0 & 0xFFFF | half << 16 }
    case 0x00...0x1F:
      let number = ThumbState.Value.constant(Self.expanded(bits))
      let operation = first >> 5 & 15
      // Comparisons.
      if target == 15, [0, 4, 8, 13].contains(operation) { return .none }
      switch (operation, source) {
      case (2, 15): state[target] = number
      case (3, 15): state[target] = shifted(number) { ~$0 }
      case (8, _): state[target] = state.sum(state[source], number)
      case (13, _): state[target] = state.difference(state[source], number)
      default: state[target] = .unknown
      }
    default: state[target] = .unknown
    }
    return .none
  }

  /// Returns a half of the number that the linker writes, or the number in the instruction.
  private func linkedHalf(_ there: UInt32, at address: UInt32, shift: UInt64) -> UInt32 {
    guard let linked = linked[UInt64(address)] else { return there }
    return UInt32(truncatingIfNeeded: (linked &+ UInt64(there)) >> shift & 0xFFFF)
  }

  /// Expands a number of 12 bits that encodes one of 32 bits (ThumbExpandImm, A5.3.2).
  private static func expanded(_ bits: UInt32) -> UInt32 {
    let octet = bits & 0xFF
    switch bits >> 8 {
    case 0: return octet
    case 1: return octet << 16 | octet
    case 2: return octet << 24 | octet << 8
    case 3: return octet << 24 | octet << 16 | octet << 8 | octet
    default:
      let (number, turns) = (bits & 0x7F | 0x80, bits >> 7 & 31)
      return number >> turns | number << (32 - turns)
    }
  }

  private func shiftedRegister(_ first: UInt32, _ second: UInt32, _ state: inout ThumbState) {
    let (source, target, other) = (Int(first & 15), Int(second >> 8 & 15), Int(second & 15))
    let operation = first >> 5 & 15
    guard target != 15 else { return }
    switch (operation, source, second & 0x70F0) {
    case (2, 15, 0): state[target] = state[other]
    case (8, _, 0): state[target] = state.sum(state[source], state[other])
    default: state[target] = .unknown
    }
  }

  /// Loads or stores several registers.
  private func severals(_ first: UInt32, _ second: UInt32, _ state: inout ThumbState) -> Effect {
    let isLoad = first & 0x10 != 0
    move(
      second, base: Int(first & 15), isLoad: isLoad, isDown: first & 0x100 != 0, writesBack: first & 0x20 != 0, &state)
    return isLoad && second & 0x8000 != 0 ? .end : .none
  }

  private func move(
    _ list: UInt32, base: Int, isLoad: Bool, isDown: Bool, writesBack: Bool, _ state: inout ThumbState
  ) {
    let registers = (0..<16).filter { list >> UInt32($0) & 1 != 0 }
    let count = ThumbState.Value.constant(UInt32(4 * registers.count))
    let start = isDown ? state.difference(state[base], count) : state[base]
    let end = isDown ? start : state.sum(start, count)
    for (index, register) in registers.enumerated() {
      transfer(register, state.sum(start, .constant(UInt32(4 * index))), size: 4, isLoad: isLoad, &state)
    }
    if writesBack, !isLoad || !registers.contains(base) { state[base] = end }
  }

  private func transfer(
    _ register: Int, _ place: ThumbState.Value, size: Int, isLoad: Bool, _ state: inout ThumbState
  ) {
    if isLoad {
      state[register] = state.load(place, size: size, in: memory)
    } else {
      state.store(state[register], size: size, at: place, memory.file.order)
    }
  }

  /// Loads or stores two registers.
  private func pair(_ first: UInt32, _ second: UInt32, at address: UInt32, _ state: inout ThumbState) {
    let base = Int(first & 15)
    let place = indexed(base, (second & 0xFF) << 2, isUp: first & 0x80 != 0, at: address, state)
    let start = first & 0x100 != 0 ? place : state[base]
    let isLoad = first & 0x10 != 0
    transfer(Int(second >> 12 & 15), start, size: 4, isLoad: isLoad, &state)
    transfer(Int(second >> 8 & 15), state.sum(start, .constant(4)), size: 4, isLoad: isLoad, &state)
    if first & 0x20 != 0 { state[base] = place }
  }

  private func single(_ first: UInt32, _ second: UInt32, at address: UInt32, _ state: inout ThumbState) -> Effect {
    let (base, target) = (Int(first & 15), Int(second >> 12 & 15))
    let isLoad = first & 0x10 != 0
    let size = [1, 2, 4, 4][Int(first >> 5 & 3)]
    var place = ThumbState.Value.unknown
    var start = place
    if base == ThumbState.programCounter || first & 0x80 != 0 {
      place = indexed(base, second & 0xFFF, isUp: first & 0x80 != 0, at: address, state)
      start = place
    } else if second & 0x800 != 0 {
      place = indexed(base, second & 0xFF, isUp: second & 0x200 != 0, at: address, state)
      start = second & 0x400 != 0 ? place : state[base]
    }
    transfer(target, start, size: size, isLoad: isLoad, &state)
    // The load has a sign, or a register as the distance.
    if isLoad, first & 0x100 != 0, size < 4 { state[target] = .unknown }
    if !isLoad, start == .unknown { state.forget(at: state[base], count: nil) }
    if second & 0x900 == 0x900, first & 0x80 == 0, base != ThumbState.programCounter { state[base] = place }
    // A load of octets into this register is only a hint for a later load.
    return isLoad && size == 4 && target == ThumbState.programCounter ? .end : .none
  }

  /// Executes loads, stores and moves of registers of the floating-point unit.
  private func floating(_ first: UInt32, _ second: UInt32, _ state: inout ThumbState) {
    let base = Int(first & 15)
    let isSingle = first & 0x120 == 0x100
    let count = (second & 0xFF) << 2
    let place = indexed(base, count, isUp: first & 0x80 != 0, at: 0, state)
    if first & 0x10 == 0 {
      state.forget(at: first & 0x100 != 0 ? place : state[base], count: isSingle ? 8 : Int(count))
    }
    if first & 0x20 != 0 { state[base] = place }
    // Moves from the unit to two registers.
    if first & 0xFFE0 == 0xEC40 {
      state[Int(second >> 12 & 15)] = .unknown
      state[base] = .unknown
    }
  }

  private func indexed(
    _ base: Int, _ distance: UInt32, isUp: Bool, at address: UInt32, _ state: ThumbState
  ) -> ThumbState.Value {
    let start = base == ThumbState.programCounter ? .constant((address &+ 4) & ~3) : state[base]
    return isUp ? state.sum(start, .constant(distance)) : state.difference(start, .constant(distance))
  }

  private func shifted(_ value: ThumbState.Value, _ operation: (UInt32) -> UInt32) -> ThumbState.Value {
    guard case .constant(let number) = value else { return .unknown }
    return .constant(operation(number))
  }
}
