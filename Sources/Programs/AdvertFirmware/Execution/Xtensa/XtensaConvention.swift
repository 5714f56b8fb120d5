/// The calling conventions of compilers for Xtensa: with a window of registers, or without.
///
/// Source: Xtensa ISA Reference Manual, the chapter on the application binary interfaces.
extension XtensaProcessor: Processor {
  /// The stack pointer of the window.
  var stack: UInt32 { state[physical: 1] }

  var returnAddress: UInt32 {
    let link = state[physical: 4 * state.latest]
    return state.latest == 0 ? link : counter & 0xC000_0000 | link & 0x3FFF_FFFF
  }

  var result: UInt32 {
    get { state[physical: 4 * state.latest + 2] }
    set { state[physical: 4 * state.latest + 2] = newValue }
  }

  /// Returns an argument. Six are in registers, the others on the stack.
  mutating func argument(_ index: Int) -> UInt32 {
    index < 6
      ? state[physical: 4 * state.latest + 2 + UInt32(index)]
      : memory.load(stack &+ UInt32(4 * (index - 6)), size: 4) ?? 0
  }

  mutating func call(_ function: UInt32, _ arguments: [UInt32], returningTo address: UInt32, stack: UInt32?) {
    let hasWindow = memory.load(function, size: 1) == 0x36
    if let stack {
      state = State()
      state[physical: 1] = stack
    }
    // The registers of the current call, and those after them, are free.
    let increment: UInt32 = hasWindow ? (state.latest == 0 ? (stack == nil ? 2 : 1) : state.latest) : 0
    let first = 4 * increment
    makeRoom(for: min(first + 7, 15))
    state[physical: first] = Self.linked(address, increment)
    // The arguments must be in the window.
    for (index, argument) in arguments.prefix(min(6, 14 - Int(first))).enumerated() {
      state[physical: first + 2 + UInt32(index)] = argument
    }
    state.latest = increment
    if hasWindow { state.increment = increment }
    counter = function
  }

  mutating func setResult(wide number: UInt64) {
    result = UInt32(truncatingIfNeeded: number)
    state[physical: 4 * state.latest + 3] = UInt32(truncatingIfNeeded: number >> 32)
  }

  /// Does nothing: there is no register for small variables.
  mutating func use(globals _: UInt32) {}

  /// Returns an address in the same quarter of the memory, because functions return within it.
  static func end(of function: UInt32) -> UInt32 { function & 0xC000_0000 | 0x3FFF_FF00 }

  static func onlyCounts(from start: UInt32, through site: UInt32, _ memory: inout ProgramMemory) -> Bool {
    var place = start
    while place <= site {
      guard let first = memory.load(place, size: 2), let last = memory.load(place &+ 2, size: 1) else { return false }
      guard first & 8 == 0 else {
        let (t, s, r) = (first >> 4 & 15, first >> 8 & 15, first >> 12 & 15)
        let isSum = first & 15 == 11 && t == 0 && s == r
        let isBranch = first & 15 == 12 && t >= 8
        guard isSum || isBranch || first == 0xF03D else { return false }
        place &+= 2
        continue
      }
      let code = XtensaInstruction(code: first | last << 16)
      let isSum = code.family == 2 && code.r == 12 && code.s == code.t && code.immediate >= 0x80
      // A jump, and branches that compare with zero.
      let isBranch = code.family == 6 && code.n < 2
      guard isSum || isBranch || code.code == 0x0020F0 else { return false }
      place &+= 3
    }
    return true
  }
}
