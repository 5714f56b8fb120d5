/// Flash that a program writes through Nordic's SoftDevice, which tells it later that this was done: an interrupt lets the program ask
/// for events. Programs that keep bonds or settings begin to advertise behind that.
///
/// Source: nRF5 SDK 11 to 17, `nrf_soc.h` (numbers of calls and events), `softdevice_handler.c` and `nrf_sdh.c` (handler).
struct FlashOperations {
  /// Those that are done, and that the program was not told of.
  private var done = 0
  /// Whether the program was told that something has happened, and has not asked for all of it.
  private(set) var isTelling = false
  /// The function that the interrupt runs.
  var handler: UInt32?

  /// The numbers that the call has had that gives events of the system.
  static let eventCalls: ClosedRange<UInt8> = 0x42...0x58
  /// What the handler is called where programs name it.
  static let handlers = ["SWI2_EGU2_IRQHandler", "SWI2_IRQHandler"]
  /// The interrupt, counted from the beginning of the vector table.
  static let interrupt: UInt32 = 16 + 22
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

  /// The handler to run when the program waits; `nil` where there is nothing to tell.
  mutating func interruptHandler() -> UInt32? {
    guard done > 0, let handler else { return nil }
    isTelling = true
    return handler
  }

  /// What has happened; `nil` where that was all.
  mutating func nextEvent() -> UInt32? {
    guard done > 0 else {
      isTelling = false
      return nil
    }
    done -= 1
    return Self.succeeded
  }
}
