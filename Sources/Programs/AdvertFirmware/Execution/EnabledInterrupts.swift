/// The interrupts of a microcontroller that a program has enabled, by their numbers: it waits for them.
///
/// Source: Armv7-M Architecture Reference Manual, B3.4.4 and B3.4.5 (NVIC_ISER and NVIC_ICER of Cortex-M).
struct EnabledInterrupts {
  private(set) var numbers: Set<UInt32> = []
  /// How many were taken, each in its turn.
  private var taken = 0

  /// The registers for the first 64 interrupts, which is more than a microcontroller with a radio has.
  private static let count: UInt32 = 64
  private static let enabling: UInt32 = 0xE000_E100
  private static let disabling: UInt32 = 0xE000_E180
  /// A program that still waits after so many waits for something else.
  private static let maximumTaken = 64

  mutating func enable(_ number: UInt32) { if number < Self.count { numbers.insert(number) } }

  /// Notes what a program writes to a peripheral of the processor: each bit that is set counts.
  mutating func write(_ number: UInt32, at address: UInt32) {
    guard Self.enabling..<Self.disabling + Self.count / 8 ~= address else { return }
    for (first, isEnabled) in [(Self.enabling, true), (Self.disabling, false)] {
      let offset = address &- first
      guard offset < Self.count / 8, offset & 3 == 0 else { continue }
      for bit in UInt32(0)..<32 where number >> bit & 1 == 1 {
        if isEnabled { enable(8 * offset + bit) } else { numbers.remove(8 * offset + bit) }
      }
    }
  }

  /// Returns the next interrupt, one after the other; `nil` where there is none, or all have come often enough.
  mutating func next() -> UInt32? {
    guard !numbers.isEmpty, taken < Self.maximumTaken else { return nil }
    defer { taken += 1 }
    return numbers.sorted()[taken % numbers.count]
  }
}
