import AdvertisingData
import TestSupport
import Testing

@testable import AdvertRedaction

@Suite struct AddressPseudonymsTests {
  static func address(_ bits: UInt64, _ type: DeviceAddress.AddressType = .random) -> DeviceAddress {
    DeviceAddress(bits: bits, type: type)
  }

  @Test func numbersInTheOrderMet() {
    let redaction = Redaction()
    let addresses: [DeviceAddress] = [
      Self.address(0xF0F1_F2F3_F4F5), Self.address(0x4812_3456_789A), Self.address(0x3012_3456_789A),
      Self.address(0x8012_3456_789A), Self.address(0x0012_3456_789A, .public), Self.address(0xF0F1_F2F3_F4F5),
    ]
    #expect(
      addresses.map { redaction.address($0).description } == [
        "C0:AD:AD:00:00:10", "40:AD:AD:00:00:20", "00:AD:AD:00:00:30", "80:AD:AD:00:00:40", "00:AD:AD:00:00:50",
        "C0:AD:AD:00:00:10",
      ])
    for address in addresses { #expect(redaction.address(address).kind == address.kind) }
  }

  @Test func sameBitsAreOneDeviceWhateverTheType() {
    let redaction = Redaction()
    let identity = redaction.address(Self.address(0x0012_3456_789A, .publicIdentity))
    #expect(identity == Self.address(0x00AD_AD00_0010, .publicIdentity))
    #expect(redaction.address(Self.address(0x0012_3456_789A, .public)) == Self.address(0x00AD_AD00_0010, .public))
  }

  @Test func neighboursStayNeighbours() {
    var pseudonyms = AddressPseudonyms()
    let first = pseudonyms.pseudonym(of: 0x0012_3456_78FF)
    #expect(first == 0x00AD_AD00_0010)
    #expect(pseudonyms.pseudonym(of: 0x0012_3456_7901) == first + 2)
    #expect(pseudonyms.pseudonym(of: 0x0012_3456_78FE) == first - 1)
    // Three away from all of them.
    #expect(pseudonyms.pseudonym(of: 0x0012_3456_7904) == 0x00AD_AD00_0020)
    #expect(pseudonyms.originals[first + 2] == 0x0012_3456_7901)
  }

  @Test func placeholdersStay() {
    var pseudonyms = AddressPseudonyms()
    let placeholders: [UInt64] = [
      0, 0xFFFF_FFFF_FFFF, 0xC000_0000_0000, 0x3FFF_FFFF_FFFF, 0x1111_1111_1111, 0x4000_0000_0000,
    ]
    for bits in placeholders { #expect(pseudonyms.pseudonym(of: bits) == bits) }
    #expect(pseudonyms.pseudonym(of: 0x1111_1111_1112) == 0x00AD_AD00_0010)
  }

  @Test func unknownAddressesStayUnknown() {
    let redaction = Redaction()
    for type in [DeviceAddress.AddressType.anonymous, .unknown] {
      #expect(redaction.address(Self.address(0, type)) == Self.address(0, type))
    }
    #expect(redaction.address(Self.address(0xC012_3456_789A)) == Self.address(0xC0AD_AD00_0010))
  }

  @Test(arguments: UInt64(1)...4) func differentAddressesStayDifferent(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var pseudonyms = AddressPseudonyms()
    var met: [UInt64: UInt64] = [:]
    var images: Set<UInt64> = []
    for _ in 0..<20_000 {
      // Crowded, so that neighbours are frequent and numbers meet.
      let bits = random.next() % 4 << 46 | 0x1234_5600_0000 & 0x3FFF_FFFF_FFFF | random.next() % 40_000
      let image = pseudonyms.pseudonym(of: bits)
      if let known = met[bits] {
        #expect(image == known, "seed \(seed)")
      } else {
        #expect(images.insert(image).inserted, "seed \(seed), \(bits)")
      }
      #expect(image >> 46 == bits >> 46, "seed \(seed), \(bits)")
      met[bits] = image
    }
  }

  @Test func thoseBeyondTheMostShareOne() {
    var pseudonyms = AddressPseudonyms(most: 2)
    #expect(pseudonyms.pseudonym(of: 0xC012_3456_0000) == 0xC0AD_AD00_0010)
    #expect(pseudonyms.pseudonym(of: 0xC012_3456_1000) == 0xC0AD_AD00_0020)
    #expect(pseudonyms.pseudonym(of: 0xC012_3456_2000) == 0xC0AD_AD00_0000)
    #expect(pseudonyms.pseudonym(of: 0x4012_3456_3000) == 0x40AD_AD00_0000)
    #expect(pseudonyms.pseudonym(of: 0xC012_3456_1000) == 0xC0AD_AD00_0020)
  }
}
