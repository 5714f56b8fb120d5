/// A function that is running.
struct RunningFunction<Code: Processor> {
  let entry: UInt32
  let returnAddress: UInt32
  /// A result that replaces its own result; `nil` to keep its own.
  var result: UInt32?
  /// The registers when it was called.
  let state: Code.State
  /// The registers with which the program continues after the handler of an interrupt; `nil` for other functions.
  let resumed: Code.State?
  let stackPointer: UInt32
  /// The number of instructions at which it is left.
  let deadline: Int
  /// Its number in the journal.
  let call: UInt32
  /// The state when the latest function that it called returned.
  var latest: Returned?

  /// A function that has returned.
  struct Returned {
    let entry: UInt32
    let result: UInt32
    let state: Code.State
  }
}
