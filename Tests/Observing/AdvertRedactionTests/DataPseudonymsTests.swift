import AdvertisingData
import TestSupport
import Testing

@testable import AdvertRedaction

@Suite struct DataPseudonymsTests {
  @Test func eachPlaceOfEachOwnerIsOneForOne() {
    var pseudonyms = DataPseudonyms()
    for owner in [DataPseudonyms.Owner.company(0x004C), .service(BluetoothUUID(0xFEAA)), .remainder] {
      for place in 0..<3 {
        let images = (1...255).map { pseudonyms.pseudonym(of: $0, at: place, of: owner) }
        #expect(Set(images).count == 255 && !images.contains(0))
        #expect((1...255).map { pseudonyms.pseudonym(of: $0, at: place, of: owner) } == images)
        #expect(pseudonyms.pseudonym(of: 0, at: place, of: owner) == 0)
      }
    }
  }

  /// What an octet becomes follows from when it is met alone.
  @Test func imagesSayNothingOfTheOriginals() {
    var one = DataPseudonyms()
    var other = DataPseudonyms()
    let images = [7, 9, 7, 200].map { one.pseudonym(of: $0, at: 4, of: .company(1)) }
    let others = [88, 3, 88, 14].map { other.pseudonym(of: $0, at: 4, of: .company(2)) }
    #expect(images == others)
    #expect(images[0] == images[2])
  }

  /// Whichever octet comes first, the same stands for it: who sees that knows nothing of it. So one of them is its own.
  @Test func everyFirstOctetBecomesTheSame() {
    for range in [nil, 1...100] as [ClosedRange<UInt8>?] {
      let images = (range ?? 1...255).map { octet in
        var pseudonyms = DataPseudonyms()
        return pseudonyms.pseudonym(of: octet, at: 4, of: .company(1), within: range)
      }
      #expect(Set(images).count == 1)
    }
  }

  @Test func octetsStayInTheirRange() {
    var pseudonyms = DataPseudonyms()
    for range in [1...100, 101...126, 127...127, 128...228] as [ClosedRange<UInt8>] {
      let images = range.map { pseudonyms.pseudonym(of: $0, at: 1, of: .company(1), within: range) }
      #expect(Set(images) == Set(range))
    }
    // What the same octet becomes elsewhere is no reason to leave the range.
    let free = (1...100).map { pseudonyms.pseudonym(of: $0, at: 1, of: .company(1)) }
    #expect(free.contains { $0 > 100 })
  }

  @Test(arguments: [UInt8(0x80), 0xC0, 0xF0, 0x0F, 0xFE]) func keptBitsStay(_ kept: UInt8) {
    var pseudonyms = DataPseudonyms()
    var images: Set<UInt8> = []
    for octet in UInt8(1)...255 {
      let image = pseudonyms.pseudonym(of: octet, at: 0, of: .remainder, keeping: kept)
      #expect(image & kept == octet & kept && image != 0)
      #expect(images.insert(image).inserted)
    }
  }

  @Test func ownersBeyondTheMostShareTheirPlaces() {
    var pseudonyms = DataPseudonyms(maximumOwners: 2)
    _ = pseudonyms.pseudonym(of: 5, at: 0, of: .company(1))
    _ = pseudonyms.pseudonym(of: 5, at: 0, of: .company(2))
    let first = pseudonyms.pseudonym(of: 5, at: 0, of: .company(3))
    #expect(pseudonyms.pseudonym(of: 5, at: 0, of: .company(4)) == first)
    #expect(pseudonyms.pseudonym(of: 6, at: 0, of: .company(5)) != first)
  }
}
