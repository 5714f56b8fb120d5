import AdvertisingData
import Testing

@testable import AdvertObservation

@Suite struct IdentityResolvingKeyTests {
  static let octets = hex("EC0234A357C8AD05341010A60A397D9B")
  static let address = DeviceAddress(bits: 0x7081_940D_FBAA, type: .random)

  /// FIPS-197 appendix B, appendix C.1, and the block of `ah` in the Core Specification Vol 3 Part H D.7.
  @Test(arguments: [
    ("2b7e151628aed2a6abf7158809cf4f3c", "3243f6a8885a308d313198a2e0370734", "3925841d02dc09fbdc118597196a0b32"),
    ("000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff", "69c4e0d86a7b0430d8cdb78070b4c55a"),
    ("ec0234a357c8ad05341010a60a397d9b", "00000000000000000000000000708194", "159d5fb72ebe2311a48c1bdcc40dfbaa"),
  ]) func blocksAreEncryptedAsTheStandardsSay(_ key: String, _ block: String, _ encrypted: String) {
    #expect(BlockCipher(key: Self.hex(key)).encrypt(Self.hex(block)) == Self.hex(encrypted))
  }

  @Test(arguments: [(15, 16), (16, 15), (17, 16), (16, 17), (0, 0)])
  func keysAndBlocksOfOtherLengthsAreRefused(_ key: Int, _ block: Int) {
    let cipher = BlockCipher(key: Array(repeating: 0, count: key))
    #expect(cipher.encrypt(Array(repeating: 0, count: block)) == nil)
  }

  @Test func resolvesTheSpecificationsExample() throws {
    let key = try IdentityResolvingKey(Self.octets)
    #expect(key.resolves(Self.address))
  }

  @Test func resolvesWithTheKeyInReverse() throws {
    let key = try IdentityResolvingKey(Self.octets.reversed())
    #expect(key.resolves(Self.address))
  }

  @Test func resolvesWithAKeyThatIsItsOwnReverse() throws {
    let key = try IdentityResolvingKey([UInt8](repeating: 0, count: 16))
    #expect(!key.resolves(Self.address))
  }

  /// The hash covers every bit of the random part, and is compared in every bit. The highest two bits also say what the
  /// address is.
  @Test(arguments: 0..<48) func aFlippedBitResolvesNoMore(_ bit: Int) throws {
    let key = try IdentityResolvingKey(Self.octets)
    #expect(!key.resolves(DeviceAddress(bits: Self.address.bits ^ 1 << UInt64(bit), type: .random)))
  }

  @Test(arguments: 0..<128) func aFlippedBitOfTheKeyResolvesNoMore(_ bit: Int) throws {
    var octets = Self.octets
    octets[bit / 8] ^= 1 << UInt8(bit % 8)
    let key = try IdentityResolvingKey(octets)
    #expect(!key.resolves(Self.address))
  }

  @Test(arguments: [
    DeviceAddress.AddressType.public, .publicIdentity, .randomIdentity, .anonymous,
  ]) func onlyRandomAddressesResolve(_ type: DeviceAddress.AddressType) throws {
    let key = try IdentityResolvingKey(Self.octets)
    #expect(!key.resolves(DeviceAddress(bits: Self.address.bits, type: type)))
  }

  @Test(arguments: [0, 1, 15, 17, 32]) func keysHaveSixteenOctets(_ count: Int) {
    #expect(throws: IdentityResolvingKey.Failure.wrongLength(count)) {
      try IdentityResolvingKey([UInt8](repeating: 1, count: count))
    }
  }

  @Test func ownersAreTheFirstKeysThatFit() throws {
    let foreign = try IdentityResolvingKey([UInt8](1...16))
    let key = try IdentityResolvingKey(Self.octets)
    let other = DeviceAddress(bits: 0x7081_940D_FBAB, type: .random)
    #expect([foreign, key, key].owners(of: [other, Self.address, Self.address]) == [Self.address: 1])
    #expect([key].owners(of: []) == [:])
    #expect([IdentityResolvingKey]().owners(of: [Self.address]) == [:])
  }

  private static func hex(_ text: String) -> [UInt8] {
    (try? HexText.octets(of: text)) ?? []
  }
}
