/// What the memory and the peripherals of a device hold that no image tells: another ``seed`` gives other contents.
///
/// Octets of a payload that differ between two of them come from outside the image.
struct OutsideContents {
  let seed: UInt32
  /// Where the peripherals are.
  var map = AddressMap.cortexM

  /// Other contents, one for each run of a program.
  static let seeds: [UInt32] = [0, 1, 2]

  /// Something that runs have in common.
  enum Assumption: CaseIterable {
    /// Flash is erased, as in a device that has nothing but the image. With each of these seeds its pages are as large.
    case erasedFlash
    /// All that is read of peripherals is high at first, as inputs are with a button that is not pressed.
    case highInputs

    /// Contents for which it holds.
    var seeds: [UInt32] {
      switch self {
      case .erasedFlash: [0, 3, 6]
      case .highInputs: [10, 14, 15]
      }
    }
  }

  /// Memory that the image does not fill. In some runs flash is erased, as in a device that has nothing but the image:
  /// what a program stores there later is no part of it.
  func page(from start: UInt32, count: Int) -> [UInt8] {
    guard start < 0xE000_0000 else { return [UInt8](repeating: 0, count: count) }
    if Assumption.erasedFlash.seeds.contains(seed), Self.isFlash(start) {
      return [UInt8](repeating: 0xFF, count: count)
    }
    return random(from: start, count: count)
  }

  /// Octets that only look random, by their address.
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

  /// Where flash is behind SoftDevices, which no image of a program holds, and Nordic's registers that are flash (nRF52832 Product
  /// Specification, 8.3 and 14; STM32WB55 reference manual, 2.2).
  private static let flash: [Range<UInt32>] = [
    0x0003_2000..<0x0200_0000, 0x0800_0000..<0x0A00_0000, 0x1000_1000..<0x1000_2000,
  ]

  /// Whether a program can find its own settings at an address.
  static func isFlash(_ address: UInt32) -> Bool { flash.contains { $0.contains(address) } }

  /// Octets of a page of Nordic's flash.
  var flashPage: UInt32 { [0x1000, 0x400, 0x1000][Int(seed % 3)] }

  /// How large Nordic's microcontrollers say that a page of their flash is, and how many there are: programs look there for the end
  /// of it (nRF52832 Product Specification, 13.1; nRF51 Series Reference Manual, 7.1).
  private func sizeOfFlash(_ address: UInt32) -> UInt32? {
    switch address {
    case 0x1000_0010: flashPage
    case 0x1000_0014: [0x80, 0x100, 0x100][Int(seed % 3)]
    default: nil
    }
  }

  /// An octet that is another one with each seed.
  var octet: UInt8 { UInt8(truncatingIfNeeded: 0x12 &+ seed &* 0x35) }

  /// A transmit power in dBm that radios have, another one with each seed.
  var power: UInt8 { 1 + UInt8(truncatingIfNeeded: seed % 8) }

  /// A text that the image does not say. Not even its length is the same with another seed.
  func text(at address: UInt32) -> [UInt8] {
    page(from: address, count: 16).prefix(5 + Int(seed % 8)).map { 0x61 + $0 % 26 }
  }

  /// How often a peripheral is read that says so, until inputs are taken for high no longer: programs wait for bits that are not.
  private static let highReadings: UInt32 = 12

  /// What a peripheral says when it is read again: bits that are set, that are not, and something between.
  func reading(of word: UInt32, after count: UInt32) -> UInt32 {
    if count < Self.highReadings, Assumption.highInputs.seeds.contains(seed) { return 0xFFFF_FFFF }
    return switch (count / 3 &+ seed) % 4 {
    case 0: 1
    case 1: 0
    case 2: 0xFFFF_FFFF
    default: scattered(word &+ count)
    }
  }

  /// A number that looks random, the same for the same input. Finalizer of MurmurHash3.
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
      "flash beyond the image was taken for erased, as in a new device: with what the program stores there it sends "
        + "something else, or nothing"
    case .highInputs:
      "inputs were taken for high when they are first read, as with no button pressed: with others the program sends "
        + "something else, or nothing"
    }
  }
}
