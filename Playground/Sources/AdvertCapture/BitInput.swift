/// The input of an `Inflater`, bit by bit, the lowest first. What is not enough for a step is kept for the next call.
struct BitInput {
  /// Octets of earlier calls, which come before those of this one.
  private var kept: [UInt8] = []
  /// Where the next octet is, counted from the first one kept.
  private var position = 0
  private var bits: UInt64 = 0
  private(set) var count: UInt32 = 0
  /// The state before the step.
  private var mark: (position: Int, bits: UInt64, count: UInt32) = (0, 0, 0)

  /// There is not enough for the step.
  struct Ended: Error {}

  /// The next bits, those that are there.
  var next: UInt32 { UInt32(truncatingIfNeeded: bits) }

  /// Ends a step, which is not done again.
  mutating func commit() { mark = (position, bits, count) }

  /// Holds 48 bits, or all that are there.
  mutating func fill(_ packed: Span<UInt8>) {
    while count < 48 {
      let octet: UInt8
      if position < kept.count {
        octet = kept[position]
      } else if position - kept.count < packed.count {
        octet = packed[position - kept.count]
      } else {
        return
      }
      bits |= UInt64(octet) << UInt64(count)
      count += 8
      position += 1
    }
  }

  /// Takes bits that are there, up to 32.
  mutating func drop(_ number: UInt32) {
    bits >>= UInt64(number)
    count -= number
  }

  /// The next bits as a number, up to 32.
  mutating func take(_ number: UInt32, _ packed: Span<UInt8>) throws(Ended) -> UInt32 {
    if count < number { fill(packed) }
    guard count >= number else { throw Ended() }
    let value = UInt32(truncatingIfNeeded: bits & ((1 << UInt64(number)) - 1))
    drop(number)
    return value
  }

  /// Moves to the next whole octet.
  mutating func align() { drop(count & 7) }

  /// What a code says of the next bits.
  mutating func match(_ code: borrowing PrefixCode, _ packed: Span<UInt8>) throws(Ended) -> Int? {
    if count < PrefixCode.longestCode { fill(packed) }
    switch code.match(next, count: count) {
    case .symbol(let symbol, let length):
      drop(length)
      return symbol
    case .incomplete: throw Ended()
    case .none: return nil
    }
  }

  /// Ends a call, and returns how many octets of `packed` it took.
  ///
  /// - Parameter isShort: whether the last step had not enough. Then all is taken, and kept for the next call.
  mutating func end(_ packed: Span<UInt8>, isShort: Bool) -> Int {
    if isShort { (position, bits, count) = mark }
    // Whole octets go back.
    position -= Int(count / 8)
    count %= 8
    bits &= (1 << UInt64(count)) - 1
    let taken = max(position - kept.count, 0)
    kept.removeFirst(min(position, kept.count))
    position = 0
    guard isShort else {
      commit()
      return taken
    }
    for index in taken..<packed.count { kept.append(packed[index]) }
    commit()
    return packed.count
  }
}
