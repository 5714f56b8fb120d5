/// The calling convention of compilers for Thumb.
///
/// Source: Procedure Call Standard for the Arm Architecture, 6.1.1 (registers) and 6.4 (arguments).
extension ThumbProcessor: Processor {
  /// Registers, flags, and the masks of interrupts.
  struct State: ProcessorState {
    fileprivate var registers: InlineArray<16, UInt32>
    fileprivate(set) var flags: Flags
    fileprivate var conditions: UInt32
    fileprivate(set) var masks: InterruptMasks

    static var count: Int { ThumbProcessor.programCounter }

    subscript(_ register: Int) -> UInt32 {
      get { registers[register] }
      set { registers[register] = newValue }
    }

    static func == (one: Self, other: Self) -> Bool {
      one.flags == other.flags && one.conditions == other.conditions && one.masks == other.masks
        && (0..<16).allSatisfy { one.registers[$0] == other.registers[$0] }
    }
  }

  var state: State {
    get { State(registers: registers, flags: flags, conditions: conditions, masks: masks) }
    set {
      registers = newValue.registers
      flags = newValue.flags
      conditions = newValue.conditions
      masks = newValue.masks
    }
  }

  var counter: UInt32 {
    get { registers[Self.programCounter] }
    set { registers[Self.programCounter] = newValue }
  }

  var stack: UInt32 { registers[Self.stackPointer] }

  var returnAddress: UInt32 { registers[Self.linkRegister] & ~1 }

  var result: UInt32 {
    get { registers[0] }
    set { registers[0] = newValue }
  }

  /// Returns an argument. Four are in registers, the others on the stack.
  mutating func argument(_ index: Int) -> UInt32 {
    index < 4 ? registers[index] : memory.load(stack &+ UInt32(4 * (index - 4)), size: 4) ?? 0
  }

  mutating func call(_ function: UInt32, _ arguments: [UInt32], returningTo address: UInt32, stack: UInt32?) {
    conditions = 0
    for (register, argument) in arguments.prefix(4).enumerated() { registers[register] = argument }
    if let stack {
      registers[Self.stackPointer] = stack
      // Tasks, and what a stack calls, begin with interrupts.
      masks = InterruptMasks()
    }
    registers[Self.linkRegister] = address | 1
    registers[Self.programCounter] = function & ~1
  }

  mutating func setResult(wide number: UInt64) {
    registers[0] = UInt32(truncatingIfNeeded: number)
    registers[1] = UInt32(truncatingIfNeeded: number >> 32)
  }

  /// Does nothing: there is no register for small variables.
  mutating func use(globals _: UInt32) {}

  static func end(of function: UInt32) -> UInt32 { 0xFFFF_FF00 }

  static func onlyCounts(from start: UInt32, through site: UInt32, _ memory: inout ProgramMemory) -> Bool {
    var place = start
    // The registers that are counted down, and those that are compared with each other, one bit each.
    var (counted, compared): (UInt32, UInt32) = (0, 0)
    while place <= site {
      guard let first = memory.load(place, size: 2) else { return false }
      if first >> 11 >= 0b11101 {
        guard let second = memory.load(place &+ 2, size: 2) else { return false }
        let isSubtraction = first & 0xFFF0 == 0xF1B0 && first & 15 == second >> 8 & 15 && second & 0xF000 == 0
        guard first == 0xF3AF || isSubtraction else { return false }
        if isSubtraction { counted |= 1 << (first & 15) }
        place &+= 4
        continue
      }
      let isSubtraction = first >> 11 == 0b00111 || first & 0xFE00 == 0x1E00 && first & 7 == first >> 3 & 7
      let isBranch = first >> 12 == 0b1101 && first >> 8 & 15 < 14 || first >> 11 == 0b11100
      let isTest = first >> 11 == 0b00101 && first & 0xFF == 0 || first & 0xF500 == 0xB100
      let isNothing = first == 0xBF00 || first == 0x46C0
      let isComparison = first & 0xFFC0 == 0x4280
      guard isSubtraction || isBranch || isTest || isNothing || isComparison else { return false }
      if isSubtraction { counted |= 1 << (first >> 11 == 0b00111 ? first >> 8 & 7 : first & 7) }
      if isComparison { compared |= 1 << (first & 7) | 1 << (first >> 3 & 7) }
      place &+= 2
    }
    // A comparison with the number that decreases could end the loop before zero.
    return counted & compared == 0
  }
}
