/// What a program asks of what is not part of it.
enum ProgramRequest: Hashable {
  /// A call of a function that is not run.
  case function(String)
  /// A supervisor call.
  case supervisorCall(UInt8)
  /// The outermost function stays where it is: at the end of the program, or because of a failure.
  case staying
}

/// What becomes of a request.
enum ProgramReply {
  /// It returns a result.
  case result(UInt32)
  /// It returns a number of 64 bits.
  case wide(UInt64)
  /// A function of the program is run first, as stacks call those that programs give them.
  case call(UInt32, arguments: [UInt32], result: UInt32)
  /// An interrupt: a function of the program is run, and then the program goes on as it was.
  case interrupt(UInt32)
  /// The function that asks is left: it waits for something that does not happen.
  case leave
  /// The run ends.
  case end
}

/// A change that a program did not make itself.
struct Intervention<State: ProcessorState> {
  /// Instructions before it.
  let steps: Int
  let kind: Kind
  /// Where the function begins that it concerns, or the loop.
  let function: UInt32
  /// Where the program goes on, and with which registers.
  let counter: UInt32
  let state: State
  /// Why the program could not go on by itself; `nil` where it took too long.
  var obstacle: Obstacle?

  enum Kind: String {
    /// A function was begun from outside.
    case begun
    /// An interrupt began its handler.
    case interrupted
    /// The handler has returned, and the program goes on where it was.
    case resumed
    /// The function was left, and taken for successful.
    case left
    /// Its result was exchanged for another one.
    case otherResult
    /// A loop that only lets time pass was cut short.
    case time
  }
}

/// Why a program cannot go on.
struct Obstacle: Hashable {
  let kind: Kind
  /// The instruction, or what is none.
  let site: UInt32

  enum Kind: String {
    case unknownInstruction
    case breakpoint
    /// It uses more memory than there is, or memory that cannot be there.
    case noMemory
    /// Its target holds no code of the image.
    case noCode
  }
}

/// Bounds of a run, in instructions of functions with what they call.
struct RunBounds {
  /// Functions within functions that programs begin with: they have all the instructions of a run.
  var outerDepth = 1
  /// Those that one of these calls, because they call more than others.
  var outer = 400_000
  /// All others.
  var function = 100_000

  /// Functions that are left before they return.
  static let maximumAbandoned = 256
  /// Functions within functions.
  static let maximumFrames = 256
  static let maximumDelays = 2048
  static let maximumInterventions = 4096
}
