/// Loops that count down and do nothing else: they let time pass, of which there is none here.
struct DelayLoop {
  /// The branch at the end of the loop that runs.
  private var site: UInt32 = 0
  private var registers = InlineArray<16, UInt32>(repeating: 0)
  private var changes = 0
  private var rounds = 0
  private var step: UInt32 = 0

  /// As many rounds are enough to see what a loop does.
  private static let leastRounds = 32
  /// Octets of a loop.
  private static let longest: UInt32 = 64
  private static let mostStep: UInt32 = 16
  /// Rounds that are left to run.
  private static let lastRounds: UInt32 = 4

  /// Notes a round of a loop. Where all rounds differ in nothing but a number that goes down, and the code does nothing else,
  /// all but the last ones are left out: such a loop ends at zero, or below.
  ///
  /// - Parameter site: the branch back.
  /// - Returns: whether any were.
  mutating func pass(_ site: UInt32, _ processor: inout ThumbProcessor) -> Bool {
    let isSame = self.site == site && changes == processor.memory.changes
    let counted = isSame ? counted(processor) : nil
    rounds = counted.map { $0.step == step ? rounds + 1 : 1 } ?? 0
    step = counted?.step ?? 0
    self.site = site
    registers = processor.registers
    changes = processor.memory.changes
    guard rounds >= Self.leastRounds, let counted else { return false }
    rounds = 0
    let number = processor.registers[counted.register]
    let start = processor.registers[ThumbProcessor.programCounter]
    guard Int32(bitPattern: number) > Int32(step * (Self.lastRounds + 1)), site &- start <= Self.longest,
      Self.onlyCounts(from: start, through: site, &processor.memory)
    else { return false }
    processor.registers[counted.register] = step * Self.lastRounds + number % step
    registers = processor.registers
    return true
  }

  /// The only register that has changed, and by how much, if it went down.
  private func counted(_ processor: ThumbProcessor) -> (register: Int, step: UInt32)? {
    let changed = (0..<15).filter { processor.registers[$0] != registers[$0] }
    guard let only = changed.first, changed.count == 1 else { return nil }
    let step = registers[only] &- processor.registers[only]
    return 1...Self.mostStep ~= step ? (only, step) : nil
  }

  /// Whether there is nothing but subtractions of constants, comparisons with zero, branches, and instructions that do
  /// nothing.
  private static func onlyCounts(from start: UInt32, through site: UInt32, _ memory: inout ProgramMemory) -> Bool {
    var place = start
    while place <= site {
      guard let first = memory.load(place, size: 2) else { return false }
      if first >> 11 >= 0b11101 {
        guard let second = memory.load(place &+ 2, size: 2) else { return false }
        let isSubtraction = first & 0xFFF0 == 0xF1B0 && first & 15 == second >> 8 & 15 && second & 0xF000 == 0
        guard first == 0xF3AF || isSubtraction else { return false }
        place &+= 4
        continue
      }
      let isSubtraction = first >> 11 == 0b00111 || first & 0xFE00 == 0x1E00 && first & 7 == first >> 3 & 7
      let isBranch = first >> 12 == 0b1101 && first >> 8 & 15 < 14 || first >> 11 == 0b11100
      let isTest = first >> 11 == 0b00101 && first & 0xFF == 0 || first & 0xF500 == 0xB100
      let isNothing = first == 0xBF00 || first == 0x46C0
      guard isSubtraction || isBranch || isTest || isNothing else { return false }
      place &+= 2
    }
    return true
  }
}
