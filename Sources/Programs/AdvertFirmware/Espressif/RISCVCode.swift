internal import AdvertisingData

/// The constants in the registers of a function for RISC-V, followed along its code in a line.
///
/// Source: The RISC-V Instruction Set Manual, volume I: 2 (RV32I), 26 (C).
struct RISCVCode {
  private var registers = [UInt32?](repeating: nil, count: 32)

  /// The fewest calls of a function that does not begin like one.
  private static let leastCalls = 4

  /// Returns the beginnings of functions: what instructions call, and what pointers lead to, in instructions and in data.
  static func beginnings(_ parts: [(address: UInt32, octets: [UInt8])], pointersIn data: [[UInt8]]) -> Set<UInt32> {
    var beginnings: Set<UInt32> = []
    func take(_ target: UInt32, isCalled: Bool = false) {
      guard target & 1 == 0, !beginnings.contains(target),
        let home = parts.first(where: { $0.address <= target && target - $0.address < UInt32($0.octets.count) })
      else { return }
      let place = Int(target - home.address)
      if isBeginning(home.octets[place...]) || isCalled && isEnd(home.octets[..<place]) { beginnings.insert(target) }
    }
    // A function that calls none has nothing to know it by, but that several instructions call it.
    var counts: [UInt32: Int] = [:]
    for part in parts {
      for place in stride(from: 0, to: part.octets.count - 3, by: 2) {
        let (octets, address) = (part.octets[place...], part.address + UInt32(place))
        if let call = call(octets, at: address) {
          take(call.target, isCalled: true)
          counts[call.target, default: 0] += 1
        } else if let target = pointer(octets, at: address) {
          take(target)
        }
      }
    }
    for (target, count) in counts where count >= leastCalls {
      let isInside = parts.contains { $0.address <= target && target - $0.address < UInt32($0.octets.count) }
      if isInside { beginnings.insert(target) }
    }
    for octets in data {
      for place in stride(from: 0, to: octets.count - 3, by: 4) { take(word(octets[place...], 0)) }
    }
    return beginnings
  }

  /// Returns the address that a pair of instructions puts into a register: LUI or AUIPC, and ADDI or C.ADDI.
  private static func pointer(_ octets: ArraySlice<UInt8>, at address: UInt32) -> UInt32? {
    guard octets.count >= 8 else { return nil }
    let (first, second) = (word(octets, 0), word(octets, 4))
    let register = first >> 7 & 31
    guard first & 0x5F == 0x17, register != 0 else { return nil }
    let base = (first & 0x7F == 0x17 ? address : 0) &+ (first & 0xFFFF_F000)
    if second & 0x707F == 0x13, second >> 15 & 31 == register {
      return base &+ extended(second >> 20, bits: 12)
    }
    guard second & 0xE003 == 0x0001, second >> 7 & 31 == register else { return nil }
    return base &+ extended((second >> 12 & 1) << 5 | second >> 2 & 31, bits: 6)
  }

  private static func word(_ octets: ArraySlice<UInt8>, _ place: Int) -> UInt32 {
    let start = octets.startIndex + place
    return UInt32(truncatingIfNeeded: OctetOrder.littleEndian.number(of: octets[start..<start + 4]))
  }

  /// Whether octets begin like a function that calls others: it makes room on the stack.
  private static func isBeginning(_ octets: ArraySlice<UInt8>) -> Bool {
    guard octets.count >= 4 else { return false }
    let code = word(octets, 0)
    // C.ADDI16SP, C.ADDI and ADDI of the stack pointer, with a negative number.
    return code & 0xFF83 == 0x7101 || code & 0xFF83 == 0x1101 || code & 0x800F_FFFF == 0x8001_0113
  }

  /// Whether octets end with a return, or with a jump, behind which another function can begin.
  private static func isEnd(_ octets: ArraySlice<UInt8>) -> Bool {
    guard octets.count >= 4 else { return false }
    let code = word(octets, octets.count - 4)
    return code >> 16 == 0x8082 || code >> 16 & 0xE003 == 0xA001 || code & 0xFFF == 0x06F || code & 0x7FFF == 0x067
  }

  /// Returns what an instruction or a pair of instructions calls, with the number of octets.
  static func call(_ octets: ArraySlice<UInt8>, at address: UInt32) -> (target: UInt32, count: Int)? {
    guard octets.count >= 4 else { return nil }
    let first = word(octets, 0)
    // C.JAL and JAL with the return address.
    if first & 0xE003 == 0x2001 { return compressed(first).map { (address &+ $0, 2) } }
    if first & 0xFFF == 0x0EF { return (address &+ distance(first), 4) }
    guard first & 0x7F == 0x17, octets.count >= 8 else { return nil }
    let second = word(octets, 4)
    // JALR with the return address, or without one at the end of a function.
    guard second & 0x7F7F == 0x67, second >> 7 & 1 <= 1, second >> 15 & 31 == first >> 7 & 31 else { return nil }
    return (address &+ (first & 0xFFFF_F000) &+ extended(second >> 20, bits: 12), 8)
  }

  /// Returns the distance of JAL.
  private static func distance(_ code: UInt32) -> UInt32 {
    let (high, middle) = ((code >> 31 & 1) << 20, (code >> 12 & 0xFF) << 12)
    return extended(high | middle | (code >> 20 & 1) << 11 | (code >> 21 & 0x3FF) << 1, bits: 21)
  }

  /// Returns the distance of C.JAL and C.J.
  private static func compressed(_ code: UInt32) -> UInt32? {
    let places: [UInt32] = [3, 4, 5, 11, 2, 7, 6, 9, 10, 8, 12]
    var distance: UInt32 = 0
    for (index, place) in places.enumerated() { distance |= (code >> place & 1) << UInt32(index + 1) }
    return extended(distance, bits: 12)
  }

  /// Returns the target of a jump that keeps no return address: at the end of a function, it can be another function.
  private static func jump(_ octets: ArraySlice<UInt8>, at address: UInt32) -> (target: UInt32, count: Int)? {
    guard octets.count >= 2 else { return nil }
    let first = UInt32(octets[octets.startIndex]) | UInt32(octets[octets.startIndex + 1]) << 8
    if first & 0xE003 == 0xA001 { return compressed(first).map { (address &+ $0, 2) } }
    guard octets.count >= 4 else { return nil }
    let code = word(octets, 0)
    return code & 0xFFF == 0x06F ? (address &+ distance(code), 4) : nil
  }

  /// Passes the calls of a function on.
  ///
  /// - Parameter begins: whether another function begins at an address: a jump to it, or out of the function, is a call at
  ///   the end of a function.
  mutating func follow(
    _ octets: ArraySlice<UInt8>, at start: UInt32, begins: (UInt32) -> Bool, _ found: (CalledCode.Call) -> Void
  ) {
    func given(to target: UInt32, at site: UInt32) -> CalledCode.Call {
      CalledCode.Call(site: site, target: target, function: start, arguments: (10..<16).map { registers[$0] })
    }
    var place = octets.startIndex
    while place + 1 < octets.endIndex {
      let address = start &+ UInt32(place - octets.startIndex)
      if let call = Self.call(octets[place...], at: address) {
        found(given(to: call.target, at: address &+ (call.count == 8 ? 4 : 0)))
        // What a called function need not keep.
        for register in [1, 5, 6, 7] + Array(10..<18) + Array(28..<32) { registers[register] = nil }
        place += call.count
        continue
      }
      if let jump = Self.jump(octets[place...], at: address) {
        let isInside = jump.target >= start && jump.target - start < UInt32(octets.count)
        if jump.target != start, !isInside || begins(jump.target) { found(given(to: jump.target, at: address)) }
        forget()
        place += jump.count
        continue
      }
      let first = UInt32(octets[place]) | UInt32(octets[place + 1]) << 8
      if first & 3 != 3 {
        if let code = RISCVProcessor.expanded(first) { run(code, at: address) } else { forget() }
        place += 2
      } else {
        guard place + 3 < octets.endIndex else { return }
        run(first | UInt32(octets[place + 2]) << 16 | UInt32(octets[place + 3]) << 24, at: address)
        place += 4
      }
    }
  }

  private mutating func run(_ code: UInt32, at address: UInt32) {
    let (target, source) = (Int(code >> 7 & 31), Int(code >> 15 & 31))
    func value(_ register: Int) -> UInt32? { register == 0 ? 0 : registers[register] }
    switch code & 0x7F {
    case 0x37: registers[target] = code & 0xFFFF_F000
    case 0x17: registers[target] = address &+ code & 0xFFFF_F000
    case 0x13 where code >> 12 & 7 == 0:
      registers[target] = value(source).map { $0 &+ extended(code >> 20, bits: 12) }
    case 0x33 where code & 0xFE00_7000 == 0:
      let other = value(Int(code >> 20 & 31))
      registers[target] = value(source).flatMap { first in other.map { first &+ $0 } }
    // Stores and branches.
    case 0x23, 0x63: break
    // Jumps: what comes behind is come to from elsewhere.
    case 0x6F, 0x67: forget()
    default: registers[target] = nil
    }
  }

  private mutating func forget() {
    for register in registers.indices { registers[register] = nil }
  }
}
