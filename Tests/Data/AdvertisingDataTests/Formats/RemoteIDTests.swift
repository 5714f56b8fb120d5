import AdvertisingData
import Testing

@Suite struct RemoteIDTests {
  static let basicID = "0212534e313233343536373800000000000000000000000000"

  private static func known(_ hex: String) throws -> KnownPayload {
    try #require(try Recognition.known(service: 0xFFFA, hex))
  }

  @Test func basicID() throws {
    let known = try Self.known("0d01" + Self.basicID)
    #expect(
      known.values("counter", "protocolVersion", "idType", "aircraftType", "id") == ["1", "2", "1", "2", "SN12345678"])
    #expect(known.problems == [])
  }

  @Test func location() throws {
    // Airborne, west, fast; 200 + 180 is no direction, so the octet is 90; 10 * 0.75 + 63.75 m/s; -2 half metres.
    let known = try Self.known(
      "0d05" + "12" + "23" + "5a" + "0a" + "fe" + "80c3c901" + "00ca9a3b" + "d607" + "0000" + "d407" + "ba" + "04"
        + "6400" + "01" + "00")
    #expect(known.values("status", "statusName", "heightAboveGround") == ["2", "airborne", "false"])
    #expect(known.values("direction", "speed", "verticalSpeed") == ["270", "71.25", "-1"])
    #expect(known.values("latitude", "longitude") == ["3", "100"])
    #expect(known.values("pressureAltitude", "geodeticAltitude", "height") == ["3", "null", "2"])
    #expect(known.values("secondsAfterHour") == ["10"])
    // The vertical one is reserved.
    #expect(
      known.values(
        "horizontalAccuracy", "verticalAccuracy", "speedAccuracy", "pressureAccuracy", "timestampAccuracy") == [
          "10", "null", "0.3", "null", "0.1",
        ])
  }

  @Test func authentication() throws {
    let data = "0102030405060708090a0b0c0d0e0f1011"
    let first = try Self.known("0d072230" + "023f80c3c901" + data)
    #expect(first.values("authenticationType", "page", "lastPage", "length") == ["3", "0", "2", "63"])
    // 30,000,000 seconds are 347 days, 5 hours and 20 minutes.
    #expect(first.values("timestamp", "time", "data") == ["30000000", "2019-12-14 05:20:00 UTC", data])
    #expect(first.values("authenticationTypeName") == ["signature of the messages"])
    let second = try Self.known("0d072231" + "023f80c3c901" + data)
    #expect(second.values("page", "lastPage", "data") == ["1", "-", "023f80c3c901" + data])
  }

  /// The last second, and the days around leap days.
  @Test(
    arguments: [
      (1, "2019-01-01 00:00:01"), (36_633_599, "2020-02-28 23:59:59"), (36_633_600, "2020-02-29 00:00:00"),
      (36_720_000, "2020-03-01 00:00:00"), (2_561_241_600, "2100-03-01 00:00:00"), (.max, "2155-02-07 06:28:15"),
    ] as [(UInt32, String)])
  func times(_ seconds: UInt32, _ text: String) throws {
    let octets = (0..<4).map { UInt8(truncatingIfNeeded: seconds >> (8 * $0)) }
    let hex = "42" + String(repeating: "00", count: 19) + HexText.compact(octets) + "00"
    let known = try #require(try Recognition.known(service: 0xFFFA, "0d05" + hex))
    #expect(known.reading.fields.flattened.first { $0.key == "time" }?.value == .text(text + " UTC"))
  }

  @Test func unknownLocation() throws {
    let known = try Self.known(
      "0d05" + "1000" + "ff" + "ff" + "7e" + "0000000000000000" + "000000000000" + "0000" + "ffff" + "0000")
    #expect(known.values("direction") == ["255"])
    #expect(
      known.values("speed", "verticalSpeed", "latitude", "longitude", "height", "secondsAfterHour")
        == [String](repeating: "null", count: 6))
  }

  @Test func system() throws {
    let known = try Self.known(
      "0d05" + "42" + "05" + "80c3c901" + "00ca9a3b" + "0100" + "05" + "d007" + "0000" + "12" + "d207" + "10203040"
        + "00")
    #expect(known.values("operatorLocationType", "classificationType", "latitude") == ["1", "1", "3"])
    #expect(known.values("areaCount", "areaRadius", "areaCeiling", "areaFloor") == ["1", "50", "0", "null"])
    #expect(
      known.values("classification", "operatorAltitude", "timestamp") == ["18", "1", "1076895760"])
    #expect(known.values("category", "class") == ["1", "2"])
  }

  @Test func pack() throws {
    func count(_ known: KnownPayload) -> Int { known.reading.fields.flattened.filter { $0.key == "idType" }.count }
    let two = try Self.known("0d07f21902" + Self.basicID + Self.basicID)
    #expect(count(two) == 2 && two.problems == [] && two.values("surplus") == [""])
    let missing = try Self.known("0d07f21903" + Self.basicID + Self.basicID + "02")
    #expect(count(missing) == 2 && missing.problems == [.cut(offset: 55)] && missing.values("surplus") == ["02"])
    let otherSize = try Self.known("0d07f21a01" + Self.basicID)
    #expect(count(otherSize) == 0)
    #expect(otherSize.problems == [.unexpected(offset: 3, expected: "25, a message's size"), .cut(offset: 5)])
    let tooMany = try Self.known("0d07f2190a" + String(repeating: Self.basicID, count: 10))
    #expect(tooMany.problems == [.unexpected(offset: 4, expected: "from 1 to 9 messages")])
  }
}
