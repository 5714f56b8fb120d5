internal import AdvertisingData

/// The places where a program calls functions: instructions that contain their targets, for all processors of known
/// stacks. Calls through pointers are not included.
///
/// Sources: Armv7-M Architecture Reference Manual A7.7.18; RISC-V Unprivileged ISA 2.5.1 and 16.8; Xtensa ISA Reference
/// Manual, CALL0 to CALL12 and L32R; Arm Architecture Reference Manual for A-profile, BL; Intel 64 and IA-32 Software
/// Developer's Manual, CALL; MIPS32 Instruction Set Manual, JAL.
struct CallSites {
  private let memory: ImageMemory
  private let targets: Set<UInt64>
  /// The targets, by the address of the instruction.
  private(set) var sites: [UInt64: UInt64] = [:]

  private static let maximumSites = 4096
  /// The number of octets of code in one step.
  private static let stretch = 1 << 20

  /// - Parameter targets: the functions, by address.
  init(_ memory: ImageMemory, of targets: Set<UInt64>) {
    self.memory = memory
    self.targets = targets
    guard !targets.isEmpty else { return }
    if memory.file.isRelocatable {
      sites = memory.references(to: targets)
    } else {
      for section in memory.file.sections where section.isAllocated && section.isExecutable && !section.hasNoBits {
        search(section)
      }
    }
  }

  private mutating func search(_ section: ELFFile.Section) {
    guard let bytes = memory.file.contents(of: section) else { return }
    let step = memory.file.machine == .xtensa || memory.file.machine == .amd64 || memory.file.machine == .x86 ? 1 : 2
    var start = 0
    while start + 3 < bytes.count, sites.count < Self.maximumSites {
      // An instruction, or a pair of instructions, may cross the end of a stretch.
      let count = min(bytes.count - start, Self.stretch + 8)
      guard let code = bytes.octets(at: UInt64(start), count: UInt64(count)) else { return }
      for place in stride(from: 0, to: min(count - 3, Self.stretch), by: step) {
        let address = section.address &+ UInt64(start + place)
        guard let target = target(code, place, address), targets.contains(target) else { continue }
        // In a pair of instructions that call together, the second one calls.
        let isPair = memory.file.machine == .riscV && code[place] & 0x7F == 0x17
        let isLoaded = memory.file.machine == .xtensa && isCallOfLoaded(code, place)
        sites[address + (isPair ? 4 : isLoaded ? 3 : 0)] = target
      }
      start += Self.stretch
    }
  }

  /// Whether an instruction for Xtensa calls the address that the instruction before it has loaded.
  private func isCallOfLoaded(_ code: [UInt8], _ place: Int) -> Bool {
    place + 6 <= code.count && code[place] & 0xF == 1 && code[place + 3] & 0xCF == 0xC0
      && code[place + 4] == code[place] >> 4 && code[place + 5] == 0
  }

  /// Returns the function that an instruction calls or jumps to.
  private func target(_ code: [UInt8], _ place: Int, _ address: UInt64) -> UInt64? {
    func number(_ offset: Int, _ size: Int) -> UInt64? {
      place + offset + size <= code.count
        ? memory.file.order.number(of: code[place + offset..<place + offset + size]) : nil
    }
    func near(_ base: UInt64, _ distance: UInt64, bits: UInt64) -> UInt64 {
      let sign: UInt64 = 1 << (bits - 1)
      let whole = base &+ ((distance & (sign &* 2 &- 1)) ^ sign) &- sign
      return memory.file.is64 ? whole : whole & 0xFFFF_FFFF
    }
    switch memory.file.machine {
    case .arm:
      let big = memory.file.order == .bigEndian
      // Most halfwords are not part of a long jump, which this octet shows.
      guard code[place + (big ? 0 : 1)] & 0xF8 == 0xF0, let first = number(0, 2), let second = number(2, 2) else {
        return nil
      }
      return ThumbInstructions.target(UInt32(first), UInt32(second), at: UInt32(truncatingIfNeeded: address))
        .map { UInt64($0.address) }
    case .riscV:
      guard let first = number(0, 4) else { return nil }
      // JAL; AUIPC with JALR; in 16 bits, C.JAL and C.J.
      if first & 0x7F == 0x6F {
        let distance =
          (first >> 31 & 1) << 20 | (first >> 12 & 0xFF) << 12 | (first >> 20 & 1) << 11 | (first >> 21 & 0x3FF) << 1
        return near(address, distance, bits: 21)
      }
      if first & 0x7F == 0x17, let second = number(4, 4), second & 0x707F == 0x67,
        second >> 15 & 31 == first >> 7 & 31
      {
        return near(near(address, first & 0xFFFF_F000, bits: 32), second >> 20, bits: 12)
      }
      if first & 3 == 1, first >> 13 & 7 == 5 || !memory.file.is64 && first >> 13 & 7 == 1 {
        // The positions of the bits of the distance, from its second bit on.
        let places: [UInt64] = [3, 4, 5, 11, 2, 7, 6, 9, 10, 8, 12]
        let distance = places.enumerated().reduce(UInt64(0)) { $0 | (first >> $1.element & 1) << UInt64($1.offset + 1) }
        return near(address, distance, bits: 12)
      }
      return nil
    case .xtensa:
      guard memory.file.order == .littleEndian, let first = number(0, 3) else { return nil }
      if first & 0xF == 5 { return near(address & ~3, (first >> 6) << 2, bits: 20) &+ 4 }
      // The address of a function, loaded to call it.
      guard first & 0xF == 1 else { return nil }
      let literal = (address &+ 3) & ~3 &+ (0xFFFC_0000 | (first >> 8) << 2) & 0xFFFF_FFFF
      return memory.pointer(at: literal & 0xFFFF_FFFF)
    case .aarch64:
      guard address & 3 == 0, let first = number(0, 4), first >> 26 & 0x1F == 5 else { return nil }
      return near(address, (first & 0x3FF_FFFF) << 2, bits: 28)
    case .amd64, .x86:
      guard code[place] & 0xFE == 0xE8, let distance = number(1, 4) else { return nil }
      return near(address &+ 5, distance, bits: 32)
    case .mips:
      guard address & 3 == 0, let first = number(0, 4), first >> 26 == 3 else { return nil }
      return (address &+ 4) & ~0xFFF_FFFF | (first & 0x3FF_FFFF) << 2
    case .other: return nil
    }
  }
}
