/// A task that an operating system has prepared and not yet started: on its stack are the registers with which an
/// exception of the processor returns to it.
///
/// FreeRTOS and RTX prepare tasks so, and the processor prescribes the order of the registers.
///
/// Source: Armv7-M Architecture Reference Manual, B1.5.6 (order), B1.4.2 (status).
struct PreparedTask: Hashable {
  /// The address of its first instruction.
  let entry: UInt32
  let argument: UInt32

  /// A status register in which nothing is set but that the code is Thumb.
  private static let status: UInt32 = 0x0100_0000
  /// The number of words: R0 to R3, R12, the link register, the address of the instruction, the status.
  private static let count: UInt32 = 8

  /// Returns the tasks in memory that the program has written, in the order in which they were prepared.
  static func all(in memory: ProgramMemory, _ code: [Range<UInt32>]) -> [PreparedTask] {
    var tasks: [(task: PreparedTask, call: UInt32)] = []
    var memory = memory
    for (start, octets) in memory.writtenPages where start >= ram {
      for place in stride(from: 0, to: octets.count, by: 4) where word(octets, place) == status {
        let frame = start &+ UInt32(place) &- 4 * (count - 1)
        guard let argument = memory.load(frame, size: 4), let counter = memory.load(frame &+ 24, size: 4),
          let origin = memory.origin(of: frame &+ 24), code.contains(where: { $0.contains(counter & ~1) })
        else { continue }
        tasks.append((PreparedTask(entry: counter & ~1, argument: argument), origin.call))
      }
    }
    return tasks.sorted { $0.call < $1.call }.map { $0.task }
  }

  private static let ram: UInt32 = 0x2000_0000

  private static func word(_ octets: [UInt8], _ place: Int) -> UInt32 {
    UInt32(octets[place]) | UInt32(octets[place + 1]) << 8 | UInt32(octets[place + 2]) << 16
      | UInt32(octets[place + 3]) << 24
  }
}
