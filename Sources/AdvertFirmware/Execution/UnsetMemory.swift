/// What a function that runs by itself reads of RAM that nothing before it has written: other functions of the program may
/// have set it. What of the payload depends on it is found by running the function again with other words there.
struct UnsetMemory {
  /// Places of octets that depend on memory that is zero when the program starts. Something sets it, or it is of no use.
  private(set) var unknown: [PayloadRole: Set<Int>] = [:]
  /// How many octets depend on RAM that nothing has written yet.
  private(set) var dependent = 0

  /// More words than functions read that only put a payload together.
  private static let maximumWords = 128
  /// Small as a number of 8, 16 or 32 bits, true as a flag, and no address.
  private static let change: UInt32 = 0x0101_0101

  /// - Parameters:
  ///   - before: the program before the function ran.
  ///   - after: the same behind it, with its readings noted.
  ///   - attempt: how it ran.
  ///   - changesArguments: whether its arguments are changed like memory, because they were taken for zero.
  /// - Returns: `nil` where the lengths of payloads depend on memory that is zero at first, where payloads depend on arguments,
  ///   or where too much is read.
  init?<Code>(
    before: ProgramTrial<Code>, after: ProgramTrial<Code>, _ attempt: FunctionAttempt, changesArguments: Bool
  ) {
    let effort = before.program.effort
    let words = (after.program.processor.memory.unset ?? [:]).sorted { $0.key < $1.key }
    guard words.count <= Self.maximumWords else { return nil }
    let known = before.caught.count
    let wanted = after.caught
    func run(_ trial: ProgramTrial<Code>, _ arguments: [UInt32]) -> [CaughtAdvertising]? {
      var trial = trial
      trial.run(attempt.entry, bound: attempt.bound, arguments: arguments)
      guard !effort.isSpent else { return nil }
      // What was there before says nothing of the function.
      return trial.caught.count > known || trial.caught != before.caught ? trial.caught : []
    }
    for argument in attempt.arguments.indices where changesArguments {
      for other in [1, before.unknownArguments(attempt.entry)[argument]] {
        var arguments = attempt.arguments
        arguments[argument] = other
        // Where nothing is handed over, the argument says whether, and not what.
        guard let others = run(before, arguments), zip(wanted, others).allSatisfy({ $0.octets == $1.octets }) else {
          return nil
        }
      }
    }
    for (word, isZero) in words {
      var trial = before
      trial.program.change(by: Self.change, at: word)
      guard let others = run(trial, attempt.arguments) else { return nil }
      for (one, other) in zip(wanted, others) {
        if one.octets.mapValues(\.count) != other.octets.mapValues(\.count) {
          guard !isZero else { return nil }
          dependent += one.octets.values.reduce(0) { $0 + $1.count }
          continue
        }
        for (role, octets) in one.octets {
          let others = other.octets[role] ?? []
          let places = octets.indices.filter { octets[$0] != others[$0] }
          dependent += places.count
          if isZero { unknown[role, default: []].formUnion(places) }
        }
      }
    }
  }
}

/// How a function is run by itself.
struct FunctionAttempt {
  let entry: UInt32
  let arguments: [UInt32]
  /// Instructions at most.
  let bound: Int

  init(_ entry: UInt32, _ arguments: [UInt32], _ bound: Int) {
    self.entry = entry
    self.arguments = arguments
    self.bound = bound
  }
}
