/// The RAM that a separately run function reads although no code before it has written it: other functions of the
/// program may have set it. The dependent octets of the payload are found by running the function again with other
/// words there.
struct UnsetMemory {
  /// The places of octets that depend on memory that is zero when the program starts. Either other code sets it, or it
  /// has no use.
  private(set) var unknown: [PayloadRole: Set<Int>] = [:]
  /// The number of octets that depend on RAM that was not written yet.
  private(set) var dependent = 0
  /// Whether octets or lengths depend on initial data, which other code may replace.
  private(set) var dependsOnInitialData = false

  /// A limit above the number of words that a function reads only to build a payload.
  private static let maximumWords = 128
  /// A value that is small as a number of 8, 16 or 32 bits, true as a flag, and not an address.
  private static let change: UInt32 = 0x0101_0101

  /// - Parameters:
  ///   - before: the program before the function ran.
  ///   - after: the program after it, with its readings noted.
  ///   - attempt: the way in which the function ran.
  ///   - changesArguments: whether its arguments are changed like memory, because they were assumed to be zero.
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
      // Earlier data are not a result of the function.
      return trial.caught.count > known || trial.caught != before.caught ? trial.caught : []
    }
    for argument in attempt.arguments.indices where changesArguments {
      for other in [1, before.unknownArguments(attempt.entry)[argument]] {
        var arguments = attempt.arguments
        arguments[argument] = other
        // If a run passes on no data, the argument decides only whether data are passed, and not which data.
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
        if one.octets.mapValues({ $0.count }) != other.octets.mapValues({ $0.count }) {
          guard !isZero else { return nil }
          dependsOnInitialData = true
          dependent += one.octets.values.reduce(0) { $0 + $1.count }
          continue
        }
        for (role, octets) in one.octets {
          let others = other.octets[role] ?? []
          let places = octets.indices.filter { octets[$0] != others[$0] }
          dependent += places.count
          if isZero {
            unknown[role, default: []].formUnion(places)
          } else if !places.isEmpty {
            dependsOnInitialData = true
          }
        }
      }
    }
  }
}

/// The way in which a function is run separately.
struct FunctionAttempt {
  let entry: UInt32
  let arguments: [UInt32]
  /// The most instructions.
  let bound: Int

  init(_ entry: UInt32, _ arguments: [UInt32], _ bound: Int) {
    self.entry = entry
    self.arguments = arguments
    self.bound = bound
  }
}
