/// The input of an `Inflater`, bit by bit, the lowest first. Input that is too short for a step is kept for the next
/// call.
struct BitInput {
  /// Octets of earlier calls, which come before those of the current call.
  private var kept: [UInt8] = []
  /// The position of the next octet, counted from the first kept one.
  private var position = 0
  private var bits: UInt64 = 0
  private(set) var count: UInt32 = 0
  /// The state before the step.
  private var mark: (position: Int, bits: UInt64, count: UInt32) = (0, 0, 0)

  /// The error of input that is too short for the step.
  struct Ended: Error {}

  /// The next bits, as far as they are available.
  var next: UInt32 { UInt32(truncatingIfNeeded: bits) }

  /// Ends a step. It will not be repeated.
  mutating func commit() { mark = (position, bits, count) }

  /// Fills the buffer with at least 48 bits, or with all that are available.
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

  /// Drops up to 32 available bits.
  mutating func drop(_ number: UInt32) {
    bits >>= UInt64(number)
    count -= number
  }

  /// Takes up to 32 bits as a number.
  mutating func take(_ number: UInt32, _ packed: Span<UInt8>) throws(Ended) -> UInt32 {
    if count < number { fill(packed) }
    guard count >= number else { throw Ended() }
    let value = UInt32(truncatingIfNeeded: bits & ((1 << UInt64(number)) - 1))
    drop(number)
    return value
  }

  /// Moves to the next whole octet.
  mutating func align() { drop(count & 7) }

  /// Returns the match of the next bits in a code.
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

  /// Ends a call, and returns the number of octets of `packed` that it took.
  ///
  /// - Parameter isShort: whether the input was too short for the last step. Then all of it is taken, and kept for the
  ///   next call.
  mutating func end(_ packed: Span<UInt8>, isShort: Bool) -> Int {
    if isShort { (position, bits, count) = mark }
    // Whole octets are returned to the input.
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
