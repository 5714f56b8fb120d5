/// Writes to flash that a program makes through Nordic's SoftDevice. The SoftDevice reports their end later: an
/// interrupt makes the program ask for events. Programs that keep bonds or settings begin to advertise after that.
///
/// Source: nRF5 SDK 11 to 17, `nrf_soc.h` (numbers of calls and events), `softdevice_handler.c` and `nrf_sdh.c` (handler).
struct FlashOperations {
  /// The number of finished operations that the program was not told about.
  private var done = 0
  /// Whether the program was told about an event, and has not yet asked for all events.
  private(set) var isTelling = false
  /// The function that the interrupt runs.
  var handler: UInt32?

  /// The numbers of the call for events of the system in all versions.
  static let eventCalls: ClosedRange<UInt8> = 0x42...0x58
  /// The names of the handler, where programs have names.
  static let handlers = ["SWI2_EGU2_IRQHandler", "SWI2_IRQHandler"]
  /// The number of the interrupt in the vector table.
  static let interrupt: UInt32 = VectorTable.exceptions + 22
  /// `NRF_EVT_FLASH_OPERATION_SUCCESS`.
  private static let succeeded: UInt32 = 2
  private static let maximumWords: UInt32 = 1024

  mutating func erase(page: UInt32, _ outside: OutsideContents, _ memory: inout ProgramMemory) {
    let (address, overflow) = page.multipliedReportingOverflow(by: outside.flashPage)
    if !overflow {
      memory.program([UInt8](repeating: 0xFF, count: Int(outside.flashPage)), at: address, isErased: true)
    }
    done += 1
  }

  mutating func write(at address: UInt32, from source: UInt32, words: UInt32, _ memory: inout ProgramMemory) {
    if words <= Self.maximumWords, let octets = memory.octets(at: source, count: 4 * Int(words)) {
      memory.program(octets, at: address, isErased: false)
    }
    done += 1
  }

  /// Returns the handler to run when the program waits; `nil` where there are no events.
  mutating func interruptHandler() -> UInt32? {
    guard done > 0, let handler else { return nil }
    beginTelling()
    return handler
  }

  /// Notes that the program may ask for events now.
  mutating func beginTelling() { isTelling = true }

  /// Returns the next event; `nil` where there are no more.
  mutating func nextEvent() -> UInt32? {
    guard done > 0 else {
      isTelling = false
      return nil
    }
    done -= 1
    return Self.succeeded
  }
}
