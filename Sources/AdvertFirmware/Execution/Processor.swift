/// A processor that runs the code of a program: what differs between sets of instructions, and how their compilers call
/// functions. All else is shared: memory, bounds, the calls that are answered.
///
/// A processor is total: an instruction that it does not know is a ``ProcessorEvent``, and so is memory that cannot be had.
protocol Processor {
  associatedtype State: ProcessorState

  /// All that the next instructions depend on, but for the memory and floating-point numbers.
  var state: State { get set }
  var memory: ProgramMemory { get set }
  /// The address of the next instruction.
  var counter: UInt32 { get set }
  /// Where the stack ends that the running function uses.
  var stack: UInt32 { get }
  /// Where the function goes on that has just made a call.
  var returnAddress: UInt32 { get }
  /// What a function returns that was called last, or has just returned.
  var result: UInt32 { get set }

  init(memory: ProgramMemory)

  /// Sets a result of 64 bits.
  mutating func setResult(wide number: UInt64)

  /// Sets where the small variables of a program lie, for those that have a register for it.
  mutating func use(globals address: UInt32)

  /// Runs one instruction.
  mutating func step() -> ProcessorEvent

  /// An argument of the function that was just called: an address, or a number of up to 32 bits.
  mutating func argument(_ index: Int) -> UInt32

  /// Calls a function.
  ///
  /// - Parameters:
  ///   - function: its address, as pointers have it.
  ///   - arguments: as many as there are registers for them.
  ///   - address: where it returns to.
  ///   - stack: where its stack begins; `nil` for where it is.
  mutating func call(_ function: UInt32, _ arguments: [UInt32], returningTo address: UInt32, stack: UInt32?)

  /// Where nothing lies, for a function to return to that nothing called.
  static func end(of function: UInt32) -> UInt32

  /// Whether a loop has nothing but subtractions of constants, comparisons with zero, branches, and instructions that do
  /// nothing.
  ///
  /// - Parameters:
  ///   - start: its first instruction.
  ///   - site: its last one, which branches back.
  static func onlyCounts(from start: UInt32, through site: UInt32, _ memory: inout ProgramMemory) -> Bool
}

/// The registers of a processor.
protocol ProcessorState: Equatable {
  /// How many of them are no program counter.
  static var count: Int { get }

  /// A register that is no program counter.
  subscript(_ register: Int) -> UInt32 { get set }
}

/// What an instruction did beside changing registers and memory.
enum ProcessorEvent: Equatable {
  case none
  /// Called a function, which has its ``Processor/returnAddress``.
  case call
  /// Went to an address that it had in a register or read from memory: perhaps a return.
  case jump
  /// Went elsewhere in any case, as loops do, and calls at the end of a function.
  case branch
  /// A supervisor call, with its number.
  case supervisorCall(UInt8)
  /// A breakpoint, which a debugger would take.
  case breakpoint
  /// An instruction that this does not know, or none.
  case undefined
  /// More memory than there can be.
  case outOfMemory
}
