/// Where devices have their peripherals, whose registers say something else each time they are read.
struct AddressMap: Hashable {
  /// Those of the device.
  let peripherals: Range<UInt32>
  /// Those of the processor.
  let core: Range<UInt32>

  /// Microcontrollers with Thumb (Armv7-M Architecture Reference Manual, B3.1).
  static let cortexM = AddressMap(peripherals: 0x4000_0000..<0x6000_0000, core: 0xE000_0000..<0xE010_0000)

  func isPeripheral(_ address: UInt32) -> Bool {
    peripherals.contains(address) || core.contains(address) && !Self.isPriority(address)
  }

  /// Priorities of interrupts are remembered like memory, because programs check them before they use the stack.
  private static func isPriority(_ address: UInt32) -> Bool {
    0xE000_E400..<0xE000_E600 ~= address || 0xE000_ED18..<0xE000_ED24 ~= address
  }
}
