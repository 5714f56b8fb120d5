/// Loops that count down and do nothing else: they let time pass, of which there is none here.
struct DelayLoop<Code: Processor> {
  /// The branch at the end of the loop that runs.
  private var site: UInt32 = 0
  private var state: Code.State?
  private var changes = 0
  private var rounds = 0
  private var step: UInt32 = 0

  /// As many rounds are enough to see what a loop does.
  private static var leastRounds: Int { 32 }
  /// Octets of a loop.
  private static var longest: UInt32 { 64 }
  private static var maximumStep: UInt32 { 16 }
  /// Rounds that are left to run.
  private static var lastRounds: UInt32 { 4 }

  /// Notes a round of a loop. Where all rounds differ in nothing but a number that goes down, and the code does nothing else,
  /// all but the last ones are left out: such a loop ends at zero, or below.
  ///
  /// - Parameter site: the branch back.
  /// - Returns: whether any were.
  mutating func pass(_ site: UInt32, _ processor: inout Code) -> Bool {
    let isSame = self.site == site && changes == processor.memory.changes
    let now = processor.state
    let counted = isSame ? counted(now) : nil
    rounds = counted.map { $0.step == step ? rounds + 1 : 1 } ?? 0
    step = counted?.step ?? 0
    self.site = site
    state = now
    changes = processor.memory.changes
    guard rounds >= Self.leastRounds, let counted else { return false }
    rounds = 0
    let number = now[counted.register]
    let start = processor.counter
    guard Int32(bitPattern: number) > Int32(step * (Self.lastRounds + 1)), site &- start <= Self.longest,
      Code.onlyCounts(from: start, through: site, &processor.memory)
    else { return false }
    processor.state[counted.register] = step * Self.lastRounds + number % step
    state = processor.state
    return true
  }

  /// The only register that has changed, and by how much, if it went down.
  private func counted(_ now: Code.State) -> (register: Int, step: UInt32)? {
    guard let state else { return nil }
    let changed = (0..<Code.State.count).filter { now[$0] != state[$0] }
    guard let only = changed.first, changed.count == 1 else { return nil }
    let step = state[only] &- now[only]
    return 1...Self.maximumStep ~= step ? (only, step) : nil
  }
}
