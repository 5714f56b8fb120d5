/// A processor that runs the code of a program: the parts that differ between instruction sets, and the calling
/// conventions of their compilers. All other parts are shared: memory, bounds, the calls that are answered.
///
/// A processor never fails: an unknown instruction is a ``ProcessorEvent``, and so is memory that is not available.
protocol Processor {
  associatedtype State: ProcessorState

  /// The state that the next instructions depend on, without the memory and the floating-point numbers.
  var state: State { get set }
  var memory: ProgramMemory { get set }
  /// The address of the next instruction.
  var counter: UInt32 { get set }
  /// The lowest address of the running function's stack.
  var stack: UInt32 { get }
  /// The return address of the latest call.
  var returnAddress: UInt32 { get }
  /// The result of the function that was called last, or that has just returned.
  var result: UInt32 { get set }

  init(memory: ProgramMemory)

  /// Sets a result of 64 bits.
  mutating func setResult(wide number: UInt64)

  /// Sets the address of the program's small variables, for processors that have a register for it.
  mutating func use(globals address: UInt32)

  /// Runs one instruction.
  mutating func step() -> ProcessorEvent

  /// Returns an argument of the function that was just called: an address, or a number of up to 32 bits.
  mutating func argument(_ index: Int) -> UInt32

  /// Calls a function.
  ///
  /// - Parameters:
  ///   - function: its address, in the form in which pointers have it.
  ///   - arguments: at most as many as there are registers for them.
  ///   - address: the return address.
  ///   - stack: the start of its stack; `nil` to keep the current stack.
  mutating func call(_ function: UInt32, _ arguments: [UInt32], returningTo address: UInt32, stack: UInt32?)

  /// Returns an unused address, as the return address of a function that no other function has called.
  static func end(of function: UInt32) -> UInt32

  /// Whether a loop contains only subtractions of constants, comparisons with zero, branches, and instructions without
  /// effect.
  ///
  /// - Parameters:
  ///   - start: its first instruction.
  ///   - site: its last one, which branches back.
  static func onlyCounts(from start: UInt32, through site: UInt32, _ memory: inout ProgramMemory) -> Bool
}

/// The registers of a processor.
protocol ProcessorState: Equatable {
  /// The number of registers without the program counter.
  static var count: Int { get }

  /// A register other than the program counter.
  subscript(_ register: Int) -> UInt32 { get set }
}

/// The effect of an instruction besides changes of registers and memory.
enum ProcessorEvent: Equatable {
  case none
  /// The instruction was not executed, because its condition was false.
  case skipped
  /// Called a function, which has the return address ``Processor/returnAddress``.
  case call
  /// Continued at an address from a register or from memory: perhaps a return.
  case jump
  /// Continued at another address in any case, like loops and calls at the end of a function.
  case branch
  /// A supervisor call, with its number.
  case supervisorCall(UInt8)
  /// A breakpoint, which a debugger would take.
  case breakpoint
  /// An unknown instruction, or octets that are not an instruction.
  case undefined
  /// More memory than is available.
  case outOfMemory
}

/// Returns the lowest `bits` bits of a number, from 1 to 32, with their sign extended to 32 bits.
func extended(_ number: UInt32, bits: UInt32) -> UInt32 {
  UInt32(bitPattern: Int32(bitPattern: number << (32 - bits)) >> Int32(32 - bits))
}
