/// The contents of memory and peripherals that the image does not determine: another ``seed`` gives other contents.
///
/// Octets of a payload that differ between two seeds come from outside the image.
struct OutsideContents {
  let seed: UInt32
  /// The addresses of the peripherals.
  var map = AddressMap.cortexM

  /// Different contents, one for each run of a program.
  static let seeds: [UInt32] = [0, 1, 2]

  /// An assumption that several runs have in common.
  enum Assumption: CaseIterable {
    /// Flash is erased, as in a device that contains only the image, and the device was just switched on. With all of
    /// these seeds, the pages have the same size.
    case erasedFlash
    /// The first readings of peripherals are all high, like inputs with a button that is not pressed.
    case highInputs

    /// The seeds of the contents for which the assumption is true.
    var seeds: [UInt32] {
      switch self {
      case .erasedFlash: [0, 3, 6]
      case .highInputs: [10, 14, 15]
      }
    }
  }

  /// Returns memory that the image does not fill. In some runs flash is erased, as in a device that contains only the
  /// image: it then has nothing that a program stores there later.
  func page(from start: UInt32, count: Int) -> [UInt8] {
    guard start < 0xE000_0000 else { return [UInt8](repeating: 0, count: count) }
    if Assumption.erasedFlash.seeds.contains(seed), Self.isFlash(start) {
      return [UInt8](repeating: 0xFF, count: count)
    }
    return random(from: start, count: count)
  }

  /// Returns pseudo-random octets that depend on their address.
  func random(from start: UInt32, count: Int) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(count)
    for word in 0..<UInt32(count / 4) {
      let address = start &+ 4 &* word
      let value = sizeOfFlash(address) ?? scattered(address)
      for shift in [UInt32(0), 8, 16, 24] { octets.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
    return octets
  }

  /// The flash after SoftDevices, which no image of a program contains, and Nordic's registers that are flash (nRF52832
  /// Product Specification, 8.3 and 14; STM32WB55 reference manual, 2.2).
  private static let flash: [Range<UInt32>] = [
    0x0003_2000..<0x0200_0000, 0x0800_0000..<0x0A00_0000, 0x1000_1000..<0x1000_2000,
  ]

  /// The settings of a Nordic device in flash (UICR), such as the pin that resets it.
  static let deviceSettings: UInt32 = 0x1000_1000

  /// Whether an address may contain settings that the program itself has stored.
  static func isFlash(_ address: UInt32) -> Bool { flash.contains { $0.contains(address) } }

  /// The number of octets of a page of Nordic's flash.
  var flashPage: UInt32 { [0x1000, 0x400, 0x1000][Int(seed % 3)] }

  /// Returns the size of a page of flash, or the number of pages, as Nordic's microcontrollers report them: programs
  /// use them to find the end of the flash (nRF52832 Product Specification, 13.1; nRF51 Series Reference Manual, 7.1).
  private func sizeOfFlash(_ address: UInt32) -> UInt32? {
    switch address {
    case 0x1000_0010: flashPage
    case 0x1000_0014: [0x80, 0x100, 0x100][Int(seed % 3)]
    default: nil
    }
  }

  /// An octet that is different with each seed.
  var octet: UInt8 { UInt8(truncatingIfNeeded: 0x12 &+ seed &* 0x35) }

  /// A possible transmit power of a radio in dBm, different with each seed.
  var power: UInt8 { 1 + UInt8(truncatingIfNeeded: seed % 8) }

  /// Returns a text that the image does not determine. Its length also depends on the seed.
  func text(at address: UInt32) -> [UInt8] {
    page(from: address, count: 16).prefix(5 + Int(seed % 8)).map { 0x61 + $0 % 26 }
  }

  /// The number of readings of a peripheral during which inputs are assumed high: programs also wait for bits that are
  /// low.
  private static let highReadings: UInt32 = 12

  /// Returns the next reading of a peripheral: all bits set, no bits set, or a mixture.
  func reading(of word: UInt32, after count: UInt32) -> UInt32 {
    let value = outsideReading(of: word, after: count)
    // The processor itself knows which exception is active, and none is. Operating systems check it.
    return word == AddressMap.interruptState ? value & ~AddressMap.activeException : value
  }

  private func outsideReading(of word: UInt32, after count: UInt32) -> UInt32 {
    if word == map.resetReasons, Assumption.erasedFlash.seeds.contains(seed) { return 0 }
    if count < Self.highReadings, Assumption.highInputs.seeds.contains(seed) { return 0xFFFF_FFFF }
    return switch (count / 3 &+ seed) % 4 {
    case 0: 1
    case 1: 0
    case 2: 0xFFFF_FFFF
    default: scattered(word &+ count)
    }
  }

  /// Returns a pseudo-random number, the same for the same input. Finalizer of MurmurHash3.
  private func scattered(_ input: UInt32) -> UInt32 {
    var value = input &+ seed &* 0x9E37_79B9
    value = (value ^ value >> 16) &* 0x85EB_CA6B
    value = (value ^ value >> 13) &* 0xC2B2_AE35
    return value ^ value >> 16
  }
}

extension OutsideContents.Assumption: CustomStringConvertible {
  /// One line for people.
  var description: String {
    switch self {
    case .erasedFlash:
      "flash beyond the image was taken for erased, as in a new device that is switched on: with what the program "
        + "stores there it sends something else, or nothing"
    case .highInputs:
      "inputs were taken for high when they are first read, as with no button pressed: with others the program sends "
        + "something else, or nothing"
    }
  }
}
