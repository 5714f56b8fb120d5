/// The constants in the registers of a function for Xtensa with windows, followed along its code in a line.
///
/// Source: Xtensa ISA Reference Manual, the instructions by their codes.
struct XtensaCode {
  /// Returns a word of the image.
  let word: (UInt32) -> UInt32?
  private var registers = [UInt32?](repeating: nil, count: 16)

  init(word: @escaping (UInt32) -> UInt32?) { self.word = word }

  /// Whether octets are the instruction with which functions begin: `entry a1, …`.
  static func isBeginning(_ octets: ArraySlice<UInt8>) -> Bool {
    let first = octets.startIndex
    return octets.count >= 3 && octets[first] == 0x36 && octets[first + 1] & 0x0F == 1 && octets[first + 2] < 8
      && (octets[first + 1] | octets[first + 2]) & 0xFE != 0
  }

  mutating func follow(_ octets: ArraySlice<UInt8>, at start: UInt32, _ found: (CalledCode.Call) -> Void) {
    var place = octets.startIndex
    while place + 2 < octets.endIndex {
      let address = start &+ UInt32(place - octets.startIndex)
      let first = UInt32(octets[place]) | UInt32(octets[place + 1]) << 8
      if first & 8 != 0 {
        runShort(first)
        place += 2
        continue
      }
      let code = XtensaInstruction(code: first | UInt32(octets[place + 2]) << 16)
      place += 3
      if let (target, increment) = call(code, at: address) {
        if let target {
          found(
            CalledCode.Call(
              site: address, target: target, function: start,
              arguments: (0..<6).map { index in
                let register = 4 * Int(increment) + 2 + index
                return register < 16 ? registers[register] : nil
              }))
        }
        for register in Int(4 * increment)..<16 { registers[register] = nil }
      } else {
        run(code, at: address)
      }
    }
  }

  /// Returns what an instruction calls, and by how many groups of registers the window moves.
  private func call(_ code: XtensaInstruction, at address: UInt32) -> (target: UInt32?, increment: UInt32)? {
    if code.family == 5 {
      return ((address & ~3) &+ extended(code.distance, bits: 18) << 2 &+ 4, code.n)
    }
    guard code.family == 0, code.first == 0, code.second == 0, code.r == 0, code.m == 3 else { return nil }
    return (registers[Int(code.s)], code.n)
  }

  private mutating func run(_ code: XtensaInstruction, at address: UInt32) {
    let (t, s, r) = (Int(code.t), Int(code.s), Int(code.r))
    switch code.family {
    case 0:
      switch (code.first, code.second) {
      // Jumps and returns: what comes behind is come to from elsewhere.
      case (0, 0) where r == 0: forget()
      case (0, 2) where s == t: registers[r] = registers[s]
      case (1, 0), (1, 1):
        let shift = 32 - (code.second << 4 | code.t)
        registers[r] = registers[s].map { shift < 32 ? $0 << shift : 0 }
      default:
        registers[r] = nil
        registers[t] = nil
      }
    case 1: registers[t] = word((address &+ 3) & ~3 &+ (0xFFFC_0000 | code.half << 2))
    case 2:
      switch r {
      case 10: registers[t] = extended(code.s << 8 | code.immediate, bits: 12)
      case 12: registers[t] = registers[s].map { $0 &+ extended(code.immediate, bits: 8) }
      case 13: registers[t] = registers[s].map { $0 &+ extended(code.immediate, bits: 8) << 8 }
      case 4, 5, 6, 7, 15: break
      default: registers[t] = nil
      }
    case 6 where code.n == 0: forget()
    default: break
    }
  }

  private mutating func runShort(_ code: UInt32) {
    let (t, s, r) = (Int(code >> 4 & 15), Int(code >> 8 & 15), Int(code >> 12 & 15))
    switch code & 15 {
    case 8: registers[t] = nil
    case 10: registers[r] = registers[s].flatMap { first in registers[t].map { first &+ $0 } }
    case 11: registers[r] = registers[s].map { $0 &+ (t == 0 ? .max : UInt32(t)) }
    case 12 where t < 8:
      let number = UInt32(t) << 4 | UInt32(r)
      registers[s] = number < 96 ? number : number &- 128
    case 13 where r == 0: registers[t] = registers[s]
    case 13 where t < 2: forget()
    default: break
    }
  }

  private mutating func forget() {
    for register in registers.indices { registers[register] = nil }
  }
}
