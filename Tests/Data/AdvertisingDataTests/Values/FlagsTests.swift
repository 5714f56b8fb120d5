import AdvertisingData
import TestSupport
import Testing

@Suite struct FlagsTests {
  @Test(arguments: UInt8.min...UInt8.max)
  func everyOctet(_ octet: UInt8) throws {
    let flags = try flags([octet])
    #expect(flags.rawValue == octet)
    #expect(flags.surplus.isEmpty)
    #expect(flags.octets == [octet])
    #expect(flags == Flags(rawValue: octet))
  }

  @Test func bits() {
    #expect(Flags.limitedDiscoverable.rawValue == 1)
    #expect(Flags.generalDiscoverable.rawValue == 2)
    #expect(Flags.brEDRNotSupported.rawValue == 4)
    #expect(Flags.simultaneousController.rawValue == 8)
    #expect(Flags.simultaneousHost.rawValue == 16)
    #expect(Flags.reserved.rawValue == 0xE0)
    #expect(Flags(rawValue: 0x1A) == [.generalDiscoverable, .simultaneousController, .simultaneousHost])
    #expect(Flags(rawValue: 0x26).isDisjoint(with: .reserved) == false)
  }

  @Test func keepsSurplusOctets() throws {
    let flags = try flags([6, 0, 1])
    #expect(flags.rawValue == 6)
    #expect(flags.surplus == [0, 1])
    #expect(flags.octets == [6, 0, 1])
  }

  @Test func surplusOctetsMakeADifference() throws {
    let plain = try flags([6])
    let longer = try flags([6, 0])
    #expect(plain != longer)
    #expect(Set([plain, longer]).count == 2)
  }

  @Test func needsAnOctet() {
    #expect(throws: Malformation.tooShort(minimum: 1, actual: 0)) { try flags([]) }
  }

  private func flags(_ octets: [UInt8]) throws(Malformation) -> Flags {
    try Flags(decoding: octets.span)
  }
}
