import TestSupport
import Testing

@testable import AdvertisingData

@Suite struct PayloadTests {
  @Test(arguments: [
    ("", ""), ("020106", ""), ("05030f180d18", "180d 180f"), ("05020f180f18", "180f"),
    ("0303 0d18 0302 0f18 0505 0df00100", "180d 180f 0001f00d"),
    // The same UUID in three widths is one service.
    ("03030f18 05050f180000 1107fb349b5f80000080001000000f180000", "180f"),
    // Ragged: the whole UUIDs count. Overrunning: so do those.
    ("0403 0d18 0f", "180d"), ("0903 0d18 0f18", "180d 180f"), ("0903 0d18 0f", "180d"), ("0507 0d180f18", ""),
    ("1107 e41d510e5a11dbb9a9419e2aa0ffd0af", "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"),
    // An empty list, what follows early termination, service data, solicitation.
    ("0103", ""), ("00 03030f18", ""), ("04160f1864", ""), ("03140518", ""), ("03", ""),
  ])
  func services(_ hex: String, _ uuids: String) {
    let listed = Payload([UInt8](hex: hex)).services
    #expect(listed.map(\.description).joined(separator: " ") == uuids)
  }

  @Test func serviceListingsKnowTheirPlace() {
    let listings = Payload([UInt8](hex: "020106 0603 0d18 0f18 0d 0505 0df00100 0503 0d18")).serviceListings
    #expect(
      listings == [
        ServiceListing(uuid: BluetoothUUID(0x180D), width: .bits16, offset: 5),
        ServiceListing(uuid: BluetoothUUID(0x180F), width: .bits16, offset: 7),
        ServiceListing(uuid: BluetoothUUID(0x0001_F00D), width: .bits32, offset: 12),
        ServiceListing(uuid: BluetoothUUID(0x180D), width: .bits16, offset: 18),
      ])
  }

  @Test(arguments: [
    ("0308 4142 0309 4344", "CD", true), ("0309 4344 0308 4142", "CD", true), ("0308 4142 0308 4344", "AB", false),
    ("0309 4142 0309 4344", "AB", true), ("0308 4142 0109", "", true), ("0909 4142", "AB", true),
  ])
  func localName(_ hex: String, _ text: String, _ isComplete: Bool) {
    #expect(Payload([UInt8](hex: hex)).localName == LocalName(text, isComplete: isComplete))
  }

  @Test(arguments: ["", "020106", "00 0309 4142", "09"])
  func noLocalName(_ hex: String) {
    #expect(Payload([UInt8](hex: hex)).localName == nil)
  }

  @Test(arguments: [
    ("", 0), ("020106", 3), ("020106 00", 3), ("020106 000000", 3), ("00", 0), ("00 020106", 0), ("020106 05", 4),
    ("0a09414243", 5), ("0401060000", 5), ("020106 0109 00 ff", 5),
  ])
  func significantCount(_ hex: String, _ count: Int) {
    #expect(Payload([UInt8](hex: hex)).significantCount == count)
  }

  @Test func basics() {
    #expect(Payload().isEmpty)
    #expect(Payload([1, 9]).count == 2)
    let octets: [UInt8] = [1, 9]
    let copy = Payload(copying: octets.span)
    #expect(copy == Payload(octets))
    #expect(Payload([0]) != Payload([0, 0]))
  }
}
