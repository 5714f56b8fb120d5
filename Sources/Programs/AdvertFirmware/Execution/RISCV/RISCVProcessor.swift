/// A processor that runs code for RISC-V with 32 bits: RV32IMAC, and control and status registers.
///
/// There are no exceptions, and no effects of privilege levels.
///
/// Source: The RISC-V Instruction Set Manual, volume I (20240411): 2 (RV32I), 6 (Zicsr), 12 (M), 13 (A), 26 (C).
struct RISCVProcessor {
  /// 0 is always zero, 1 is the link register, 2 the stack pointer.
  private(set) var registers = InlineArray<32, UInt32>(repeating: 0)
  /// The address of the next instruction.
  var counter: UInt32 = 0
  var memory: ProgramMemory
  /// Control and status registers that the program has written.
  private var controls: [UInt32: UInt32] = [:]
  /// The word that the latest load reserved.
  private var reserved: UInt32?

  typealias Event = ProcessorEvent

  static let linkRegister: UInt32 = 1
  static let stackPointer: UInt32 = 2

  init(memory: ProgramMemory) {
    self.memory = memory
  }

  /// A register by the lowest five bits of a number.
  subscript(_ register: UInt32) -> UInt32 {
    get { registers[Int(register & 31)] }
    set { if register & 31 != 0 { registers[Int(register & 31)] = newValue } }
  }

  /// Runs one instruction.
  mutating func step() -> Event {
    let address = counter
    guard let first = memory.load(address, size: 2) else { return .outOfMemory }
    guard first & 3 == 3 else {
      counter = address &+ 2
      return Self.expanded(first).map { run($0, at: address) } ?? .undefined
    }
    guard let second = memory.load(address &+ 2, size: 2) else { return .outOfMemory }
    counter = address &+ 4
    return run(second << 16 | first, at: address)
  }

  // MARK: Instructions of 32 bits

  /// Executes an instruction. The counter is already after it (34, instruction set listings).
  private mutating func run(_ code: UInt32, at address: UInt32) -> Event {
    let (target, source) = (code >> 7 & 31, self[code >> 15])
    let immediate = extended(code >> 20, bits: 12)
    switch code & 0x7F {
    case 0x37: self[target] = code & 0xFFFF_F000
    case 0x17: self[target] = address &+ code & 0xFFFF_F000
    case 0x6F:
      let distance =
        (code >> 31) << 20 | (code >> 12 & 0xFF) << 12 | (code >> 20 & 1) << 11 | (code >> 21 & 0x3FF) << 1
      return jump(to: address &+ extended(distance, bits: 21), linking: target, isDirect: true)
    case 0x67:
      guard code >> 12 & 7 == 0 else { return .undefined }
      return jump(to: (source &+ immediate) & ~1, linking: target, isDirect: false)
    case 0x63:
      guard let isTaken = holds(code >> 12 & 7, source, self[code >> 20]) else { return .undefined }
      let distance = (code >> 31) << 12 | (code >> 7 & 1) << 11 | (code >> 25 & 0x3F) << 5 | (code >> 8 & 15) << 1
      if isTaken { counter = address &+ extended(distance, bits: 13) }
    case 0x03: return load(target, at: source &+ immediate, code >> 12 & 7)
    case 0x23:
      guard code >> 12 & 7 <= 2 else { return .undefined }
      let place = source &+ extended((code >> 25) << 5 | target, bits: 12)
      return memory.store(self[code >> 20], at: place, size: 1 << Int(code >> 12 & 7)) ? .none : .outOfMemory
    case 0x13:
      // Shifts have the rest of their code at the place of other instructions' constants.
      let isShift = code >> 12 & 3 == 1
      let rest = isShift ? code >> 25 : 0
      guard let value = Self.computed(code >> 12 & 7, rest, source, isShift ? code >> 20 & 31 : immediate) else {
        return .undefined
      }
      self[target] = value
    case 0x33:
      let other = self[code >> 20]
      let value =
        code >> 25 == 1
        ? Self.multiplied(code >> 12 & 7, source, other) : Self.computed(code >> 12 & 7, code >> 25, source, other)
      guard let value else { return .undefined }
      self[target] = value
    // No other code uses the memory, so that its order is always right.
    case 0x0F: return code >> 12 & 7 <= 1 ? .none : .undefined
    case 0x2F: return atomic(code, at: source)
    case 0x73: return system(code)
    default: return .undefined
    }
    return .none
  }

  private mutating func jump(to place: UInt32, linking target: UInt32, isDirect: Bool) -> Event {
    self[target] = counter
    counter = place
    switch target {
    case Self.linkRegister: return .call
    case 0: return isDirect ? .branch : .jump
    // The second link register, for code at the beginnings of functions that compilers share.
    default: return .none
    }
  }

  /// Whether a branch is taken; `nil` for a condition that does not exist.
  private func holds(_ condition: UInt32, _ one: UInt32, _ other: UInt32) -> Bool? {
    switch condition {
    case 0: one == other
    case 1: one != other
    case 4: Int32(bitPattern: one) < Int32(bitPattern: other)
    case 5: Int32(bitPattern: one) >= Int32(bitPattern: other)
    case 6: one < other
    case 7: one >= other
    default: nil
    }
  }

  private mutating func load(_ target: UInt32, at place: UInt32, _ form: UInt32) -> Event {
    guard form & 3 < 3, form != 6 else { return .undefined }
    guard let value = memory.load(place, size: 1 << Int(form & 3)) else { return .outOfMemory }
    self[target] = form < 2 ? extended(value, bits: 8 << form) : value
    return .none
  }

  /// - Parameters:
  ///   - operation: three bits.
  ///   - rest: the bits that distinguish subtraction from addition, and the kinds of shifts.
  private static func computed(_ operation: UInt32, _ rest: UInt32, _ one: UInt32, _ other: UInt32) -> UInt32? {
    let isOther = rest == 0x20
    guard rest == 0 || isOther && (operation == 0 || operation == 5) else { return nil }
    return switch operation {
    case 0: isOther ? one &- other : one &+ other
    case 1: one << (other & 31)
    case 2: Int32(bitPattern: one) < Int32(bitPattern: other) ? 1 : 0
    case 3: one < other ? 1 : 0
    case 4: one ^ other
    case 5: isOther ? UInt32(bitPattern: Int32(bitPattern: one) >> Int32(other & 31)) : one >> (other & 31)
    case 6: one | other
    default: one & other
    }
  }

  /// Returns the result of a multiplication or a division, which is defined for all divisors (12.2).
  private static func multiplied(_ operation: UInt32, _ one: UInt32, _ other: UInt32) -> UInt32 {
    let (signed, signedOther) = (Int32(bitPattern: one), Int32(bitPattern: other))
    func high(_ product: Int64) -> UInt32 { UInt32(truncatingIfNeeded: product >> 32) }
    switch operation {
    case 0: return one &* other
    case 1: return high(Int64(signed) * Int64(signedOther))
    case 2: return high(Int64(signed) * Int64(other))
    case 3: return UInt32(truncatingIfNeeded: (UInt64(one) * UInt64(other)) >> 32)
    case 4: return other == 0 ? .max : UInt32(bitPattern: signed.dividedReportingOverflow(by: signedOther).partialValue)
    case 5: return other == 0 ? .max : one / other
    case 6:
      // The remainder of an overflow is zero.
      let (rest, overflow) = signed.remainderReportingOverflow(dividingBy: signedOther)
      return other == 0 ? one : overflow ? 0 : UInt32(bitPattern: rest)
    default: return other == 0 ? one : one % other
    }
  }

  /// Executes an atomic operation on a word of memory (13).
  private mutating func atomic(_ code: UInt32, at place: UInt32) -> Event {
    let (target, operation) = (code >> 7 & 31, code >> 27)
    guard code >> 12 & 7 == 2, place & 3 == 0 else { return .undefined }
    let other = self[code >> 20]
    if operation == 3 {
      let isReserved = reserved == place
      reserved = nil
      if isReserved, !memory.store(other, at: place, size: 4) { return .outOfMemory }
      self[target] = isReserved ? 0 : 1
      return .none
    }
    guard let value = memory.load(place, size: 4) else { return .outOfMemory }
    let (signed, signedOther) = (Int32(bitPattern: value), Int32(bitPattern: other))
    let result: UInt32
    switch operation {
    case 2:
      guard code >> 20 & 31 == 0 else { return .undefined }
      reserved = place
      self[target] = value
      return .none
    case 0: result = value &+ other
    case 1: result = other
    case 4: result = value ^ other
    case 8: result = value | other
    case 12: result = value & other
    case 16: result = signed < signedOther ? value : other
    case 20: result = signed > signedOther ? value : other
    case 24: result = min(value, other)
    case 28: result = max(value, other)
    default: return .undefined
    }
    guard memory.store(result, at: place, size: 4) else { return .outOfMemory }
    self[target] = value
    return .none
  }

  /// Executes accesses to control and status registers, and calls of the environment, which does not exist here.
  private mutating func system(_ code: UInt32) -> Event {
    let (target, form, number) = (code >> 7 & 31, code >> 12 & 7, code >> 20)
    guard form & 3 != 0 else {
      switch code {
      // A request to the operating system to switch to another task. There is none.
      case 0x0000_0073: return .none
      case 0x0010_0073: return .breakpoint
      // There are no interrupts to wait for.
      case 0x1050_0073: return .none
      default: return .undefined
      }
    }
    let operand = form & 4 != 0 ? code >> 15 & 31 : self[code >> 15]
    let isWritten = form & 3 == 1 || code >> 15 & 31 != 0
    // A register that is only written is not read.
    guard let value = form & 3 == 1 && target == 0 ? 0 : control(number) else { return .outOfMemory }
    if isWritten {
      // The two highest bits mark a register that cannot be written.
      guard number >> 10 != 3 else { return .undefined }
      controls[number] = form & 3 == 1 ? operand : form & 3 == 2 ? value | operand : value & ~operand
    }
    self[target] = value
    return .none
  }

  /// Returns the value of a control and status register: the written value, or a value from outside the image.
  private mutating func control(_ number: UInt32) -> UInt32? {
    // There is one processor, with the number 0.
    if number == 0xF14 { return 0 }
    return controls[number] ?? memory.outsideReading(of: 0xFFFF_0000 | number << 2)
  }
}

// MARK: Conventions

/// The calling convention of compilers for RISC-V.
///
/// Source: RISC-V ABIs Specification, 1.1 (registers) and 2.1 (arguments).
extension RISCVProcessor: Processor {
  /// All registers.
  struct State: ProcessorState {
    fileprivate var registers: InlineArray<32, UInt32>
    fileprivate var counter: UInt32
    fileprivate var reserved: UInt32?

    static var count: Int { 32 }

    subscript(_ register: Int) -> UInt32 {
      get { registers[register] }
      set { registers[register] = newValue }
    }

    static func == (one: Self, other: Self) -> Bool {
      one.counter == other.counter && one.reserved == other.reserved
        && (0..<32).allSatisfy { one.registers[$0] == other.registers[$0] }
    }
  }

  var state: State {
    get { State(registers: registers, counter: counter, reserved: reserved) }
    set {
      registers = newValue.registers
      counter = newValue.counter
      reserved = newValue.reserved
    }
  }

  private static let globalPointer: UInt32 = 3
  /// The first of the eight registers with arguments. It also has the result.
  private static let firstArgument: UInt32 = 10

  var stack: UInt32 { self[Self.stackPointer] }

  var returnAddress: UInt32 { self[Self.linkRegister] }

  var result: UInt32 {
    get { self[Self.firstArgument] }
    set { self[Self.firstArgument] = newValue }
  }

  /// Returns an argument. Eight are in registers, the others on the stack.
  mutating func argument(_ index: Int) -> UInt32 {
    index < 8
      ? self[Self.firstArgument + UInt32(index)] : memory.load(stack &+ UInt32(4 * (index - 8)), size: 4) ?? 0
  }

  mutating func call(_ function: UInt32, _ arguments: [UInt32], returningTo address: UInt32, stack: UInt32?) {
    for (index, argument) in arguments.prefix(8).enumerated() { self[Self.firstArgument + UInt32(index)] = argument }
    if let stack { self[Self.stackPointer] = stack }
    self[Self.linkRegister] = address
    counter = function & ~1
  }

  mutating func setResult(wide number: UInt64) {
    self[Self.firstArgument] = UInt32(truncatingIfNeeded: number)
    self[Self.firstArgument + 1] = UInt32(truncatingIfNeeded: number >> 32)
  }

  mutating func use(globals address: UInt32) { self[Self.globalPointer] = address }

  static func end(of function: UInt32) -> UInt32 { 0xFFFF_FF00 }

  static func onlyCounts(from start: UInt32, through site: UInt32, _ memory: inout ProgramMemory) -> Bool {
    var place = start
    while place <= site {
      guard let first = memory.load(place, size: 2), let second = memory.load(place &+ 2, size: 2) else { return false }
      let isShort = first & 3 != 3
      guard let code = isShort ? expanded(first) : second << 16 | first else { return false }
      let (target, source) = (code >> 7 & 31, code >> 15 & 31)
      let isSum = code & 0x707F == 0x13 && target == source && (code >> 31 == 1 || code == 0x13)
      let isBranch = code & 0x7F == 0x63 && (source == 0 || code >> 20 & 31 == 0) || code & 0xFFF == 0x6F
      guard isSum || isBranch else { return false }
      place &+= isShort ? 2 : 4
    }
    return true
  }
}
