/// The addresses of a device's peripherals, whose registers return a different value at each reading.
struct AddressMap: Hashable {
  /// The peripherals of the device.
  let peripherals: Range<UInt32>
  /// The peripherals of the processor.
  let core: Range<UInt32>
  /// The RAM, and what is allocated for the program here.
  let ram: Range<UInt32>
  /// The start of a program's stack: in RAM that probably nothing else uses.
  let stack: UInt32
  /// The register with the reasons of the latest reset, where it has no bit for the power: then it is zero in a device
  /// that is switched on.
  var resetReasons: UInt32?
  /// Microcontrollers with Thumb (Armv7-M Architecture Reference Manual, B3.1).
  static let cortexM = AddressMap(
    peripherals: 0x4000_0000..<0x6000_0000, core: 0xE000_0000..<0xE010_0000,
    ram: 0x1800_0000..<0x4000_0000, stack: 0x2003_FF00)
  /// Nordic's microcontrollers, whose SoftDevice a program calls (nRF52832 Product Specification, RESETREAS).
  static var nordic: AddressMap {
    var map = cortexM
    map.resetReasons = 0x4000_0400
    return map
  }
  /// ESP32-C3 (technical reference manual, 3).
  private static let esp32C3 = AddressMap(
    peripherals: 0x6000_0000..<0x6010_0000, core: 0xE000_0000..<0xE010_0000,
    ram: 0x3FC8_0000..<0x3FCE_0000, stack: 0x3FCD_EF00)
  /// ESP32-C6 and ESP32-H2 (technical reference manuals, 5 and 3).
  private static let esp32C6 = AddressMap(
    peripherals: 0x6000_0000..<0x6010_0000, core: 0x2000_0000..<0x2010_0000,
    ram: 0x4080_0000..<0x4090_0000, stack: 0x4084_EF00)
  /// Telink's TLSR9 (data sheet, 3).
  private static let telink = AddressMap(
    peripherals: 0x8000_0000..<0x9000_0000, core: 0xE000_0000..<0xF000_0000,
    ram: 0x0008_0000..<0x000A_0000, stack: 0x0009_FF00)

  /// Returns the map for a RISC-V program, chosen by the addresses of its parts. WCH has the map of Cortex-M.
  static func riscV(_ program: LoadedProgram) -> AddressMap {
    func holds(_ addresses: Range<UInt64>) -> Bool {
      program.segments.contains { addresses.contains($0.addresses.lowerBound) }
    }
    if holds(0x3FC8_0000..<0x3FCE_0000) { return esp32C3 }
    if holds(0x4080_0000..<0x4090_0000) { return esp32C6 }
    return program.code.contains { 0x2000_0000..<0x2100_0000 ~= $0.lowerBound } ? telink : cortexM
  }

  /// ESP32 (technical reference manual, 3): its peripherals, and their copies on another bus.
  private static let esp32 = AddressMap(
    peripherals: 0x3FF0_0000..<0x3FF8_0000, core: 0x6000_0000..<0x6010_0000,
    ram: 0x3FFA_0000..<0x4000_0000, stack: 0x3FFF_EF00)
  /// ESP32-S2 (technical reference manual, 3).
  private static let esp32S2 = AddressMap(
    peripherals: 0x3F40_0000..<0x3F50_0000, core: 0x6000_0000..<0x6010_0000,
    ram: 0x3FFA_0000..<0x4000_0000, stack: 0x3FFF_EF00)
  /// ESP32-S3 (technical reference manual, 4).
  private static let esp32S3 = AddressMap(
    peripherals: 0x6000_0000..<0x6010_0000, core: 0xE000_0000..<0xE010_0000,
    ram: 0x3FC8_0000..<0x3FD0_0000, stack: 0x3FCE_6F00)

  /// Returns the map for an Xtensa program, chosen by the addresses of its code.
  static func xtensa(_ program: LoadedProgram) -> AddressMap {
    func holds(_ addresses: Range<UInt32>) -> Bool { program.code.contains { addresses.contains($0.lowerBound) } }
    if holds(0x4200_0000..<0x4400_0000) { return esp32S3 }
    return holds(0x4002_0000..<0x4007_0000) ? esp32S2 : esp32
  }

  /// The register ICSR of Cortex-M, and its bits with the number of the active exception (Armv7-M Architecture
  /// Reference Manual, B3.2.4).
  static let interruptState: UInt32 = 0xE000_ED04
  static let activeException: UInt32 = 0x1FF

  /// Whether a write resets the processor: the register AIRCR of Cortex-M with its key (B3.2.6).
  static func isReset(_ number: UInt32, at address: UInt32) -> Bool {
    address == 0xE000_ED0C && number >> 16 == 0x05FA && number & 4 != 0
  }

  /// Whether the peripherals of the map have the registers of ``PeripheralTransfers``.
  var hasTransfers: Bool { peripherals == Self.cortexM.peripherals }

  func isPeripheral(_ address: UInt32) -> Bool {
    peripherals.contains(address) || core.contains(address) && !Self.isPriority(address)
  }

  /// Whether an address is a priority of interrupts. These keep their values like memory, because programs check them
  /// before they use the stack.
  private static func isPriority(_ address: UInt32) -> Bool {
    0xE000_E400..<0xE000_E600 ~= address || 0xE000_ED18..<0xE000_ED24 ~= address
  }
}
