import TestSupport
import Testing

@testable import AdvertisingData

/// Payloads in which one length octet is wrong, so that a structure reaches beyond the end.
@Suite struct DoubtfulLengthTests {
  /// A payload of plausible structures, with the places of their length octets.
  static func payload(_ random: inout SplitMix64) -> (octets: [UInt8], places: [Int]) {
    let name = (0..<Int.random(in: 2...9, using: &random)).map { _ in UInt8.random(in: 0x61...0x7A, using: &random) }
    let values: [[UInt8]] = [
      [0x09] + name, [0x03] + random.octets(2 * Int.random(in: 1...3, using: &random)),
      [0xFF] + random.octets(Int.random(in: 3...7, using: &random)), [0x19, 0xC1, 0x03], [0x0A, 0xF4],
      [0x16] + random.octets(Int.random(in: 3...6, using: &random)),
    ]
    var (octets, places) = ([UInt8](arrayLiteral: 2, 1, 6), [0])
    for value in values.shuffled(using: &random) where octets.count + value.count < 31 {
      places.append(octets.count)
      octets += [UInt8(value.count)] + value
    }
    return (octets, places)
  }

  /// A payload with one wrong length that makes it overrun, and the place of that length.
  static func overrun(_ random: inout SplitMix64) -> (octets: [UInt8], place: Int, right: UInt8) {
    while true {
      var (octets, places) = payload(&random)
      let place = places.randomElement(using: &random) ?? 0
      let right = octets[place]
      octets[place] = UInt8.random(in: 1...40, using: &random)
      guard octets[place] != right else { continue }
      var walk = Payload(octets).structures
      while walk.next() != nil {}
      switch walk.ending {
      case .overrun, .loneLength: return (octets, place, right)
      default: continue
      }
    }
  }

  /// Nothing at or behind the wrong length is certain.
  @Test func nothingBehindTheDoubt() throws {
    var random = SplitMix64(seed: 8)
    var named = 0
    for _ in 0..<500 {
      let (octets, place, right) = Self.overrun(&random)
      let doubt = try #require(DoubtfulLength(Payload(octets)))
      #expect(doubt.certainCount <= place, "\(HexText.spaced(octets)), \(place)")
      guard let correction = doubt.correction else { continue }
      if correction.offset == place, correction.likely == right { named += 1 }
      // Whatever is named makes the whole payload parse.
      var corrected = octets
      corrected[correction.offset] = correction.likely
      #expect(DoubtfulLength(Payload(corrected)) == nil, "\(HexText.spaced(octets))")
    }
    #expect(named > 250, "\(named) of 500 named")
  }

  @Test func wholePayloadsHaveNoDoubt() {
    var random = SplitMix64(seed: 9)
    for _ in 0..<500 { #expect(DoubtfulLength(Payload(Self.payload(&random).octets)) == nil) }
    for octets in [[], [0], [2, 1, 6, 0, 0], [2, 1, 6, 0, 9]] as [[UInt8]] {
      #expect(DoubtfulLength(Payload(octets)) == nil)
    }
  }

  /// The length of the name is one too small, as it is after a terminating zero was forgotten.
  @Test func theLikelyChangeIsNamed() throws {
    let payload = Payload(try HexText.octets(of: "0201060c0941636d6520547261636b657205ff5900010203030f18"))
    let correction = try #require(DoubtfulLength(payload)?.correction)
    #expect(correction.words == "byte 3 should probably be 0x0d, not 0x0c")
  }

  /// Where the payload may have been cut, only the length of the structure that lacks its end may be wrong instead.
  @Test func cutPayloadsMayBeRight() throws {
    let name = try #require(DoubtfulLength(Payload(try HexText.octets(of: "02010603030d180a095365"))))
    #expect(name.correction?.words == "7 bytes are missing at the end, or byte 7 should be 0x03, not 0x0a")
    let data = try #require(DoubtfulLength(Payload(try HexText.octets(of: "02010603030d180716"))))
    #expect(data.correction == nil)
    // A list of 32-bit UUIDs has no 25 octets.
    let other = try #require(DoubtfulLength(Payload(try HexText.octets(of: "0201061a04094f776c"))))
    #expect(other.correction?.words == "byte 3 should probably be 0x05, not 0x1a")
  }
}
