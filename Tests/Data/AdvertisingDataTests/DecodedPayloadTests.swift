import AdvertisingData
import TestSupport
import Testing

/// Decoding loses nothing: what was decoded gives the same octets back, whatever they are.
@Suite struct DecodedPayloadTests {
  @Test func everyPayloadOfUpToTwoOctets() {
    let octets = UInt8.min...UInt8.max
    let wrong = octets.first { first in
      !survives([first]) || octets.contains { !survives([first, $0]) }
    }
    #expect(wrong == nil, "starting with \(wrong.map { [$0].hex } ?? "")")
    #expect(survives([]))
  }

  @Test func everyPayloadOfUpToFiveOctetsOverASmallAlphabet() {
    let wrong = Payloads.upToFiveOctets.first { !survives($0) }
    #expect(wrong == nil, "\(wrong?.hex ?? "")")
  }

  /// Every type with every number of value octets up to two lists' worth.
  @Test func everyTypeInEveryShortLength() {
    var random = SplitMix64(seed: 1)
    let noise = random.octets(33)
    for type in UInt8.min...UInt8.max {
      let wrong = (0...33).first { !survives([UInt8($0 + 1), type] + noise.prefix($0)) }
      #expect(wrong == nil, "type \(type), length \(wrong ?? 0)")
    }
  }

  @Test(arguments: 100..<108 as Range<UInt64>)
  func randomPayloads(seed: UInt64) {
    let wrong = Payloads.random(500, seed: seed).first { !survives($0) }
    #expect(wrong == nil, "seed \(seed): \(wrong?.hex ?? "")")
  }

  @Test func knowsWhereEverythingIs() {
    let decoded = Payload([UInt8](hex: "020106 0309 4142 0000 00")).decoded
    #expect(decoded.elements.map(\.octetRange) == [0..<3, 3..<7])
    #expect(decoded.elements.map(\.size) == [3, 4])
    #expect(decoded.elements.map(\.declaredLength) == [2, 3])
    #expect(decoded.elements.map(\.overruns) == [false, false])
    #expect(decoded.ending == .terminated(offset: 7))
    #expect(decoded.remainder == [0, 0, 0])
  }

  @Test func keepsAnOverrunningStructure() {
    let decoded = Payload([UInt8](hex: "020106 0a09414243")).decoded
    #expect(decoded.elements.count == 2)
    #expect(decoded.elements.last?.overruns == true)
    #expect(decoded.elements.last?.declaredLength == 10)
    #expect(decoded.elements.last?.value == .localName(LocalName("ABC", isComplete: true)))
    #expect(decoded.elements.last?.octetRange == 3..<8)
    #expect(decoded.ending == .overrun(offset: 3, declared: 10, available: 4))
    #expect(decoded.remainder.isEmpty)
  }

  @Test func keepsALoneLengthOctet() {
    let decoded = Payload([UInt8](hex: "020106 05")).decoded
    #expect(decoded.elements.count == 1)
    #expect(decoded.ending == .loneLength(offset: 3, declared: 5))
    #expect(decoded.remainder == [5])
  }

  /// Equality sees every octet; two payloads decode to equal values only when they are equal.
  @Test func differentPayloadsDecodeDifferently() {
    let payloads = Payloads.upToFiveOctets.filter { $0.count <= 4 }
    #expect(Set(payloads.map { Payload($0).decoded }).count == payloads.count)
  }

  /// Whether a payload comes back, its elements are next to each other, and nothing is in two places.
  private func survives(_ octets: [UInt8]) -> Bool {
    let decoded = Payload(octets).decoded
    var end = 0
    for element in decoded.elements {
      guard element.offset == end else { return false }
      end = element.octetRange.upperBound
    }
    return decoded.payload.octets == octets && Array(octets[end...]) == decoded.remainder
  }
}
