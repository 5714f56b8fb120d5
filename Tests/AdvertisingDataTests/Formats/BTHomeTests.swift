import AdvertisingData
import Testing

@Suite struct BTHomeTests {
  private static func objects(_ hex: String) throws -> [BTHome.Object] {
    guard let btHome = try Recognition.known(service: 0xFCD2, "40" + hex)?.value(as: BTHome.self),
      case .objects(let objects, let rest) = btHome.content
    else { return [] }
    #expect(rest == [])
    return objects
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
    let object = try #require(try Self.objects(hex).first)
    var expected = expected
    if expected.contains(".") { while expected.last == "0" { expected.removeLast() } }
    #expect(object.number?.description == expected)
  }

  @Test func everyKindTakesItsLength() throws {
    for kind in BTHome.Object.Kind.all {
      let value = [UInt8](repeating: 1, count: 5).prefix(kind.octetsInTest)
      let object = try #require(BTHome.Object(kind, value: Array(value)))
      let octets = BTHome([object]).octets
      #expect(try Recognition.known(service: 0xFCD2, HexText.compact(octets))?.value() == BTHome([object]))
      #expect(BTHome.Object(kind, value: [UInt8](repeating: 0, count: 256)) == nil)
    }
  }

  @Test func textAndRaw() throws {
    let objects = try Self.objects("530548656c6c6f" + "540201ff")
    #expect(objects.map(\.value) == [Array("Hello".utf8), [1, 0xFF]])
  }

  @Test func unknownObjectStopsTheRest() throws {
    let known = try #require(try Recognition.known(service: 0xFCD2, "400164ee0102"))
    guard let btHome = known.value(as: BTHome.self), case .objects(let objects, let rest) = btHome.content else {
      Issue.record("not BTHome")
      return
    }
    #expect(objects.count == 1)
    #expect(rest == [0xEE, 1, 2])
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
    guard
      let btHome = try Recognition.known(service: 0xFCD2, "43665544332211aabb04030201a1a2a3a4")?
        .value(as: BTHome.self)
    else {
      Issue.record("not BTHome")
      return
    }
    #expect(btHome.address == [0x11, 0x22, 0x33, 0x44, 0x55, 0x66])
    #expect(btHome.content == .encrypted([0xAA, 0xBB], counter: 0x0102_0304, check: [0xA1, 0xA2, 0xA3, 0xA4]))
  }
}

extension BTHome.Object.Kind {
  fileprivate var octetsInTest: Int {
    switch form {
    case .number(let octets, _, _, _), .octets(let octets): octets
    case .binary: 1
    case .text: 5
    case .raw: 0
    }
  }
}
