/// Instructions of 32 bits that move between registers and memory (Armv7-M Architecture Reference Manual, A5.3.5 to
/// A5.3.10).
extension ThumbProcessor {
  /// Executes transfers of several registers, of two registers, exclusive ones, and jumps through tables.
  mutating func severals(_ first: UInt32, _ second: UInt32, at address: UInt32) -> Event {
    let base = first & 15
    let isLoad = first & 0x10 != 0
    guard first & 0x40 != 0 else {
      let start = registers[Int(base)]
      let length = 4 * UInt32(second.nonzeroBitCount)
      let isDown = first & 0x100 != 0
      guard isDown != (first & 0x80 != 0) else { return .undefined }
      let end = isDown ? start &- length : start &+ length
      let event = transfer(second, at: isDown ? end : start, isLoad: isLoad)
      if first & 0x20 != 0, !isLoad || second >> base & 1 == 0 { set(base, end) }
      return event
    }
    let (target, other) = (second >> 12 & 15, second >> 8 & 15)
    let start = base == 15 ? (address &+ 4) & ~3 : registers[Int(base)]
    // Without an index and without writing back: exclusive transfers, tables, and loads that acquire.
    if first & 0x120 == 0 {
      let distance = (second & 0xFF) << 2
      switch (first >> 4 & 15, second >> 4 & 15) {
      case (4, _):
        let event = store(target, at: start &+ distance, size: 4)
        // No other code runs, so it always succeeds.
        set(other, 0)
        return event
      case (5, _): return load(target, at: start &+ distance, size: 4)
      case (13, 0), (13, 1):
        let size = second & 0x10 == 0 ? 1 : 2
        let index = registers[Int(second & 15)] << UInt32(size - 1)
        guard let count = memory.load((base == 15 ? address &+ 4 : start) &+ index, size: size) else {
          return .outOfMemory
        }
        registers[Self.programCounter] = address &+ 4 &+ count << 1
        return .none
      case (12, 4), (12, 5):
        set(second & 15, 0)
        return store(target, at: start, size: second & 0x10 == 0 ? 1 : 2)
      case (12, 8...10): return store(target, at: start, size: 1 << Int(second >> 4 & 3))
      case (12, 12...14):
        set(second & 15, 0)
        return store(target, at: start, size: 1 << Int(second >> 4 & 3))
      case (13, 4), (13, 5): return load(target, at: start, size: second & 0x10 == 0 ? 1 : 2)
      case (13, 8...10), (13, 12...14): return load(target, at: start, size: 1 << Int(second >> 4 & 3))
      default: return .undefined
      }
    }
    let distance = (second & 0xFF) << 2
    let indexed = first & 0x80 != 0 ? start &+ distance : start &- distance
    let place = first & 0x100 != 0 ? indexed : start
    var event = isLoad ? load(target, at: place, size: 4) : store(target, at: place, size: 4)
    if event == .none {
      event = isLoad ? load(other, at: place &+ 4, size: 4) : store(other, at: place &+ 4, size: 4)
    }
    if first & 0x20 != 0 { set(base, indexed) }
    return event
  }

  /// Executes transfers of one, two or four octets, with all forms of addresses.
  mutating func single(_ first: UInt32, _ second: UInt32, at address: UInt32) -> Event {
    let isLoad = first & 0x10 != 0
    let isSigned = first & 0x100 != 0
    let (base, register) = (first & 15, second >> 12 & 15)
    guard first >> 5 & 3 != 3, isLoad || base != 15 else { return .undefined }
    let size = 1 << Int(first >> 5 & 3)
    // Hints for a later load.
    if isLoad, register == 15, size < 4 { return .none }
    let start = registers[Int(base)]
    var place: UInt32
    var written: UInt32?
    if base == 15 {
      let from = (address &+ 4) & ~3
      place = first & 0x80 != 0 ? from &+ (second & 0xFFF) : from &- (second & 0xFFF)
    } else if first & 0x80 != 0 {
      place = start &+ (second & 0xFFF)
    } else if second & 0x800 == 0 {
      guard second & 0x7C0 == 0 else { return .undefined }
      place = start &+ registers[Int(second & 15)] << (second >> 4 & 3)
    } else {
      let distance = second & 0xFF
      let indexed = second & 0x200 != 0 ? start &+ distance : start &- distance
      place = second & 0x400 != 0 ? indexed : start
      if second & 0x100 != 0 { written = indexed }
    }
    let event =
      isLoad
      ? load(register, at: place, size: size, isSigned: isSigned) : store(register, at: place, size: size)
    if let written, !isLoad || base != register { set(base, written) }
    return event
  }
}
