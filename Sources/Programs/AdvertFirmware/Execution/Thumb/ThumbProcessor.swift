/// A processor that runs Thumb code: Armv6-M, Armv7-M, and the parts of Armv8-M and its floating-point unit that
/// compilers use.
///
/// There are no exceptions, and no effects of privilege levels.
///
/// Source: Armv7-M Architecture Reference Manual, A5 (encodings) and A7 (instructions); Armv8-M for what came later.
struct ThumbProcessor {
  /// 0 to 12 are general, 13 is the stack pointer, 14 the link register, 15 the address of the next instruction.
  var registers = InlineArray<16, UInt32>(repeating: 0)
  /// The registers of the floating-point unit, as 32 single ones.
  var floats = InlineArray<32, UInt32>(repeating: 0)
  var flags = Flags()
  /// The carries of the latest operation on octets (the GE bits), the lowest octet first.
  var carries: UInt32 = 0
  /// The flags of the latest comparison of floating-point numbers.
  var floatFlags = Flags()
  /// The condition and the mask of an IT block (A7.3.3); 0 outside.
  var conditions: UInt32 = 0
  var masks = InterruptMasks()
  var memory: ProgramMemory

  /// The condition flags.
  struct Flags: Equatable {
    var isNegative = false
    var isZero = false
    var hasCarry = false
    var hasOverflow = false
  }

  typealias Event = ProcessorEvent

  static let stackPointer = 13
  static let linkRegister = 14
  static let programCounter = 15

  init(memory: ProgramMemory) {
    self.memory = memory
  }

  /// Runs one instruction.
  mutating func step() -> Event {
    let address = registers[Self.programCounter]
    guard let first = memory.load(address, size: 2) else { return .outOfMemory }
    let isLong = first >> 11 >= 0b11101
    var second: UInt32 = 0
    if isLong {
      guard let half = memory.load(address &+ 2, size: 2) else { return .outOfMemory }
      second = half
    }
    registers[Self.programCounter] = address &+ (isLong ? 4 : 2)
    let isConditional = conditions != 0
    var isDone = true
    if isConditional {
      isDone = holds(conditions >> 4)
      // The next condition (A7.3.3, ITAdvance).
      conditions = conditions & 7 == 0 ? 0 : conditions & 0xE0 | conditions << 1 & 0x1F
    }
    guard isDone else { return .skipped }
    let event =
      isLong ? long(first, second, at: address) : short(first, at: address, setsFlags: !isConditional)
    // The two lowest bits of the stack pointer are always zero (B1.4.1).
    registers[Self.stackPointer] &= ~3
    return event
  }

  /// Whether a condition is true (A7.3).
  func holds(_ condition: UInt32) -> Bool {
    let isTrue =
      switch condition >> 1 & 7 {
      case 0: flags.isZero
      case 1: flags.hasCarry
      case 2: flags.isNegative
      case 3: flags.hasOverflow
      case 4: flags.hasCarry && !flags.isZero
      case 5: flags.isNegative == flags.hasOverflow
      case 6: flags.isNegative == flags.hasOverflow && !flags.isZero
      default: true
      }
    return condition & 1 == 1 && condition & 15 != 15 ? !isTrue : isTrue
  }

  // MARK: What instructions share

  /// Returns the value of a register; the program counter is four octets ahead of the instruction.
  func value(_ register: UInt32, at address: UInt32) -> UInt32 {
    register == 15 ? address &+ 4 : registers[Int(register)]
  }

  mutating func set(_ register: UInt32, _ value: UInt32) { registers[Int(register)] = value }

  mutating func setResult(_ value: UInt32) {
    flags.isNegative = value >> 31 == 1
    flags.isZero = value == 0
  }

  /// Adds two numbers (AddWithCarry, A2.2.1). With the complement of a number, it subtracts.
  mutating func add(_ one: UInt32, _ other: UInt32, carry: Bool, setsFlags: Bool) -> UInt32 {
    let sum = UInt64(one) + UInt64(other) + (carry ? 1 : 0)
    let result = UInt32(truncatingIfNeeded: sum)
    if setsFlags {
      setResult(result)
      flags.hasCarry = sum >> 32 != 0
      flags.hasOverflow = (one ^ result) & (other ^ result) & 0x8000_0000 != 0
    }
    return result
  }

  enum Shift {
    case left, right, arithmetic, rotation
  }

  /// Returns a shifted value with its carry (A7.4.2).
  func shifted(_ value: UInt32, _ shift: Shift, by count: UInt32) -> (value: UInt32, carry: Bool) {
    guard count > 0 else { return (value, flags.hasCarry) }
    switch shift {
    case .left: return (count < 32 ? value << count : 0, count <= 32 && value >> (32 - count) & 1 == 1)
    case .right: return (count < 32 ? value >> count : 0, count <= 32 && value >> (count - 1) & 1 == 1)
    case .arithmetic:
      let signed = Int32(bitPattern: value)
      return (UInt32(bitPattern: signed >> Int32(min(count, 31))), signed >> Int32(min(count - 1, 31)) & 1 == 1)
    case .rotation:
      let result = value >> (count & 31) | value << (32 - count & 31)
      return (count & 31 == 0 ? value : result, (count & 31 == 0 ? value : result) >> 31 == 1)
    }
  }

  /// Returns a value with a shift by a constant, which instructions encode in two bits of kind and five of count
  /// (DecodeImmShift).
  func shifted(_ value: UInt32, kind: UInt32, by count: UInt32) -> (value: UInt32, carry: Bool) {
    switch kind {
    case 0: return shifted(value, .left, by: count)
    case 1: return shifted(value, .right, by: count == 0 ? 32 : count)
    case 2: return shifted(value, .arithmetic, by: count == 0 ? 32 : count)
    default:
      // Rotation by one through the carry.
      guard count == 0 else { return shifted(value, .rotation, by: count) }
      return (value >> 1 | (flags.hasCarry ? 1 << 31 : 0), value & 1 == 1)
    }
  }

  static func shift(ofKind kind: UInt32) -> Shift {
    switch kind {
    case 0: .left
    case 1: .right
    case 2: .arithmetic
    default: .rotation
    }
  }

  /// Jumps to an address from a register or from memory. Only Thumb code runs here, so the lowest bit has no meaning.
  mutating func jump(to target: UInt32) -> Event {
    registers[Self.programCounter] = target & ~1
    return .jump
  }

  /// Loads a value from memory into a register.
  mutating func load(_ register: UInt32, at address: UInt32, size: Int, isSigned: Bool = false) -> Event {
    guard let value = memory.load(address, size: size) else { return .outOfMemory }
    if register == 15 { return jump(to: value) }
    set(register, isSigned && size < 4 ? extended(value, bits: UInt32(8 * size)) : value)
    return .none
  }

  mutating func store(_ register: UInt32, at address: UInt32, size: Int) -> Event {
    memory.store(registers[Int(register)], at: address, size: size) ? .none : .outOfMemory
  }

  /// Transfers registers from memory or to memory, the lowest at the lowest address.
  mutating func transfer(_ list: UInt32, at start: UInt32, isLoad: Bool) -> Event {
    var address = start
    var event = Event.none
    for register in 0..<UInt32(16) where list >> register & 1 == 1 {
      let done = isLoad ? load(register, at: address, size: 4) : store(register, at: address, size: 4)
      if done != .none { event = done }
      if done == .outOfMemory { return done }
      address &+= 4
    }
    return event
  }
}
