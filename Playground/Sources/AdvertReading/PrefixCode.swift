/// A prefix code of deflate (RFC 1951, 3.2.2): symbols by the bits that encode them.
struct PrefixCode {
  /// Codes up to this length are found in one step.
  private static let quickBits: UInt32 = 10
  static let longestCode = 15

  /// The symbol times 16 plus the length of its code, by the next bits; 0 for longer codes, and for bits that are not a
  /// code.
  private var quick = [UInt16](repeating: 0, count: 1 << quickBits)
  /// The number of codes of each length.
  private var counts = [UInt16](repeating: 0, count: longestCode + 1)
  /// The symbols in the order of their codes.
  private var symbols: [UInt16] = []
  private var longest = 0

  /// Makes the code without symbols.
  init() {}

  /// - Parameters:
  ///   - lengths: the length of the code of each symbol; 0 for a symbol that does not occur.
  ///   - mayBeSingle: whether the code may consist of a single symbol with one bit.
  /// - Returns: `nil` when no code has these lengths.
  init?(lengths: some Collection<UInt8>, mayBeSingle: Bool) {
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    var left = 1
    for length in 1...Self.longestCode {
      left = left * 2 - Int(counts[length])
      if left < 0 { return nil }
    }
    longest = counts.lastIndex { $0 > 0 } ?? 0
    guard left == 0 || longest == 0 || mayBeSingle && longest == 1 else { return nil }
    sort(lengths)
  }

  private mutating func sort(_ lengths: some Collection<UInt8>) {
    var places = [Int](repeating: 0, count: Self.longestCode + 2)
    var codes = [UInt32](repeating: 0, count: Self.longestCode + 2)
    for length in 1...Self.longestCode {
      places[length + 1] = places[length] + Int(counts[length])
      codes[length + 1] = (codes[length] + UInt32(counts[length])) << 1
    }
    symbols = [UInt16](repeating: 0, count: places[Self.longestCode + 1])
    var symbol: UInt16 = 0
    for octet in lengths {
      let length = Int(octet)
      if length > 0 {
        symbols[places[length]] = symbol
        places[length] += 1
        if length <= Self.quickBits { note(symbol, code: codes[length], length: UInt32(length)) }
        codes[length] += 1
      }
      symbol += 1
    }
  }

  private mutating func note(_ symbol: UInt16, code: UInt32, length: UInt32) {
    var reversed: UInt32 = 0
    for bit in 0..<length where code >> bit & 1 == 1 { reversed |= 1 << (length - 1 - bit) }
    while reversed < 1 << Self.quickBits {
      quick[Int(reversed)] = symbol << 4 | UInt16(length)
      reversed += 1 << length
    }
  }

  /// The match of the next bits.
  enum Match {
    case symbol(Int, length: UInt32)
    case incomplete
    case none
  }

  /// - Parameters:
  ///   - bits: the next bits, the first lowest.
  ///   - count: the number of bits that are available.
  func match(_ bits: UInt32, count: UInt32) -> Match {
    let entry = quick[Int(bits & ((1 << Self.quickBits) - 1))]
    let length = UInt32(entry & 15)
    if length > 0 { return length <= count ? .symbol(Int(entry >> 4), length: length) : .incomplete }
    var code = 0
    var first = 0
    var place = 0
    for length in 1...Self.longestCode where length <= longest {
      guard length <= count else { return .incomplete }
      code |= Int(bits >> UInt32(length - 1) & 1)
      let number = Int(counts[length])
      if code - first < number { return .symbol(Int(symbols[place + code - first]), length: UInt32(length)) }
      place += number
      first = (first + number) << 1
      code <<= 1
    }
    return .none
  }
}
