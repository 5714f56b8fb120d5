/// Branches, loops, and other instructions that change the counter.
///
/// Source: Xtensa ISA Reference Manual, the core architecture and the Loop Option.
extension XtensaProcessor {
  /// The constants for comparisons in branches, by their code.
  private static let constants: InlineArray<16, Int32> = [-1, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 32, 64, 128, 256]

  private static func constant(_ code: UInt32) -> Int32 { constants[Int(code)] }

  /// Returns such a constant without a sign.
  private static func unsigned(_ code: UInt32) -> UInt32 {
    code < 2 ? 0x8000 << code : UInt32(bitPattern: constant(code))
  }

  /// Executes branches that compare one register with zero or a constant, jumps, loops, and the beginnings of
  /// functions.
  mutating func runBranchOnZero(_ code: XtensaInstruction, at address: UInt32) -> Event {
    if code.n == 0 { return jump(to: address &+ 4 &+ extended(code.distance, bits: 18), .branch) }
    if code.n == 3, code.m == 0 { return enter(code) }
    if code.n == 3, code.m == 1 { return runLoop(code, at: address) }
    let value = self[code.s]
    let signed = Int32(bitPattern: value)
    let isTaken =
      switch (code.n, code.m) {
      case (1, 0): value == 0
      case (1, 1): value != 0
      case (1, 2): signed < 0
      case (1, 3): signed >= 0
      case (2, 0): signed == Self.constant(code.r)
      case (2, 1): signed != Self.constant(code.r)
      case (2, 2): signed < Self.constant(code.r)
      case (2, 3): signed >= Self.constant(code.r)
      case (3, 2): value < Self.unsigned(code.r)
      default: value >= Self.unsigned(code.r)
      }
    let distance = code.n == 1 ? extended(code.immediate12, bits: 12) : extended(code.immediate, bits: 8)
    if isTaken { branch(to: address &+ 4 &+ distance) }
    return .none
  }

  /// Executes loops without an instruction for the count, and branches on a boolean register.
  private mutating func runLoop(_ code: XtensaInstruction, at address: UInt32) -> Event {
    switch code.r {
    case 0, 1:
      let isTaken = state.booleans >> code.s & 1 == code.r
      if isTaken { branch(to: address &+ 4 &+ extended(code.immediate, bits: 8)) }
    case 8, 9, 10:
      let count = self[code.s]
      state.loopCount = count &- 1
      state.loopBegin = counter
      state.loopEnd = address &+ 4 &+ code.immediate
      let isEmpty = code.r == 9 && count == 0 || code.r == 10 && Int32(bitPattern: count) <= 0
      // A loop does not end at the instruction that begins it.
      branch(to: isEmpty ? state.loopEnd : counter)
    default: return .undefined
    }
    return .none
  }

  /// Executes branches that compare two registers, or test bits.
  mutating func runBranchOnTwo(_ code: XtensaInstruction, at address: UInt32) -> Event {
    let one = self[code.s]
    // Tests of one bit may have its number in their code.
    let hasNumber = code.r & 6 == 6
    let other = hasNumber ? (code.r & 1) << 4 | code.t : self[code.t]
    let holds =
      switch code.r & 7 {
      case 0: one & other == 0
      case 1: one == other
      case 2: Int32(bitPattern: one) < Int32(bitPattern: other)
      case 3: one < other
      case 4: ~one & other == 0
      default: one >> (other & 31) & 1 == 0
      }
    // The other half of the conditions are the negations of these.
    if holds == (code.r & 8 == 0) { branch(to: address &+ 4 &+ extended(code.immediate, bits: 8)) }
    return .none
  }
}
