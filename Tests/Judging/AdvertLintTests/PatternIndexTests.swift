import AdvertObservation
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertLint

/// A sent payload is found among many declared ones without a look at each.
@Suite struct PatternIndexTests {
  /// Manufacturer data with a number, and an octet that varies.
  private static func pattern(_ number: Int, absent: Bool = false) -> PayloadPattern {
    var variation = Variation()
    let place = 4 + number % 3
    variation[place] = Variation.Octet(OctetSet(0x40...0x4F), mayBeAbsent: absent)
    var data: [UInt8] = [7, 0xFF, 0x59, 0, UInt8(number >> 8), UInt8(number & 0xFF), 1, 2]
    data[place] = 0x40
    return PayloadPattern(Payload(data), varying: variation)
  }

  @Test func whatIsFoundIsWhatMatches() {
    var random = SplitMix64(seed: 71)
    let patterns = (0..<600).map { Self.pattern($0, absent: $0 % 5 == 0) }
    var index = PatternIndex()
    for (position, pattern) in patterns.enumerated() { index.insert([pattern], position: position) }
    var found = 0
    for _ in 0..<400 {
      var octets = patterns[Int.random(in: 0..<600, using: &random)].payload.octets
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        octets[Int.random(in: 4..<8, using: &random)] = UInt8.random(in: 0x3E...0x51, using: &random)
      }
      if Bool.random(using: &random) {
        octets.remove(at: Int.random(in: 4..<8, using: &random))
        octets[0] -= 1
      }
      let sent = Payload(octets)
      let expected = patterns.indices.filter { patterns[$0].matches(sent) }
      found += expected.count
      #expect(index.positions(of: [sent]) == expected, "\(HexText.compact(octets))")
    }
    #expect(found > 200)
  }

  /// Twice as many declared layouts: as many steps.
  @Test func stepsDoNotGrowWithTheLayouts() {
    func steps(among count: Int) -> Int {
      var index = PatternIndex()
      for number in 0..<count { index.insert([Self.pattern(number * 3)], position: number) }
      return (0..<count).prefix(100).reduce(0) { $0 + index.walk([Self.pattern($1 * 3).payload]).steps }
    }
    let (few, many) = (steps(among: 1000), steps(among: 4000))
    #expect(many <= few * 11 / 10, "\(few), then \(many)")
    #expect(few <= 100 * 30)
  }

  /// Names that begin with what varies share the way.
  @Test func namesThatBeginWithWhatVaries() {
    var index = PatternIndex()
    for number in 0..<1000 {
      let name = Array("0000-\(number)".utf8)
      var variation = Variation()
      for offset in 2..<6 { variation[offset] = Variation.Octet(OctetSet(0x30...0x39)) }
      let pattern = PayloadPattern(Payload([UInt8(name.count + 1), 0x09] + name), varying: variation)
      for element in pattern.payload.decoded.elements { index.insert(element, of: pattern, position: number) }
    }
    let walk = index.walk(value: Array("1234-777".utf8))
    #expect(walk.positions == [777])
    #expect(walk.steps <= 20)
    #expect(index.positions(ofValue: Array("12x4-777".utf8)).isEmpty)
  }
}
