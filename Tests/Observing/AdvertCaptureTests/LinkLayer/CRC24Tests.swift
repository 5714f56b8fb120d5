import Testing

@testable import AdvertCapture

@Suite struct CRC24Tests {
  /// The checksum as the standard describes it: one bit after the other.
  private static func bitwise(_ octets: [UInt8]) -> UInt32 {
    var register: UInt32 = 0xAA_AAAA
    for octet in octets {
      for bit in 0..<8 {
        let feedback = (register ^ UInt32(octet) >> bit) & 1
        register = register >> 1 ^ (feedback == 0 ? 0 : 0xDA_6000)
      }
    }
    return register
  }

  private static func register(_ octets: [UInt8]) -> UInt32 {
    CRC24.register(of: octets.span, count: octets.count)
  }

  /// Header and payload, and the checksum that was sent behind them.
  private static func parts(_ packet: [UInt8]) -> (octets: [UInt8], sent: UInt32) {
    let sent = packet.suffix(3).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    return (Array(packet.dropFirst(4).dropLast(3)), sent)
  }

  @Test(arguments: LinkLayerVectors.all)
  func sentChecksums(_ packet: [UInt8]) {
    let (octets, sent) = Self.parts(packet)
    #expect(Self.register(octets) == sent)
  }

  @Test(arguments: LinkLayerVectors.all)
  func everyFlippedBitShows(_ packet: [UInt8]) {
    let (octets, sent) = Self.parts(packet)
    for index in octets.indices {
      for bit in 0..<8 {
        var flipped = octets
        flipped[index] ^= 1 << bit
        #expect(Self.register(flipped) != sent, "octet \(index), bit \(bit)")
      }
    }
  }

  @Test func nothing() {
    #expect(Self.register([]) == 0xAA_AAAA)
  }

  @Test func everyOctetAlone() {
    for octet in UInt8.min ... .max {
      #expect(Self.register([octet]) == Self.bitwise([octet]), "octet \(octet)")
    }
  }

  @Test func agreesWithTheBitwiseForm() {
    let seed: UInt64 = 0x5EED_0024
    var random = SplitMix(state: seed)
    for length in 0...300 {
      let octets = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      #expect(Self.register(octets) == Self.bitwise(octets), "seed \(seed), length \(length)")
    }
  }

  /// Only the first `count` octets count.
  @Test func stopsWhereItIsTold() {
    let octets: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    for count in 0...octets.count {
      #expect(CRC24.register(of: octets.span, count: count) == Self.bitwise(Array(octets.prefix(count))))
    }
  }
}

/// A small generator whose numbers are the same everywhere.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
