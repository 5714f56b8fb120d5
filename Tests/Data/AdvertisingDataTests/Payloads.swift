import TestSupport

/// Payloads for tests that hold for every payload.
enum Payloads {
  /// Lengths that end early, fit, overrun; types with a fixed length, a list, a text, and one unknown.
  private static let alphabet: [UInt8] = [0, 1, 2, 3, 9, 0xFF]

  static let upToFiveOctets: [[UInt8]] = {
    var all: [[UInt8]] = [[]]
    var longest = all
    for _ in 1...5 {
      longest = longest.flatMap { start in alphabet.map { start + [$0] } }
      all += longest
    }
    return all
  }()

  /// Half of them plain noise, half with structures of decoded types and mostly right lengths.
  static func random(_ count: Int, seed: UInt64) -> [[UInt8]] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { index in
      let length = Int.random(in: 0...255, using: &random)
      guard index % 2 == 0 else { return random.octets(length) }
      var payload: [UInt8] = []
      while payload.count < length {
        let value = random.octets(Int.random(in: 0...20, using: &random))
        let error = Int.random(in: 0..<16, using: &random) == 0 ? Int.random(in: 0...9, using: &random) : 0
        payload += [UInt8(value.count + 1 + error), decodedTypes.randomElement(using: &random) ?? 1] + value
      }
      return Array(payload.prefix(length))
    }
  }

  private static let decodedTypes: [UInt8] = [
    0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x12, 0x14, 0x15, 0x16, 0x19, 0x1F, 0x20, 0x21, 0x24,
    0xFF,
  ]
}
