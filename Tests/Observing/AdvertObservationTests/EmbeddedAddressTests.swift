import AdvertisingData
import TestSupport
import Testing

@testable import AdvertObservation

@Suite struct EmbeddedAddressTests {
  static let address: UInt64 = 0xC0A1_B2C3_D4E5

  static func found(
    _ hex: String, address: UInt64 = address, type: DeviceAddress.AddressType = .random
  ) throws -> [EmbeddedAddress] {
    let heard = Heard.adv(.advInd, hex).with { ($0.address, $0.addressType) = (address, type) }
    return try #require(try Airtime([heard]).advertisers().first).embeddedAddresses
  }

  static func embedded(
    _ offset: Int, _ order: OctetOrder, _ difference: Int, _ owner: VendorIdentifier = .company(0x000D)
  ) -> EmbeddedAddress {
    EmbeddedAddress(block: .advertising, offset: offset, order: order, difference: difference, owner: owner)
  }

  @Test func inManufacturerDataInBothOrders() throws {
    #expect(try Self.found("020106 09ff0d00 c0a1b2c3d4e5") == [Self.embedded(7, .bigEndian, 0)])
    #expect(try Self.found("020106 0bff0d00 77 e5d4c3b2a1c0 88") == [Self.embedded(8, .littleEndian, 0)])
  }

  @Test(arguments: -4...4) func neighboursUpToTwoAway(_ difference: Int) throws {
    // The lowest octet carries over into the next.
    let address: UInt64 = 0xC0A1_B2C3_D4FF
    let octets = (0..<6).map { UInt8(truncatingIfNeeded: UInt64(Int(address) + difference) >> (8 * $0)) }
    let expected = abs(difference) <= 2 ? [Self.embedded(4, .littleEndian, difference)] : []
    #expect(try Self.found("09ff0d00" + octets.hex, address: address) == expected)
  }

  @Test func inServiceData() throws {
    let battery = try #require(BluetoothUUID(text: "180f"))
    #expect(
      try Self.found("0a160f1801 c0a1b2c3d4e5") == [Self.embedded(5, .bigEndian, 0, .service(battery))])
    let wide = try #require(BluetoothUUID(text: "00112233-4455-6677-8899-aabbccddeeff"))
    #expect(
      try Self.found("1721ffeeddccbbaa99887766554433221100 c0a1b2c3d4e5") == [
        Self.embedded(18, .bigEndian, 0, .service(wide))
      ])
  }

  @Test func whereTheCompanyBelongs() throws {
    #expect(try Self.found("07ffe5d4c3b2a1c0") == [Self.embedded(2, .littleEndian, 0, .company(0xD4E5))])
  }

  @Test func twiceInOnePayload() throws {
    #expect(
      try Self.found("0fff0d00 c0a1b2c3d4e5 e5d4c3b2a1c0") == [
        Self.embedded(4, .bigEndian, 0), Self.embedded(10, .littleEndian, 0),
      ])
  }

  @Test func reportedOnceHoweverManyLayoutsHaveIt() throws {
    let heard = (0..<20).flatMap { (index: UInt8) in
      [
        Heard.adv(.advInd, "0aff0d00c0a1b2c3d4e5" + [index].hex), .response("09ff0d00c0a1b2c3d4e6"),
      ].map { $0.with { $0.address = Self.address } }
    }
    let found = try Airtime(heard).advertisers()[0].embeddedAddresses
    let response = EmbeddedAddress(
      block: .scanResponse, offset: 4, order: .bigEndian, difference: 1, owner: .company(0x000D))
    #expect(found == [Self.embedded(4, .bigEndian, 0), response])
  }

  @Test func cutDataStillShowIt() throws {
    #expect(try Self.found("1fff0d00c0a1b2c3d4e5") == [Self.embedded(4, .bigEndian, 0)])
    #expect(try Self.found("1fff0d00c0a1b2c3d4") == [])
  }

  @Test func onlyInManufacturerAndServiceData() throws {
    #expect(try Self.found("0709c0a1b2c3d4e5 0724c0a1b2c3d4e5") == [])
  }

  /// Private addresses change; a public one has no pattern in its highest bits.
  @Test func onlyOfAddressesThatStay() throws {
    #expect(try Self.found("09ff0d0040a1b2c3d4e5", address: 0x40A1_B2C3_D4E5) == [])
    #expect(try Self.found("09ff0d0000a1b2c3d4e5", address: 0x00A1_B2C3_D4E5) == [])
    #expect(try Self.found("09ff0d0080a1b2c3d4e5", address: 0x80A1_B2C3_D4E5) == [])
    for type in [DeviceAddress.AddressType.public, .publicIdentity, .randomIdentity] {
      #expect(
        try Self.found("09ff0d0040a1b2c3d4e5", address: 0x40A1_B2C3_D4E5, type: type) == [
          Self.embedded(4, .bigEndian, 0)
        ])
    }
  }

  @Test func paddingIsNoAddress() throws {
    #expect(try Self.found("0cff0d00000000000000000000", address: 0, type: .public) == [])
    #expect(try Self.found("0cff0d00ffffffffffffffffff", address: 0xFFFF_FFFF_FFFE, type: .public) == [])
  }

  @Test func theNearerReadingIsTaken() throws {
    // Backwards it is the address itself, forwards its neighbour.
    #expect(
      try Self.found("09ff0d00 c00000 0000c1", address: 0xC100_0000_00C0) == [Self.embedded(4, .littleEndian, 0)])
    #expect(
      try Self.found("09ff0d00 c00000 0000c0", address: 0xC000_0000_00C1) == [Self.embedded(4, .bigEndian, -1)])
  }
}
