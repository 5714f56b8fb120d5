import AdvertIdentity
import AdvertisingData
import Testing

@Suite struct IdentityResolvingKeyTests {
  static let octets = hex("EC0234A357C8AD05341010A60A397D9B")
  static let address = DeviceAddress(bits: 0x7081_940D_FBAA, type: .random)

  @Test func resolvesTheSpecificationsExample() throws {
    let key = try #require(IdentityResolvingKey(Self.octets))
    #expect(key.resolves(Self.address))
  }

  @Test func resolvesWithTheKeyInReverse() throws {
    let key = try #require(IdentityResolvingKey(Self.octets.reversed()))
    #expect(key.resolves(Self.address))
  }

  @Test func resolvesWithAKeyThatIsItsOwnReverse() throws {
    let key = try #require(IdentityResolvingKey([UInt8](repeating: 0, count: 16)))
    #expect(!key.resolves(Self.address))
  }

  /// The hash covers every bit of the random part, and is compared in every bit. The highest two bits also say what the
  /// address is.
  @Test(arguments: 0..<48) func aFlippedBitResolvesNoMore(_ bit: Int) throws {
    let key = try #require(IdentityResolvingKey(Self.octets))
    #expect(!key.resolves(DeviceAddress(bits: Self.address.bits ^ 1 << UInt64(bit), type: .random)))
  }

  @Test(arguments: 0..<128) func aFlippedBitOfTheKeyResolvesNoMore(_ bit: Int) throws {
    var octets = Self.octets
    octets[bit / 8] ^= 1 << UInt8(bit % 8)
    let key = try #require(IdentityResolvingKey(octets))
    #expect(!key.resolves(Self.address))
  }

  @Test(arguments: [
    DeviceAddress.AddressType.public, .publicIdentity, .randomIdentity, .anonymous,
  ]) func onlyRandomAddressesResolve(_ type: DeviceAddress.AddressType) throws {
    let key = try #require(IdentityResolvingKey(Self.octets))
    #expect(!key.resolves(DeviceAddress(bits: Self.address.bits, type: type)))
  }

  @Test(arguments: [0, 1, 15, 17, 32]) func keysHaveSixteenOctets(_ count: Int) {
    #expect(IdentityResolvingKey([UInt8](repeating: 1, count: count)) == nil)
  }

  @Test func ownersAreTheFirstKeysThatFit() throws {
    let foreign = try #require(IdentityResolvingKey([UInt8](1...16)))
    let key = try #require(IdentityResolvingKey(Self.octets))
    let other = DeviceAddress(bits: 0x7081_940D_FBAB, type: .random)
    #expect([foreign, key, key].owners(of: [other, Self.address, Self.address]) == [Self.address: 1])
    #expect([key].owners(of: []) == [:])
    #expect([IdentityResolvingKey]().owners(of: [Self.address]) == [:])
  }

  private static func hex(_ text: String) -> [UInt8] {
    (try? HexText.octets(of: text)) ?? []
  }
}
