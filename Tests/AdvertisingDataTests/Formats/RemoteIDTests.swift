import AdvertisingData
import Testing

@Suite struct RemoteIDTests {
  static let basicID = "0212534e313233343536373800000000000000000000000000"

  private static func remoteID(_ hex: String) throws -> RemoteID {
    guard let remoteID = try Recognition.known(service: 0xFFFA, hex)?.value(as: RemoteID.self) else {
      throw NotRecognised()
    }
    return remoteID
  }

  private struct NotRecognised: Error {}

  @Test func basicID() throws {
    let remoteID = try Self.remoteID("0d01" + Self.basicID)
    #expect(remoteID.counter == 1)
    let message = try #require(remoteID.messages.first)
    #expect(message.protocolVersion == 2)
    #expect(
      message.content
        == .basicID(idType: 1, aircraftType: 2, id: Array("SN12345678".utf8) + [UInt8](repeating: 0, count: 10)))
    #expect(remoteID.problems == [])
  }

  @Test func location() throws {
    // Airborne, west, fast; 200 + 180 is no direction, so the octet is 90; 10 * 0.75 + 63.75 m/s; -2 half metres.
    let hex =
      "12" + "23" + "5a" + "0a" + "fe" + "80c3c901" + "00ca9a3b" + "d607" + "0000" + "d407" + "ba" + "04" + "6400"
      + "01" + "00"
    let message = try #require(try Self.remoteID("0d05" + hex).messages.first)
    guard case .location(let location) = message.content else {
      Issue.record("no location")
      return
    }
    #expect(location.status == 2)
    #expect(!location.heightIsAboveGround)
    #expect(location.direction == 270)
    #expect(location.speed?.description == "71.25")
    #expect(location.verticalSpeed?.description == "-1")
    #expect(location.latitude?.description == "3")
    #expect(location.longitude?.description == "100")
    #expect(location.pressureAltitude?.description == "3")
    #expect(location.geodeticAltitude == nil)
    #expect(location.height?.description == "2")
    #expect(location.timestamp?.description == "10")
    #expect(location.horizontalAccuracy == 10)
    #expect(location.verticalAccuracy == 11)
    #expect(location.speedAccuracy == 4)
    #expect(location.pressureAccuracy == 0)
    #expect(location.timestampAccuracy == 1)
    let known = try #require(try Recognition.known(service: 0xFFFA, "0d05" + hex))
    let fields = Dictionary(known.reading.fields.flattened.map { ($0.key, $0.value) }) { first, _ in first }
    #expect(fields["horizontalAccuracy"] == .decimal(DecimalNumber(100, decimals: 1)))
    // Reserved.
    #expect(fields["verticalAccuracy"] == .null)
    #expect(fields["speedAccuracy"] == .decimal(DecimalNumber(3, decimals: 1)))
    #expect(fields["timestampAccuracy"] == .decimal(DecimalNumber(1, decimals: 1)))
    #expect(fields["statusName"] == .text("airborne"))
  }

  @Test func authentication() throws {
    let data = "0102030405060708090a0b0c0d0e0f1011"
    guard
      case .authentication(let first) = try Self.remoteID("0d072230" + "023f80c3c901" + data).messages.first?.content,
      case .authentication(let second) = try Self.remoteID("0d072231" + "023f80c3c901" + data).messages.first?.content
    else {
      Issue.record("no authentication")
      return
    }
    #expect(first.type == 3)
    #expect(first.page == 0)
    #expect(first.heading?.lastPage == 2)
    #expect(first.heading?.length == 63)
    // 30,000,000 seconds are 347 days, 5 hours and 20 minutes.
    #expect(first.heading?.timestamp == 30_000_000)
    #expect(first.data.count == 17)
    #expect(second.page == 1)
    #expect(second.heading == nil)
    #expect(second.data.count == 23)
    let known = try #require(try Recognition.known(service: 0xFFFA, "0d072230" + "023f80c3c901" + data))
    let fields = known.reading.fields.flattened
    #expect(fields.first { $0.key == "time" }?.value == .text("2019-12-14 05:20:00 UTC"))
    #expect(fields.first { $0.key == "authenticationTypeName" }?.value == .text("signature of the messages"))
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
    let hex = "1000" + "ff" + "ff" + "7e" + "0000000000000000" + "000000000000" + "0000" + "ffff" + "0000"
    guard case .location(let location) = try Self.remoteID("0d05" + hex).messages.first?.content else {
      Issue.record("no location")
      return
    }
    #expect(location.direction == 255)
    #expect(location.speed == nil)
    #expect(location.verticalSpeed == nil)
    #expect(location.latitude == nil)
    #expect(location.longitude == nil)
    #expect(location.height == nil)
    #expect(location.timestamp == nil)
  }

  @Test func system() throws {
    let hex =
      "42" + "05" + "80c3c901" + "00ca9a3b" + "0100" + "05" + "d007" + "0000" + "12" + "d207" + "10203040" + "00"
    guard case .system(let system) = try Self.remoteID("0d05" + hex).messages.first?.content else {
      Issue.record("no system")
      return
    }
    #expect(system.operatorLocationType == 1)
    #expect(system.classificationType == 1)
    #expect(system.latitude?.description == "3")
    #expect(system.areaCount == 1)
    #expect(system.areaRadius == 50)
    #expect(system.areaCeiling?.description == "0")
    #expect(system.areaFloor == nil)
    #expect(system.classification == 0x12)
    #expect(system.operatorAltitude?.description == "1")
    #expect(system.timestamp == 0x4030_2010)
    #expect(system.europeanCategory == 1)
    #expect(system.europeanClass == 2)
  }

  @Test func pack() throws {
    let two = try Self.remoteID("0d07f21902" + Self.basicID + Self.basicID)
    #expect(two.messages.count == 2)
    #expect(two.problems == [])
    #expect(two.surplus == [])
    let missing = try Self.remoteID("0d07f21903" + Self.basicID + Self.basicID + "02")
    #expect(missing.messages.count == 2)
    #expect(missing.problems == [.cut(offset: 55)])
    #expect(missing.surplus == [2])
    let otherSize = try Self.remoteID("0d07f21a01" + Self.basicID)
    #expect(otherSize.messages == [])
    #expect(otherSize.problems == [.unexpected(offset: 3, expected: "25, a message's size"), .cut(offset: 5)])
    let tooMany = try Self.remoteID("0d07f2190a" + String(repeating: Self.basicID, count: 10))
    #expect(tooMany.problems == [.unexpected(offset: 4, expected: "from 1 to 9 messages")])
  }
}
