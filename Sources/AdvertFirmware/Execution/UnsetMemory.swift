/// What a function that runs by itself reads of RAM that nothing before it has written: other functions of the program may
/// have set it. What of the payload depends on it is found by running the function again with other words there.
struct UnsetMemory {
  /// Places of octets that depend on memory that is zero when the program starts. Something sets it, or it is of no use.
  private(set) var unknown: [PayloadRole: Set<Int>] = [:]
  /// How many octets depend on RAM that nothing has written yet.
  private(set) var dependent = 0

  /// Instructions for all functions of a program.
  static let bound = 8_000_000
  /// More words than functions read that only put a payload together.
  private static let mostWords = 128
  /// Small as a number of 8, 16 or 32 bits, true as a flag, and no address.
  private static let change: UInt32 = 0x0101_0101

  /// - Parameters:
  ///   - before: the program before the function ran.
  ///   - after: the same behind it, with its readings noted.
  ///   - entry: the function.
  ///   - longest: its instructions at most.
  ///   - bound: instructions that are left. What is used is taken away.
  /// - Returns: `nil` where the lengths of payloads depend on memory that is zero at first, or where too much is read.
  init?(before: ProgramTrial, after: ProgramTrial, _ entry: UInt32, longest: Int, bound: inout Int) {
    let words = (after.program.processor.memory.unset ?? [:]).sorted { $0.key < $1.key }
    guard words.count <= Self.mostWords else { return nil }
    let known = before.host.caught.count
    let wanted = Self.caught(after).dropFirst(known)
    for (word, isZero) in words {
      guard bound > 0 else { return nil }
      var trial = before
      trial.program.change(by: Self.change, at: word)
      trial.runAlone(entry, bound: longest)
      bound -= trial.program.steps - before.program.steps
      // Where nothing is handed over, the word says whether, and not what.
      for (one, other) in zip(wanted, Self.caught(trial).dropFirst(known)) {
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

  private static func caught(_ trial: ProgramTrial) -> [CaughtAdvertising] {
    var host = trial.host
    host.finish()
    return host.caught
  }
}
