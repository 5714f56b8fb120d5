/// Registers that a program accesses through a window: calls move it over 64 registers. If a program needs registers
/// that belong to older functions, these are saved in the functions' stacks, in the way of the vectors of ESP-IDF.
///
/// Source: Xtensa ISA Reference Manual, Windowed Register Option, and the chapter on the windowed application binary
/// interface.
extension XtensaProcessor {
  /// The state that the next instructions depend on.
  struct State: ProcessorState {
    /// The number of groups of four registers: 16, or 8 in smaller processors.
    var groups: UInt32 = 16
    /// The registers, of which the window shows 16.
    var physical = InlineArray<64, UInt32>(repeating: 0)
    /// The address of the next instruction.
    var counter: UInt32 = 0
    /// The beginning of the window, in groups of four registers.
    private(set) var base: UInt32 = 0
    /// The groups at which the registers of functions begin that have not returned, one bit each.
    private(set) var live: UInt32 = 1
    /// The number of groups after the first one that are in the window and belong to no other function.
    private(set) var room: UInt32 = 3
    /// The number of groups by which the latest call moves the window, if the called function asks for it.
    var increment: UInt32 = 0
    /// The same number for the call whose result is the latest one.
    var latest: UInt32 = 0
    /// The processor's state without ``increment``.
    var status: UInt32 = 0x4_0020
    /// The number of bits of funnel shifts.
    var shift: UInt32 = 0
    var loopBegin: UInt32 = 0
    var loopEnd: UInt32 = 0
    var loopCount: UInt32 = 0
    var booleans: UInt32 = 0
    /// The value that must be in memory for a conditional store.
    var compared: UInt32 = 0

    /// The registers of the window, and the number of rounds of a loop.
    static var count: Int { 17 }

    /// A register of the window, or the number of rounds of a loop that are left.
    subscript(_ register: Int) -> UInt32 {
      get { register < 16 ? self[physical: UInt32(register)] : loopCount }
      set {
        if register < 16 { self[physical: UInt32(register)] = newValue } else { loopCount = newValue }
      }
    }

    /// A register by its distance from the beginning of the window, whichever function it belongs to.
    subscript(physical register: UInt32) -> UInt32 {
      get { physical[Int((4 * base &+ register) & (4 * groups - 1))] }
      set { physical[Int((4 * base &+ register) & (4 * groups - 1))] = newValue }
    }

    /// Whether the registers of a function begin at this number of groups after the beginning of the window.
    func isLive(_ distance: UInt32) -> Bool { live >> ((base &+ distance) & (groups - 1)) & 1 == 1 }

    mutating func set(base: UInt32) {
      self.base = base & (groups - 1)
      findRoom()
    }

    mutating func set(live: UInt32) {
      self.live = live & (1 << groups - 1)
      findRoom()
    }

    mutating func setLive(_ distance: UInt32, _ isLive: Bool) {
      let bit: UInt32 = 1 << ((base &+ distance) & (groups - 1))
      set(live: isLive ? live | bit : live & ~bit)
    }

    /// Notes the beginning of the window in the processor's state, where vectors read it.
    mutating func noteBase() { status = status & ~0xF00 | base << 8 }

    private mutating func findRoom() {
      room = isLive(1) ? 0 : isLive(2) ? 1 : isLive(3) ? 2 : 3
    }

    static func == (one: Self, other: Self) -> Bool {
      one.counter == other.counter && one.base == other.base && one.live == other.live
        && one.increment == other.increment && one.status == other.status && one.shift == other.shift
        && one.loopBegin == other.loopBegin && one.loopEnd == other.loopEnd && one.loopCount == other.loopCount
        && one.booleans == other.booleans && one.compared == other.compared && one.latest == other.latest
        && (0..<64).allSatisfy { one.physical[$0] == other.physical[$0] }
    }
  }

  /// A register of the window.
  subscript(_ register: UInt32) -> UInt32 {
    mutating get {
      makeRoom(for: register)
      return state[physical: register]
    }
    set {
      makeRoom(for: register)
      state[physical: register] = newValue
    }
  }

  /// Saves the registers of older functions at the place of a register in the window.
  mutating func makeRoom(for register: UInt32) {
    guard register >> 2 > state.room else { return }
    state.noteBase()
    for distance in 1...register >> 2 where state.isLive(distance) { save(distance) }
  }

  /// Saves the registers of the function that begin at this number of groups after the beginning of the window: four
  /// below the stack of the function that it calls, the others at the end of its own stack.
  private mutating func save(_ distance: UInt32) {
    let size: UInt32 = state.isLive(distance + 1) ? 1 : state.isLive(distance + 2) ? 2 : 3
    func number(_ register: UInt32) -> UInt32 { state[physical: 4 * distance + register] }
    let stack = number(4 * size + 1)
    put(number(0), at: stack &- 16)
    let end = size > 1 ? word(at: number(1) &- 12) : 0
    for register in UInt32(1)..<4 { put(number(register), at: stack &- 16 &+ 4 * register) }
    // Vectors have no other free register for the address.
    if size > 1 { state[physical: 4 * distance] = end }
    for register in 4..<4 * size { put(number(register), at: end &- 16 * size &+ 4 * (register - 4)) }
    state.setLive(distance, false)
  }

  /// Restores the registers of the function that has called the running one.
  ///
  /// - Parameter size: the number of groups.
  private mutating func restore(_ size: UInt32) {
    let stack = state[physical: 1]
    let first = 0 &- 4 * size
    for register in UInt32(0)..<4 { state[physical: first &+ register] = word(at: stack &- 16 &+ 4 * register) }
    if size > 1 {
      let end = word(at: state[physical: first &+ 1] &- 12)
      for register in 4..<4 * size {
        state[physical: first &+ register] = word(at: end &- 16 * size &+ 4 * (register - 4))
      }
    }
    state.setLive(0 &- size, true)
  }

  private mutating func word(at place: UInt32) -> UInt32 {
    guard let word = memory.load(place, size: 4) else {
      hasFailed = true
      return 0
    }
    return word
  }

  private mutating func put(_ number: UInt32, at place: UInt32) {
    if !memory.store(number, at: place, size: 4) { hasFailed = true }
  }

  /// Saves all registers except those of the running function.
  mutating func saveAll() {
    for distance in 1..<state.groups where state.isLive(distance) { save(distance) }
  }

  /// Executes the beginning of a function: it moves the window, and reserves its stack.
  mutating func enter(_ code: XtensaInstruction) -> Event {
    guard code.s < 4 else { return .undefined }
    let stack = self[code.s] &- code.immediate12 << 3
    self[4 * state.increment + code.s] = stack
    state.set(base: state.base &+ state.increment)
    state.setLive(0, true)
    return .none
  }

  /// Executes the end of a function that has moved the window.
  mutating func returnFromWindow(at address: UInt32) -> Event {
    let link = state[physical: 0]
    let size = link >> 30
    let known = (UInt32(1)...3).first { state.isLive(0 &- $0) }
    guard size > 0, known == nil || known == size else { return .undefined }
    if known == nil {
      state.noteBase()
      restore(size)
    }
    state.setLive(0, false)
    state.set(base: state.base &- size)
    state.latest = size
    return jump(to: address & 0xC000_0000 | link & 0x3FFF_FFFF, .jump)
  }

  /// Moves the stack pointer. The registers that were saved below it move with it: the registers of the calling
  /// function are restored first.
  mutating func moveStack(_ target: UInt32, _ source: UInt32) -> Event {
    let size = state[physical: 0] >> 30
    if (UInt32(1)...3).allSatisfy({ !state.isLive(0 &- $0) }) {
      guard size > 0 else { return .undefined }
      restore(size)
    }
    self[target] = self[source]
    return .none
  }

  /// Executes loads and stores of the vectors that save and restore registers.
  mutating func accessWindow(_ code: XtensaInstruction) -> Event {
    let place = self[code.s] &- 64 &+ code.r << 2
    switch code.second {
    case 0: return load(code.t, at: place, size: 4)
    case 4: return store(code.t, at: place, size: 4)
    default: return .undefined
    }
  }
}
