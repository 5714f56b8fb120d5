/// The registers that keep interrupts away from a program (Armv7-M Architecture Reference Manual, B1.4.3).
///
/// Interrupts come only while a program waits for them. But programs read these registers, restore them, and store them as keys.
struct InterruptMasks: Equatable {
  /// PRIMASK: 1 to keep all interrupts away.
  private(set) var all: UInt32 = 0
  /// FAULTMASK: 1 to keep faults away, too.
  private(set) var faults: UInt32 = 0
  /// BASEPRI: the highest priority that is kept away; 0 for none. All its eight bits are kept, of which most devices
  /// have three or four.
  private(set) var priority: UInt32 = 0

  // The numbers of the registers in MRS and MSR (B5.1.1).
  private static let ofAll: UInt32 = 16
  private static let ofPriority: UInt32 = 17
  /// A write to it only keeps more away, and never less.
  private static let ofHigherPriority: UInt32 = 18
  private static let ofFaults: UInt32 = 19

  /// Returns a register by its number; `nil` where it is another one.
  subscript(number: UInt32) -> UInt32? {
    switch number {
    case Self.ofAll: all
    case Self.ofPriority, Self.ofHigherPriority: priority
    case Self.ofFaults: faults
    default: nil
    }
  }

  /// Writes a register. Other registers stay.
  mutating func write(_ value: UInt32, to number: UInt32) {
    let octet = value & 0xFF
    switch number {
    case Self.ofAll: all = value & 1
    case Self.ofPriority: priority = octet
    case Self.ofHigherPriority where octet != 0 && (priority == 0 || octet < priority): priority = octet
    case Self.ofFaults: faults = value & 1
    default: break
    }
  }

  /// Executes CPSID or CPSIE, from its code.
  mutating func change(_ code: UInt32) {
    let value = code >> 4 & 1
    if code & 2 != 0 { all = value }
    if code & 1 != 0 { faults = value }
  }
}
