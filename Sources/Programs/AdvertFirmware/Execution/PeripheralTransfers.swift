/// The memory that peripherals fill by themselves: a program writes an address and a count to registers, and starts the
/// transfer.
///
/// Source: nRF52832 Product Specification, EasyDMA and the registers of SAADC, TWIM, SPIM, UARTE, PDM (the same in the
/// nRF52 and nRF53 series); STM32WB55 reference manual (RM0434), 11.6.
struct PeripheralTransfers {
  /// The registers that were written, by address.
  private var registers: [UInt32: UInt32] = [:]
  private static let maximumRegisters = 512
  /// The octets that peripherals may still fill in this run: a program can start transfers without end.
  private var room = 1 << 20

  /// Memory that a peripheral fills.
  struct Target {
    let address: UInt32
    let count: Int
    /// The number of octets of each value.
    let width: Int
  }

  /// Nordic's registers with an address, within the 4096 octets of their peripheral; the count follows the address.
  private struct Pointer {
    let offset: UInt32
    /// The registers that start a transfer.
    let tasks: [UInt32]
    let width: Int
  }

  private static let pointers = [
    // The result of the analog-to-digital converter: START and SAMPLE.
    Pointer(offset: 0x62C, tasks: [0x000, 0x004], width: 2),
    // The octets that TWIM and UARTE receive (STARTRX), and SPIM (START).
    Pointer(offset: 0x534, tasks: [0x000, 0x010], width: 1),
    // The samples of a microphone (START).
    Pointer(offset: 0x560, tasks: [0x000], width: 2),
  ]
  private static let largestTask: UInt32 = 0x010
  /// The channels of STM32's two DMA controllers: configuration, count, address of the peripheral, address of memory.
  private static let channels: [Range<UInt32>] = [0x4002_0008..<0x4002_0094, 0x4002_0408..<0x4002_0494]
  private static let sizeOfChannel: UInt32 = 20

  /// Notes a write to a register; returns the memory that is filled now.
  mutating func write(_ number: UInt32, at address: UInt32) -> Target? {
    guard let target = started(number, at: address), target.count * target.width <= room else { return nil }
    room -= target.count * target.width
    return target
  }

  /// Notes a write to a register; returns the memory of the transfer that it starts.
  private mutating func started(_ number: UInt32, at address: UInt32) -> Target? {
    if registers[address] != nil || registers.count < Self.maximumRegisters { registers[address] = number }
    if let channels = Self.channels.first(where: { $0.contains(address) }) {
      return (address - channels.lowerBound) % Self.sizeOfChannel == 0 ? target(ofChannel: address, number) : nil
    }
    let (peripheral, task) = (address & ~0xFFF, address & 0xFFF)
    guard task <= Self.largestTask, number & 1 == 1 else { return nil }
    for pointer in Self.pointers where pointer.tasks.contains(task) {
      if let place = registers[peripheral | pointer.offset], let count = registers[peripheral | pointer.offset + 4] {
        return Target(address: place, count: Int(count & 0xFFFF), width: pointer.width)
      }
    }
    return nil
  }

  /// Returns the memory that a channel fills when it is enabled (bit 0) to read from a peripheral (bits 4 and 14).
  private func target(ofChannel address: UInt32, _ configuration: UInt32) -> Target? {
    guard configuration & 0x4011 == 1, let count = registers[address + 4], let place = registers[address + 12] else {
      return nil
    }
    return Target(address: place, count: Int(count & 0xFFFF), width: 1 << Int(configuration >> 10 & 1))
  }
}

extension OutsideContents {
  /// Returns the octets that a peripheral fills in. The halfwords are results of converters of 8, 10 and 12 bits, some
  /// low, some in the middle: a program that limits a percentage would make the same of most others.
  func transferred(_ target: PeripheralTransfers.Target) -> [UInt8] {
    let random = random(from: target.address & ~3, count: target.count & ~3 + 8)
    let offset = Int(target.address & 3)
    guard target.width == 2 else { return Array(random[offset..<offset + target.count]) }
    let base: [UInt16] = [0x0000, 0x02A0, 0x0A80]
    return (0..<target.count).flatMap { index in
      let value = base[Int((seed / 3 + seed) % 3)] | UInt16(random[(offset + index) % random.count] & 0x1F)
      return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
  }
}
