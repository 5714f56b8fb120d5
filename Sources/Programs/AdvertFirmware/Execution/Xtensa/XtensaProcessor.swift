/// A processor that runs code for Xtensa with the options of the ESP32 (LX6), ESP32-S2 and ESP32-S3 (LX7): the core
/// instructions, and those for code density, windowed registers, loops, multiplication and division, single comparisons
/// and stores, booleans and floating-point numbers.
///
/// There are no exceptions: the work of a program's vectors on its register windows is done here, with the same result
/// in memory.
///
/// Source: Xtensa Instruction Set Architecture (ISA) Reference Manual, the chapters on the options and on the instructions
/// by their codes.
struct XtensaProcessor {
  var state = State()
  var memory: ProgramMemory
  /// Floating-point registers.
  var floats = InlineArray<16, UInt32>(repeating: 0)
  /// Special registers and user registers without another place here, with the values that the program has written;
  /// user registers have their number plus ``firstUserRegister``.
  var controls: [UInt32: UInt32] = [:]
  /// Whether registers could not be saved, because there is no more memory.
  var hasFailed = false
  /// Whether the instruction has set the counter, so that it does not end a round of a loop.
  private var hasBranched = false

  typealias Event = ProcessorEvent

  init(memory: ProgramMemory) {
    self.memory = memory
  }

  /// The address of the next instruction.
  var counter: UInt32 {
    get { state.counter }
    set { state.counter = newValue }
  }

  /// Runs one instruction.
  mutating func step() -> Event {
    let address = counter
    guard let first = memory.load(address, size: 2) else { return .outOfMemory }
    let isShort = first & 8 != 0
    counter = address &+ (isShort ? 2 : 3)
    hasBranched = false
    var event: Event
    if isShort {
      event = runShort(first, at: address)
    } else {
      guard let last = memory.load(address &+ 2, size: 1) else { return .outOfMemory }
      event = run(XtensaInstruction(code: first | last << 16), at: address)
    }
    if hasFailed {
      hasFailed = false
      event = .outOfMemory
    }
    if event == .none, !hasBranched, state.loopCount != 0, counter == state.loopEnd {
      state.loopCount -= 1
      counter = state.loopBegin
    }
    return event
  }

  // MARK: Families of instructions

  private mutating func run(_ code: XtensaInstruction, at address: UInt32) -> Event {
    switch code.family {
    case 0:
      switch code.first {
      case 0: return runFirst(code, at: address)
      case 1: return runShift(code)
      case 2: return runBoolean(code) ?? runDivision(code)
      case 3: return runSpecial(code)
      case 4, 5:
        let bits = self[code.t] >> ((code.first & 1) << 4 | code.s)
        self[code.r] = bits & (UInt32.max >> (31 - code.second))
        return .none
      case 8: return loadFloat(code)
      case 9: return accessWindow(code)
      case 10: return computeFloat(code)
      case 11: return compareFloat(code)
      default: return .undefined
      }
    case 1:
      return load(code.t, at: (address &+ 3) & ~3 &+ (0xFFFC_0000 | code.half << 2), size: 4)
    case 2: return access(code)
    case 3: return loadFloatBeside(code)
    case 5:
      return call(code.n, (address & ~3) &+ extended(code.distance, bits: 18) << 2 &+ 4)
    case 6: return runBranchOnZero(code, at: address)
    case 7: return runBranchOnTwo(code, at: address)
    default: return .undefined
    }
  }

  // MARK: Memory

  /// Executes loads, stores, additions of constants, and operations on a cache, which have no effect here.
  private mutating func access(_ code: XtensaInstruction) -> Event {
    if code.r == 10 {
      self[code.t] = extended(code.s << 8 | code.immediate, bits: 12)
      return .none
    }
    let source = self[code.s]
    func place(_ size: UInt32) -> UInt32 { source &+ code.immediate * size }
    switch code.r {
    case 0: return load(code.t, at: place(1), size: 1)
    case 1: return load(code.t, at: place(2), size: 2)
    case 2: return load(code.t, at: place(4), size: 4)
    case 4: return store(code.t, at: place(1), size: 1)
    case 5: return store(code.t, at: place(2), size: 2)
    case 6: return store(code.t, at: place(4), size: 4)
    case 7: return .none
    case 9:
      let event = load(code.t, at: place(2), size: 2)
      if event == .none { self[code.t] = extended(self[code.t], bits: 16) }
      return event
    case 12: self[code.t] = source &+ extended(code.immediate, bits: 8)
    case 13: self[code.t] = source &+ extended(code.immediate, bits: 8) << 8
    // Loads and stores with a fixed order, and a conditional store. Their words are aligned.
    case 11 where place(4) & 3 == 0: return load(code.t, at: place(4), size: 4)
    case 15 where place(4) & 3 == 0: return store(code.t, at: place(4), size: 4)
    case 14 where place(4) & 3 == 0:
      makeRoom(for: code.t)
      guard let value = memory.load(place(4), size: 4) else { return .outOfMemory }
      if value == state.compared, !memory.store(self[code.t], at: place(4), size: 4) { return .outOfMemory }
      self[code.t] = value
    default: return .undefined
    }
    return .none
  }

  mutating func load(_ register: UInt32, at place: UInt32, size: Int) -> Event {
    makeRoom(for: register)
    guard let value = memory.load(place, size: size) else { return .outOfMemory }
    self[register] = value
    return .none
  }

  mutating func store(_ register: UInt32, at place: UInt32, size: Int) -> Event {
    memory.store(self[register], at: place, size: size) ? .none : .outOfMemory
  }

  // MARK: Code density

  /// Executes instructions of 16 bits.
  private mutating func runShort(_ code: UInt32, at address: UInt32) -> Event {
    let (t, s, r) = (code >> 4 & 15, code >> 8 & 15, code >> 12 & 15)
    switch code & 15 {
    case 8: return load(t, at: self[s] &+ r << 2, size: 4)
    case 9: return store(t, at: self[s] &+ r << 2, size: 4)
    case 10: self[r] = self[s] &+ self[t]
    case 11: self[r] = self[s] &+ (t == 0 ? .max : t)
    case 12 where t < 8:
      let number = t << 4 | r
      // Codes from 96 on mean negative numbers.
      self[s] = number < 96 ? number : number &- 128
    case 12:
      if (self[s] == 0) == (t & 4 == 0) { branch(to: address &+ 4 &+ ((t & 3) << 4 | r)) }
    case 13 where r == 0: self[t] = self[s]
    case 13 where r == 15:
      switch t {
      case 0: return jump(to: self[0], .jump)
      case 1: return returnFromWindow(at: address)
      case 2: return .breakpoint
      case 3: return .none
      default: return .undefined
      }
    default: return .undefined
    }
    return .none
  }

  // MARK: Control

  /// Continues at another address.
  mutating func branch(to address: UInt32) {
    hasBranched = true
    counter = address
  }

  /// Continues at another address, and returns the event for the caller.
  mutating func jump(to address: UInt32, _ event: Event) -> Event {
    branch(to: address)
    return event
  }

  /// Calls a function.
  ///
  /// - Parameter increment: the number of groups of four registers by which the window moves.
  mutating func call(_ increment: UInt32, _ address: UInt32) -> Event {
    if increment > 0 {
      self[4 * increment] = Self.linked(counter, increment)
      state.increment = increment
    } else {
      self[0] = counter
    }
    state.latest = increment
    return jump(to: address, .call)
  }

  /// Returns the value that a call puts into a register: the return address within a quarter of the memory, and the
  /// movement of the window.
  static func linked(_ address: UInt32, _ increment: UInt32) -> UInt32 {
    increment == 0 ? address : address & 0x3FFF_FFFF | increment << 30
  }
}

/// An instruction of 24 bits, with its fields under the names of the manual.
struct XtensaInstruction {
  let code: UInt32

  var family: UInt32 { code & 15 }
  var t: UInt32 { code >> 4 & 15 }
  var s: UInt32 { code >> 8 & 15 }
  var r: UInt32 { code >> 12 & 15 }
  /// `op1`.
  var first: UInt32 { code >> 16 & 15 }
  /// `op2`.
  var second: UInt32 { code >> 20 & 15 }
  var n: UInt32 { code >> 4 & 3 }
  var m: UInt32 { code >> 6 & 3 }
  /// The highest 8 bits.
  var immediate: UInt32 { code >> 16 & 0xFF }
  /// The highest 12 bits.
  var immediate12: UInt32 { code >> 12 & 0xFFF }
  /// The highest 16 bits.
  var half: UInt32 { code >> 8 & 0xFFFF }
  /// The highest 18 bits.
  var distance: UInt32 { code >> 6 }
  /// The number of a special register.
  var special: UInt32 { code >> 8 & 0xFF }
}
