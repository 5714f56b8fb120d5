import Testing

@testable import AdvertisingData

@Suite struct BTHomeTests {
  private static func known(_ hex: String) throws -> KnownPayload {
    try #require(try Recognition.known(service: 0xFCD2, "40" + hex))
  }

  @Test func idsAscend() {
    let ids = BTHome.Object.Kind.all.map(\.id)
    #expect(ids == ids.sorted())
    #expect(Set(ids).count == ids.count)
    #expect(ids.count == 94)
  }

  @Test(arguments: [
    ("0164", "100"), ("02ca09", "25.06"), ("02ffff", "-0.01"), ("03bf13", "50.55"), ("04138a01", "1008.83"),
    ("0a138a14", "1346.067"), ("57ea", "-22"), ("58ea", "-7.7"), ("590a", "10"), ("5bfeffffff", "-2"),
    ("5c02fbffff", "-12.78"), ("62d2029649", "1234.567890"), ("3f020c", "307.4"), ("460a", "1"),
    ("4e87562a01", "19551.879"),
  ])
  func numbers(_ hex: String, _ expected: String) throws {
    var expected = expected
    if expected.contains(".") { while expected.last == "0" { expected.removeLast() } }
    #expect(try Self.known(hex).values("value", "rest") == [expected, ""])
  }

  @Test func everyKindTakesItsLength() throws {
    for kind in BTHome.Object.Kind.all {
      let value = HexText.compact([UInt8](repeating: 1, count: kind.length ?? 5))
      let known = try Self.known(HexText.compact([kind.id] + (kind.length == nil ? [5] : [])) + value)
      #expect(known.values("id", "name", "rest") == ["\(kind.id)", kind.name, ""])
      #expect(known.problems == [])
    }
  }

  @Test func textAndRaw() throws {
    let known = try Self.known("530548656c6c6f" + "540201ff")
    let values = known.reading.fields.flattened.filter { $0.key == "value" }.map(\.value)
    #expect(values == [.foreignText(Array("Hello".utf8)), .octets([1, 0xFF])])
  }

  @Test func unknownObjectStopsTheRest() throws {
    let known = try Self.known("0164ee0102")
    #expect(known.values("value", "rest") == ["100", "ee0102"])
    #expect(known.problems == [.unexpected(offset: 3, expected: "a known object id")])
    let cut = try #require(try Recognition.known(service: 0xFCD2, "40016402ca"))
    #expect(cut.problems == [.cut(offset: 3)])
  }

  @Test func orderVersionAndReservedBits() throws {
    #expect(
      try Recognition.known(service: 0xFCD2, "4802ca090164")?.problems == [
        .reserved(offset: 0), .unexpected(offset: 4, expected: "an object id that is not below the one before"),
      ])
    #expect(
      try Recognition.known(service: 0xFCD2, "200164")?.problems == [
        .unexpected(offset: 0, expected: "version 2 in the top three bits")
      ])
    #expect(try Recognition.known(service: 0xFCD2, "40f00100")?.isUnverified == false)
    #expect(try Recognition.known(service: 0xFCD2, "400164")?.isUnverified == false)
  }

  @Test func encryptedIsSplitAndAddressTurned() throws {
    let known = try #require(try Recognition.known(service: 0xFCD2, "43665544332211aabb04030201a1a2a3a4"))
    #expect(
      known.values("address", "ciphertext", "counter", "check") == [
        "112233445566", "aabb", "16909060", "a1a2a3a4",
      ])
  }
}
