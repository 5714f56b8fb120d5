/// A delay that was cut short.
struct SkippedDelay: Equatable {
  /// The number of instructions before it.
  let steps: Int
  /// The start of the loop, where the program continues.
  let place: UInt32
  /// The value of the register that counts, after the skipped rounds.
  let value: UInt32
  let register: UInt8
}

/// Loops that only count down. They let time pass, and there is no time here.
struct DelayLoop<Code: Processor> {
  /// The branch at the end of the current loop.
  private var site: UInt32 = 0
  private var state: Code.State?
  private var changes = 0
  private var rounds = 0
  private var step: UInt32 = 0

  /// The number of rounds that are needed to recognise a loop.
  private static var leastRounds: Int { 32 }
  /// The most octets of a loop: 64 instructions that do nothing take a microsecond.
  private static var longest: UInt32 { 256 }
  private static var maximumStep: UInt32 { 16 }
  /// The number of rounds at the end that still run.
  private static var lastRounds: UInt32 { 4 }

  /// Notes a round of a loop. If all rounds differ only in a number that decreases, and the code has no other effect,
  /// all rounds but the last ones are skipped: such a loop ends at zero, or below.
  ///
  /// - Parameter site: the branch back.
  /// - Returns: the register that counts, with the value after the skipped rounds; `nil` where none were skipped.
  mutating func pass(_ site: UInt32, _ processor: inout Code) -> (register: Int, value: UInt32)? {
    let isSame = self.site == site && changes == processor.memory.changes
    let now = processor.state
    let counted = isSame ? counted(now) : nil
    rounds = counted.map { $0.step == step ? rounds + 1 : 1 } ?? 0
    step = counted?.step ?? 0
    self.site = site
    state = now
    changes = processor.memory.changes
    guard rounds >= Self.leastRounds, let counted else { return nil }
    rounds = 0
    let number = now[counted.register]
    let start = processor.counter
    guard Int32(bitPattern: number) > Int32(step * (Self.lastRounds + 1)), site &- start <= Self.longest,
      Code.onlyCounts(from: start, through: site, &processor.memory)
    else { return nil }
    let value = step * Self.lastRounds + number % step
    processor.state[counted.register] = value
    state = processor.state
    return (counted.register, value)
  }

  /// Returns the register and its decrease, if it is the only one that has changed, and it decreased.
  private func counted(_ now: Code.State) -> (register: Int, step: UInt32)? {
    guard let state else { return nil }
    let changed = (0..<Code.State.count).filter { now[$0] != state[$0] }
    guard let only = changed.first, changed.count == 1 else { return nil }
    let step = state[only] &- now[only]
    return 1...Self.maximumStep ~= step ? (only, step) : nil
  }
}
