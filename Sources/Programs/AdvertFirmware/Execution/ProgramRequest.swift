/// A request of a program to code outside of it.
enum ProgramRequest: Hashable {
  /// A call of a function that is not run.
  case function(String)
  case supervisorCall(UInt8)
  /// The outermost function loops forever: at the end of the program, or because of a failure.
  case staying
  /// The program has reset the processor, and loops until that happens.
  case reset
}

/// The reply to a request.
enum ProgramReply {
  /// The call returns a result.
  case result(UInt32)
  /// The call returns a number of 64 bits.
  case wide(UInt64)
  /// A function of the program runs first, in the way in which stacks call functions of programs.
  case call(UInt32, arguments: [UInt32], result: UInt32)
  /// An interrupt: a function of the program runs, and then the program continues in its earlier state.
  case interrupt(UInt32)
  /// The requesting function is left: it waits for an event that does not happen.
  case leave
  /// The run ends.
  case end
}

/// A change that was made from outside the program.
struct Intervention<State: ProcessorState> {
  /// The number of instructions before it.
  let steps: Int
  let kind: Kind
  /// The start of the function or the loop that it concerns.
  let function: UInt32
  /// The call that goes on, by its number in the journal; 0 where it is not known.
  let call: UInt32
  /// The address and the registers with which the program continues.
  let counter: UInt32
  let state: State
  /// The reason why the program could not continue by itself; `nil` where it took too long.
  var obstacle: Obstacle?
  /// The number of calls that were skipped, one after the other.
  private(set) var count = 1
  /// The number of instructions from one of them to the next.
  private(set) var distance = 0

  /// Takes another skipped call; `false` where it is of another function, or comes sooner or later than those before it.
  mutating func skipsAgain(_ function: UInt32, behind steps: Int) -> Bool {
    let distance = steps - self.steps - (count - 1) * self.distance
    guard kind == .skipped, self.function == function, count == 1 || distance == self.distance else { return false }
    (count, self.distance) = (count + 1, distance)
    return true
  }

  enum Kind: String {
    /// A function was begun from outside.
    case begun
    /// An interrupt started its handler.
    case interrupted
    /// The handler has returned, and the program continues where it was.
    case resumed
    /// The function was left, and counts as successful.
    case left
    /// The function was left before its first instruction, because it was left whenever it ran.
    case skipped
    /// The result of the function was replaced by another one.
    case otherResult
  }
}

/// The reason why a program cannot continue.
struct Obstacle: Hashable {
  let kind: Kind
  /// The address of the instruction, or of octets that are not an instruction.
  let site: UInt32

  enum Kind: String {
    case unknownInstruction
    case breakpoint
    /// The program uses more memory than is available, or memory that cannot exist.
    case noMemory
    /// The target of the call or jump has no code of the image.
    case noCode
  }
}
