/// The link-layer features the sender supports, a bit each (AD type 0x27).
///
/// Source: Core Specification Supplement Part A 1.19; bits in Core Specification Vol 6 Part B 4.6.
public struct LESupportedFeatures: Hashable, Sendable {
  /// Bit 0 is the lowest of the first octet. Trailing zero octets should have been left out, but are kept.
  public let octets: [UInt8]

  /// The fewest octets that hold all of the bits; negative ones are ignored, like those above 2031, which no
  /// structure can hold.
  public init(bits: some Sequence<Int>) {
    var octets: [UInt8] = []
    for bit in bits where (0..<8 * 254).contains(bit) {
      while octets.count <= bit / 8 { octets.append(0) }
      octets[bit / 8] |= 1 << (bit % 8)
    }
    self.octets = octets
  }

  init(decoding value: Span<UInt8>) {
    octets = Array(copying: value)
  }

  /// The numbers of the bits that are set, ascending.
  public var bits: [Int] {
    octets.enumerated().flatMap { index, octet in
      (0..<8).filter { octet >> $0 & 1 == 1 }.map { 8 * index + $0 }
    }
  }

  public func contains(bit: Int) -> Bool {
    guard bit >= 0, bit / 8 < octets.count else { return false }
    return octets[bit / 8] >> (bit % 8) & 1 == 1
  }

  /// The sender left in what it should have left out: zero octets at the end.
  public var hasTrailingZeros: Bool { octets.last == 0 }
}
